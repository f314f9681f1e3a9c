/// An item as a programme sees it.
public struct ScheduledItem: Hashable, Sendable {
  /// What its account is kept by: the same item has the same one in another list.
  public let key: String
  public let rules: ShowingRules
  /// How long a showing lasts, in seconds: as far as that is known.
  public var length: Double

  public init(key: String, rules: ShowingRules = ShowingRules(), length: Double) {
    (self.key, self.rules) = (key, rules)
    self.length = length.isFinite ? min(max(length, 0.04), 86_400 * 366) : 10
  }
}
