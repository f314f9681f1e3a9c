public import VitrineKMS
public import VitrinePictures
public import VitrinePlayback

/// Which display is wanted, and how.
public struct DisplayRequest: Sendable {
  public var devicePath: String?
  public var connector: String?
  /// Connectors that other outputs of this process will take.
  public var avoided: Set<String> = []
  /// Connectors that show the same.
  public var mirrors: [String] = []
  public var policy: ModePolicy
  /// By connector, in the place of `policy`.
  public var policies: [String: ModePolicy] = [:]
  /// By connector: how far content is turned clockwise beside what is wanted of all.
  public var rotations: [String: Rotation] = [:]
  /// Modes that the display does not list.
  public var customModes: [Mode] = []
  /// Whether the mode follows the rate of what is played.
  public var matching = RateMatching.off
  /// Whether the display is sent HDR, where it takes it.
  public var hdr = HDRPolicy.off
  /// Where modes that worked are remembered; nil remembers none.
  public var stateFolder: String?
  /// Only this way of rendering; nil takes the best that works.
  public var renderMode: RenderMode?
  /// Who turns pictures; nil takes the plane where it can.
  public var rotator: Rotator?
  /// What the board's file knows of its display drivers.
  public var quirks = DisplayQuirks()
  /// Whether screenshots will be asked for.
  public var isCapturing: Bool
  /// Whether to wait for a device where there is none yet, as at boot.
  public var waitsForDevice = false
  /// What a display that is off gets.
  public var off = DisplayOff.dpms
  /// Whether it is off until it is turned on.
  public var beginsOff = false
  /// How bright it begins.
  public var brightness = Brightness.asFound
  /// Faults made on purpose; nil for a display that only has its own.
  public var faults: DisplayFaults?

  public init(
    devicePath: String? = nil, connector: String? = nil, policy: ModePolicy = .preferred,
    renderMode: RenderMode? = nil, rotator: Rotator? = nil, isCapturing: Bool = false
  ) {
    (self.devicePath, self.connector, self.policy) = (devicePath, connector, policy)
    (self.renderMode, self.rotator) = (renderMode, rotator)
    self.isCapturing = isCapturing
  }

  func policy(at connector: String) -> ModePolicy { policies[connector] ?? policy }
}
