package import VitrinePictures

/// Converts the rotation that an accelerometer requests on the panel to one from upright, once the
/// panel's mounting is known. A value type.
package struct SensedRotation: Hashable, Sendable {
  /// The requested rotation on the panel; nil until the sensor has reported one.
  private var onPanel: Rotation?
  /// The panel's mounting for which it was applied last.
  private var applied: Rotation?

  package init() {}

  package var isKnown: Bool { onPanel != nil }

  /// The device has been turned.
  package mutating func turn(to rotation: Rotation) {
    (onPanel, applied) = (rotation, nil)
  }

  /// Returns the rotation to set for a panel with this mounting; nil if it was set already. A
  /// rotation that someone has chosen since then therefore lasts until the device is turned again.
  package mutating func next(on panel: Rotation) -> Rotation? {
    guard let onPanel, applied != panel else { return nil }
    applied = panel
    return onPanel + panel.inverse
  }
}
