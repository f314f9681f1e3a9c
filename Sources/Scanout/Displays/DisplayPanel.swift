internal import VitrineKMS
internal import VitrinePictures

/// The properties of the panel attached to a connector.
struct DisplayPanel {
  let monitor: MonitorIdentity?
  let pixelsPerMillimetre: Double?
  /// The rotation that makes content upright: of the panel's mounting, and from the configuration.
  let rotation: Rotation

  /// `turned` is this connector's rotation in addition to that of all outputs.
  init(_ output: Output, turned: Rotation) {
    let connector = output.connector
    monitor = MonitorIdentity(edid: connector.edid)
    pixelsPerMillimetre = connector.physicalSize.map {
      Double(output.size.width) / Double($0.width)
    }
    rotation = (connector.properties.panelOrientation?.rotation ?? .none) + turned
  }
}
