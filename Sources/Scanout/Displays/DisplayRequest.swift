public import VitrineKMS
public import VitrinePictures
public import VitrinePlayback

/// The requested display and its settings.
public struct DisplayRequest: Sendable {
  public var devicePath: String?
  public var connector: String?
  /// Connectors that other outputs of this process will use.
  public var avoided: Set<String> = []
  /// Connectors that mirror this display.
  public var mirrors: [String] = []
  public var policy: ModePolicy
  /// Policies for connectors, instead of `policy`.
  public var policies: [String: ModePolicy] = [:]
  /// Clockwise rotations for connectors, in addition to that of all outputs.
  public var rotations: [String: Rotation] = [:]
  /// Modes that the monitor does not list.
  public var customModes: [Mode] = []
  /// Whether the mode follows the frame rate of the video.
  public var matching = RateMatching.off
  /// Whether HDR is used if the monitor supports it.
  public var hdr = HDRPolicy.off
  /// The folder that working modes are stored in; nil stores none.
  public var stateFolder: String?
  /// Only this render mode; nil selects the best that works.
  public var renderMode: RenderMode?
  /// How pictures are rotated; nil uses the plane if possible.
  public var rotator: Rotator?
  /// The quirks of the board's display drivers, from its board file.
  public var quirks = DisplayQuirks()
  /// Whether screenshots will be requested.
  public var isCapturing: Bool
  /// Whether to wait for a missing device, for example at boot.
  public var waitsForDevice = false
  /// The signal of a display that is off.
  public var off = DisplayOff.dpms
  /// Whether it is off until it is turned on.
  public var beginsOff = false
  /// The initial brightness.
  public var brightness = Brightness.asFound
  /// Injected faults; nil for none.
  public var faults: DisplayFaults?

  public init(
    devicePath: String? = nil, connector: String? = nil, policy: ModePolicy = .preferred,
    renderMode: RenderMode? = nil, rotator: Rotator? = nil, isCapturing: Bool = false
  ) {
    self.devicePath = devicePath
    self.connector = connector
    self.policy = policy
    self.renderMode = renderMode
    self.rotator = rotator
    self.isCapturing = isCapturing
  }

  func policy(at connector: String) -> ModePolicy { policies[connector] ?? policy }
}
