/// The limits that define taps and other gestures.
package struct TouchLimits: Hashable, Sendable {
  /// How far a finger may move and still tap, in pixels of the upright interface. The owner knows
  /// their size: a finger rolls by about 3 mm.
  package let slop: Double
  /// Shorter contacts are noise.
  package let shortestContact = Duration.milliseconds(15)
  package let longestTap = Duration.milliseconds(500)
  /// A contact longer than a tap and shorter than this has no meaning: the user has hesitated.
  package let longPress = Duration.milliseconds(600)
  /// From lifting the first tap to landing the second.
  package let secondTap = Duration.milliseconds(300)
  /// The limit for each further tap; longer, because such taps have a rhythm.
  package let furtherTap = Duration.milliseconds(550)
  /// From landing the first finger to lifting the last.
  package let twoFingerTap = Duration.milliseconds(300)
  /// More contacts at once are not from a hand.
  package let mostContacts = 5
  /// How long touches are ignored after a storm.
  package let quietAfterStorm = Duration.milliseconds(300)

  /// A negative or invalid slop counts as 0.
  package init(slop: Double) {
    self.slop = slop > 0 ? slop : 0
  }
}
