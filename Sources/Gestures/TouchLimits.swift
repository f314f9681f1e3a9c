/// The limits that define taps and other gestures.
public struct TouchLimits: Hashable, Sendable {
  /// How far a finger may move and still tap, in pixels of the upright interface. The owner knows
  /// their size: a finger rolls by about 3 mm.
  public let slop: Double
  /// Shorter contacts are noise.
  public let shortestContact = Duration.milliseconds(15)
  public let longestTap = Duration.milliseconds(500)
  /// A contact longer than a tap and shorter than this has no meaning: the user has hesitated.
  public let longPress = Duration.milliseconds(600)
  /// From lifting the first tap to landing the second.
  public let secondTap = Duration.milliseconds(300)
  /// The limit for each further tap; longer, because such taps have a rhythm.
  public let furtherTap = Duration.milliseconds(550)
  /// From landing the first finger to lifting the last.
  public let twoFingerTap = Duration.milliseconds(300)
  /// More contacts at once are not from a hand.
  public let mostContacts = 5
  /// How long touches are ignored after a storm.
  public let quietAfterStorm = Duration.milliseconds(300)

  /// A negative or invalid slop counts as 0.
  public init(slop: Double) {
    self.slop = slop > 0 ? slop : 0
  }
}
