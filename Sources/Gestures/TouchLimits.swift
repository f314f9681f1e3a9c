/// What is a tap and what is not.
public struct TouchLimits: Hashable, Sendable {
  /// How far a finger may stray from where it landed and still tap, in pixels of the upright
  /// interface. The owner knows how large they are: a finger rolls by about 3 mm.
  public let slop: Double
  /// What is shorter was no finger.
  public let shortestContact = Duration.milliseconds(15)
  public let longestTap = Duration.milliseconds(500)
  /// Between the longest tap and this a finger means nothing: it was lifted in doubt.
  public let longPress = Duration.milliseconds(600)
  /// From the lifting of a first tap to the landing of the second.
  public let secondTap = Duration.milliseconds(300)
  /// The same for the third and all further ones: who taps on is in a rhythm.
  public let furtherTap = Duration.milliseconds(550)
  /// From the landing of the first finger to the lifting of the last.
  public let twoFingerTap = Duration.milliseconds(300)
  /// More at once are no hand.
  public let mostContacts = 5
  /// How long the glass is left alone after more than that.
  public let quietAfterStorm = Duration.milliseconds(300)

  /// A slop below zero, or that is no number, counts as none.
  public init(slop: Double) {
    self.slop = slop > 0 ? slop : 0
  }
}
