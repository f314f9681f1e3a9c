import VitrineKMS
public import VitrinePictures
public import VitrineScanout
public import VitrineSettings

extension DisplayRequest {
  /// The request for a configuration, on a board with these quirks.
  public init(_ settings: Configuration, _ quirks: DisplayQuirks) {
    let display = settings.display
    self.init(renderMode: display.renderMode, rotator: display.rotator)
    (devicePath, connector) = (display.device, display.connector)
    policy = display.mode
    policies = settings.outputs.compactMapValues(\.mode)
    // Impossible modes were rejected when the configuration was read.
    customModes = display.customModes.compactMap { Mode(custom: $0) }
    (matching, hdr) = (display.matching, display.hdr)
    stateFolder = settings.service.state
    rotations = settings.rotationsBesides
    mirrors = display.mirrors
    self.quirks = quirks
  }
}

extension Configuration {
  /// The rotation of each connector in addition to that of `display`.
  fileprivate var rotationsBesides: [String: Rotation] {
    outputs.compactMapValues(\.rotation).mapValues { $0 + display.rotation.inverse }
  }
}
