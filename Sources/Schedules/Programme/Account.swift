/// What one item or list has had so far.
public struct Account: Hashable, Sendable {
  /// How much more of the time it should have had, in seconds.
  public var lag = 0.0
  /// Of what has so many showings an hour: the hour in which it could be shown last, and how often it was in it.
  public var hour: Int64 = 0
  public var shown = 0
  /// By how many seconds its showings in that hour are due later, since it could not be shown before.
  public var delay = 0.0
  /// The second until which it could be shown, as far as that is known.
  public var until: Int64 = 0
  /// How often it was shown, as far as turns are counted.
  public var turns = 0
  /// Of a list, whose turn was last.
  public var last: String?

  public init() {}
}
