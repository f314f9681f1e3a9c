import VitrineKMS
package import VitrinePictures
package import VitrineScanout
package import VitrineSettings

extension DisplayRequest {
  /// The request for a configuration, on a board with these quirks.
  package init(_ settings: Configuration, _ quirks: DisplayQuirks) {
    let display = settings.display
    self.init(devicePath: display.device, connector: display.connector, policy: display.mode)
    modes.policies = settings.outputs.compactMapValues(\.mode)
    // Impossible modes were rejected when the configuration was read.
    modes.custom = display.customModes.compactMap { Mode(custom: $0) }
    modes.matching = display.matching
    modes.folder = settings.service.state
    hdr = display.hdr
    routing = RoutingRequest(
      renderMode: display.renderMode, rotator: display.rotator, quirks: quirks)
    panels.rotations = settings.rotationsBesides
    panels.margins = display.margins
    panels.ownMargins = settings.outputs.compactMapValues(\.margins)
    panels.dimming = display.dimming
    panels.shift = display.shift
    mirrors = display.mirrors
    // Another connector was chosen for this run.
    guard var wall = display.wall,
      display.connector.map({ wall.connectors.contains($0) }) ?? true
    else { return }
    wall.bezels = display.bezels
    panels.wall = wall.onPanels(turnedBy: display.rotation)
    // The first one determines the timing.
    let all = wall.connectors
    let first = display.connector ?? all[0]
    (connector, mirrors) = (first, all.filter { $0 != first })
  }
}

extension Configuration {
  /// The rotation of each connector in addition to that of `display`.
  fileprivate var rotationsBesides: [String: Rotation] {
    outputs.compactMapValues(\.rotation).mapValues { $0 + display.rotation.inverse }
  }
}
