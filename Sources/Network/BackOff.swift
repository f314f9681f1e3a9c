/// The pause before a failed request is retried. It grows with each failure, and is random so that
/// machines do not retry at the same time.
package struct BackOff: Sendable {
  private var failures = 0
  private let first: Duration
  private let most: Duration

  /// When the network recovers, the next attempt has to follow within 5 s.
  package init(first: Duration = .milliseconds(500), most: Duration = .seconds(4)) {
    self.first = first
    self.most = most
  }

  package mutating func succeed() { failures = 0 }

  /// Returns the next pause: it doubles up to the maximum, and `chance` (0 to 1) selects between
  /// half and all of it.
  package mutating func fail(chance: Double) -> Duration {
    let whole = min(first * (1 << min(failures, 10)), most)
    failures += 1
    return whole * (0.5 + 0.5 * min(max(chance, 0), 1))
  }
}
