package import VitrinePictures

/// How a panel is mounted in its case, from its driver or the kernel's list of quirks. The names
/// are the kernel's (`panel orientation`, drm_connector.c).
package enum PanelOrientation: String, CaseIterable, Sendable {
  case normal = "Normal"
  case upsideDown = "Upside Down"
  /// The panel's left side is at the top.
  case leftSideUp = "Left Side Up"
  case rightSideUp = "Right Side Up"

  /// The rotation that makes content on the panel upright.
  package var rotation: Rotation {
    switch self {
    case .normal: .none
    case .upsideDown: .upsideDown
    case .leftSideUp: .counterclockwise
    case .rightSideUp: .clockwise
    }
  }
}

extension Properties {
  /// Nil if the kernel does not know it, as for all external monitors.
  package var panelOrientation: PanelOrientation? {
    guard let property = self["panel orientation"] else { return nil }
    return PanelOrientation.allCases.first { property.names[$0.rawValue] == property.value }
  }
}
