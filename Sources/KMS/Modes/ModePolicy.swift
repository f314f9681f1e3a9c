public import VitrinePictures

/// The rate of what is played, for which a mode of the same size is looked for.
public struct RateMatch: Hashable, Sendable {
  public var content: Refresh
  /// Shows pictures of up to 30 Hz twice each where the display can: some televisions flicker
  /// or crawl at 24 Hz.
  public var prefersDouble: Bool

  public init(content: Refresh, prefersDouble: Bool = false) {
    (self.content, self.prefersDouble) = (content, prefersDouble)
  }
}

/// All that is known where a mode is to be chosen. A value; it asks no device.
public struct ModeQuestion: Sendable {
  public var policy: ModePolicy
  /// Nil keeps the policy's rate.
  public var match: RateMatch?
  /// What the connector lists now.
  public var listed: [Mode]
  /// Whether the display has said what it is. Without that the kernel lists guesses.
  public var hasEDID: Bool
  /// What the configuration adds, best first.
  public var custom: [Mode]
  /// The last mode that worked at this connector or with this display.
  public var remembered: Mode?

  public init(
    policy: ModePolicy, match: RateMatch? = nil, listed: [Mode], hasEDID: Bool,
    custom: [Mode] = [], remembered: Mode? = nil
  ) {
    (self.policy, self.match, self.listed) = (policy, match, listed)
    (self.hasEDID, self.custom, self.remembered) = (hasEDID, custom, remembered)
  }
}

/// The mode that is set, and why.
public struct ModeChoice: Hashable, Sendable {
  public enum Origin: Hashable, Sendable { case listed, custom, remembered }

  public let mode: Mode
  public let origin: Origin
  /// A sentence for the log.
  public let reason: String
  /// The display has not said what it is, and this stands in until it does: probe again after
  /// a while, and do not remember it.
  public let isProvisional: Bool
}
