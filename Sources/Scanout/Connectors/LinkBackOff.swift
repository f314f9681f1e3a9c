internal import VitrineTiming

/// Decides when to train a failed link again: at once, and then with increasing back-off, since
/// each attempt blanks the screen for a moment. Pure.
struct LinkBackOff {
  private var latest: HostTime?
  private var count = 0
  /// When to check again; nil if nothing is pending.
  private(set) var due: HostTime?

  private static let longestWait = Duration.seconds(60)
  /// After this long without failures, the earlier ones no longer count.
  private static let calm = Duration.seconds(600)

  mutating func recordGoodLink() { due = nil }

  /// Records a bad link; returns whether to train it now.
  mutating func recordBadLink(at now: HostTime) -> Bool {
    if let latest, now - latest > Self.calm { count = 0 }
    let wait = count == 0 ? .zero : min(.seconds(1) * (1 << min(count - 1, 6)), Self.longestWait)
    let next = latest.map { $0 + wait } ?? now
    guard next <= now else {
      due = next
      return false
    }
    (latest, due) = (now, nil)
    count += 1
    return true
  }
}
