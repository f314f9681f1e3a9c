import VitrineKMS
public import VitrinePictures
public import VitrineScanout
public import VitrineSettings

extension DisplayRequest {
  /// As a configuration says, on a board with these quirks.
  public init(_ settings: Configuration, _ quirks: DisplayQuirks) {
    let display = settings.display
    self.init(renderMode: display.renderMode, rotator: display.rotator)
    (devicePath, connector) = (display.device, display.connector)
    policy = display.mode
    policies = settings.outputs.compactMapValues(\.mode)
    // Those that cannot be are refused where the configuration is read.
    customModes = display.customModes.compactMap { Mode(custom: $0) }
    (matching, hdr) = (display.matching, display.hdr)
    stateFolder = settings.service.state
    rotations = settings.rotationsBesides
    mirrors = display.mirrors
    self.quirks = quirks
  }
}

extension Configuration {
  /// How far each connector's content is turned beside what `display` says.
  fileprivate var rotationsBesides: [String: Rotation] {
    outputs.compactMapValues(\.rotation).mapValues { $0 + display.rotation.inverse }
  }
}
