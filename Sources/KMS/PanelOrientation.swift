public import VitrinePictures

/// How a panel is built into its case, as its driver or the kernel's list of odd devices knows.
/// The names are the kernel's (`panel orientation`, drm_connector.c).
public enum PanelOrientation: String, CaseIterable, Sendable {
  case normal = "Normal"
  case upsideDown = "Upside Down"
  /// The panel's left side is the upper one.
  case leftSideUp = "Left Side Up"
  case rightSideUp = "Right Side Up"

  /// How far content has to be turned on the panel to stand upright.
  public var rotation: Rotation {
    switch self {
    case .normal: .none
    case .upsideDown: .upsideDown
    case .leftSideUp: .counterclockwise
    case .rightSideUp: .clockwise
    }
  }
}

extension Properties {
  /// Of a connector; nil where the kernel does not know, as of any display outside of a case.
  public var panelOrientation: PanelOrientation? {
    guard let property = self["panel orientation"] else { return nil }
    return PanelOrientation.allCases.first { property.names[$0.rawValue] == property.value }
  }
}
