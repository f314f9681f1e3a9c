internal import VitrineKMS
internal import VitrinePictures

/// What is known of the glass behind a connector.
struct DisplayPanel {
  let monitor: MonitorIdentity?
  let pixelsPerMillimetre: Double?
  /// How far content is turned to stand upright: as the panel is built in, and as it was asked for.
  let rotation: Rotation

  /// `turned` is how far content is turned on this connector beside what is wanted of all.
  init(_ output: Output, turned: Rotation) {
    let connector = output.connector
    monitor = MonitorIdentity(edid: connector.edid)
    pixelsPerMillimetre = connector.physicalSize.map {
      Double(output.size.width) / Double($0.width)
    }
    rotation = (connector.properties.panelOrientation?.rotation ?? .none) + turned
  }
}
