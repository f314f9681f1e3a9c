public import VitrinePictures

/// The frame rate of the video, to find a mode of the same size for.
public struct RateMatch: Hashable, Sendable {
  public var content: Refresh
  /// Shows video of up to 30 Hz at twice its rate if possible: some televisions flicker or judder
  /// at 24 Hz.
  public var prefersDouble: Bool

  public init(content: Refresh, prefersDouble: Bool = false) {
    self.content = content
    self.prefersDouble = prefersDouble
  }
}

/// The inputs for choosing a mode. It accesses no device.
public struct ModeSelector: Sendable {
  public var policy: ModePolicy
  /// Nil keeps the policy's rate.
  public var match: RateMatch?
  /// The modes that the connector lists now.
  public var listed: [Mode]
  /// Whether the monitor has an EDID. Without one, the kernel lists guesses.
  public var hasEDID: Bool
  /// The modes from the configuration, best first.
  public var custom: [Mode]
  /// The latest mode that worked with this connector or monitor.
  public var remembered: Mode?

  public init(
    policy: ModePolicy, match: RateMatch? = nil, listed: [Mode], hasEDID: Bool,
    custom: [Mode] = [], remembered: Mode? = nil
  ) {
    self.policy = policy
    self.match = match
    self.listed = listed
    self.hasEDID = hasEDID
    self.custom = custom
    self.remembered = remembered
  }
}

/// The chosen mode, and why.
public struct ModeChoice: Hashable, Sendable {
  public enum Origin: Hashable, Sendable { case listed, custom, remembered }

  public let mode: Mode
  public let origin: Origin
  /// A sentence for the log.
  public let reason: String
  /// Whether the mode is a substitute until the monitor can be identified: probe again after a
  /// while, and do not remember it.
  public let isProvisional: Bool
}
