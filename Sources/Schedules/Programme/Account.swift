/// What one item or list has had so far.
public struct Account: Hashable, Sendable {
  /// How much more of the time it should have had, in seconds.
  public var lag = 0.0
  /// The hour in which it was shown last, and how often in it.
  public var hour: Int64 = 0
  public var shown = 0
  /// How often it was shown, as far as turns are counted.
  public var turns = 0
  /// Of a list, whose turn was last.
  public var last: String?

  public init() {}
}
