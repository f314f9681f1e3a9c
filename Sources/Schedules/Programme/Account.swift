/// The share of an item or list so far.
package struct Account: Hashable, Sendable {
  /// The seconds by which it is behind its share; negative if it is ahead.
  package var lag = 0.0
  /// With a number of showings per hour: the last hour in which it could be shown, and its showings
  /// in that hour.
  package var hour: Int64 = 0
  package var shown = 0
  /// The seconds by which its showings in that hour are postponed, since it could not be shown
  /// earlier.
  package var delay = 0.0
  /// The second until which it was eligible, if known.
  package var until: Int64 = 0
  /// The number of showings, as far as turns are counted.
  package var turns = 0
  /// The child that was shown last, if it is a list.
  package var last: String?

  package init() {}
}
