import VitrineTiming

/// Limits how many connections are logged, so that frequent ones do not fill the log.
struct LogRateLimit {
  private static let burst = 20
  private static let interval = Duration.seconds(3)

  private var left = Self.burst
  private var refilled: HostTime?
  private var suppressedCount = 0
  private var knownUsers: Set<UInt32> = []

  /// Whether another event may be logged now, and how many before it were not.
  mutating func logEvent(at now: HostTime) -> (isAllowed: Bool, suppressed: Int) {
    refill(now)
    guard left > 0 else {
      suppressedCount += 1
      return (false, 0)
    }
    left -= 1
    defer { suppressedCount = 0 }
    return (true, suppressedCount)
  }

  /// Whether a user was not logged yet: a polling client may connect every second.
  mutating func isNew(_ user: UInt32) -> Bool { knownUsers.insert(user).inserted }

  private mutating func refill(_ now: HostTime) {
    guard let before = refilled else { return refilled = now }
    // bound: a constant that is not 0
    let intervals = (now - before).nanoseconds / Self.interval.nanoseconds
    guard intervals > 0 else { return }
    left = min(Self.burst, left + Int(min(intervals, Int64(Self.burst))))
    refilled = now
  }
}
