/// An item of a programme.
package struct ScheduledItem: Hashable, Sendable {
  /// The key of its account, equal for the same item in another list.
  package let key: String
  package let rules: ShowingRules
  /// The expected duration of a showing, in seconds.
  package var length: Double

  package init(key: String, rules: ShowingRules = ShowingRules(), length: Double) {
    self.key = key
    self.rules = rules
    self.length = length.isFinite ? min(max(length, 0.04), 86_400 * 366) : 10
  }
}
