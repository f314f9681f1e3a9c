/// An item of a programme.
public struct ScheduledItem: Hashable, Sendable {
  /// The key of its account, equal for the same item in another list.
  public let key: String
  public let rules: ShowingRules
  /// The expected duration of a showing, in seconds.
  public var length: Double

  public init(key: String, rules: ShowingRules = ShowingRules(), length: Double) {
    self.key = key
    self.rules = rules
    self.length = length.isFinite ? min(max(length, 0.04), 86_400 * 366) : 10
  }
}
