internal import VitrineTiming

/// When a link to a display that failed is set up anew: at once, and ever more rarely where it fails
/// again, since each time the screen is dark for a moment. Pure.
struct LinkPace {
  private var latest: HostTime?
  private var count = 0
  /// When to look again; nil while none is waited for.
  private(set) var due: HostTime?

  private static let longestWait = Duration.seconds(60)
  /// A link that was good for so long has nothing to do with how it was.
  private static let calm = Duration.seconds(600)

  mutating func noteGood() { due = nil }

  /// A link is bad: whether it is to be set up now.
  mutating func isTime(at now: HostTime) -> Bool {
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
