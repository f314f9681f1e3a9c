public import VitrineKMS
public import VitrinePictures
public import VitrinePlayback

/// The requested display and its settings.
public struct DisplayRequest: Sendable {
  public var device: DeviceRequest
  public var connector: String?
  /// Connectors that other outputs of this process will use.
  public var avoided: Set<String> = []
  /// Connectors that mirror this display.
  public var mirrors: [String] = []
  public var modes: ModePreferences
  /// Clockwise rotations for connectors, in addition to that of all outputs.
  public var rotations: [String: Rotation] = [:]
  /// Whether HDR is used if the monitor supports it.
  public var hdr = HDRPolicy.off
  public var routing = RoutingRequest()
  /// Whether screenshots will be requested.
  public var isCapturing: Bool
  public var power = PowerRequest()
  /// The initial brightness.
  public var brightness = Brightness.asFound
  /// Injected faults; nil for none.
  public var faults: DisplayFaults?

  public init(
    devicePath: String? = nil, connector: String? = nil, policy: ModePolicy = .preferred,
    isCapturing: Bool = false
  ) {
    device = DeviceRequest(path: devicePath)
    self.connector = connector
    modes = ModePreferences(policy: policy)
    self.isCapturing = isCapturing
  }

  /// The requested device.
  public struct DeviceRequest: Hashable, Sendable {
    /// Nil for the first one with a display.
    public var path: String?
    /// Whether to wait for a missing device, for example at boot.
    public var isAwaited = false
  }

  /// The signal of a display that is off, and its initial state.
  public struct PowerRequest: Hashable, Sendable {
    public var off = DisplayOff.dpms
    /// Whether it is off until it is turned on.
    public var beginsOff = false
  }
}

/// How a mode is chosen.
public struct ModePreferences: Hashable, Sendable {
  public var policy: ModePolicy
  /// Policies for connectors, instead of `policy`.
  public var policies: [String: ModePolicy] = [:]
  /// Modes that the monitor does not list.
  public var custom: [Mode] = []
  /// Whether the mode follows the frame rate of the video.
  public var matching = RateMatching.off
  /// The folder that working modes are stored in; nil stores none.
  public var folder: String?

  init(policy: ModePolicy) { self.policy = policy }

  func policy(at connector: String) -> ModePolicy { policies[connector] ?? policy }
}

/// How pictures may reach the planes.
public struct RoutingRequest: Hashable, Sendable {
  /// Only this render mode; nil selects the best that works.
  public var renderMode: RenderMode?
  /// How pictures are rotated; nil uses the plane if possible.
  public var rotator: Rotator?
  /// The quirks of the board's display drivers, from its board file.
  public var quirks: DisplayQuirks

  public init(
    renderMode: RenderMode? = nil, rotator: Rotator? = nil, quirks: DisplayQuirks = DisplayQuirks()
  ) {
    self.renderMode = renderMode
    self.rotator = rotator
    self.quirks = quirks
  }
}
