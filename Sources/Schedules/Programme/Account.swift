/// The share of an item or list so far.
public struct Account: Hashable, Sendable {
  /// The seconds by which it is behind its share; negative if it is ahead.
  public var lag = 0.0
  /// With a number of showings per hour: the last hour in which it could be shown, and its showings
  /// in that hour.
  public var hour: Int64 = 0
  public var shown = 0
  /// The seconds by which its showings in that hour are postponed, since it could not be shown
  /// earlier.
  public var delay = 0.0
  /// The second until which it was eligible, if known.
  public var until: Int64 = 0
  /// The number of showings, as far as turns are counted.
  public var turns = 0
  /// The child that was shown last, if it is a list.
  public var last: String?

  public init() {}
}
