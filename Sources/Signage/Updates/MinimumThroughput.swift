/// The minimum throughput of a sender: a number of bytes within a time spent waiting for them. Time
/// in which the downloader itself pauses does not count.
struct MinimumThroughput {
  private let least: Int
  private let period: Duration
  private var waited = Duration.zero
  private var received = 0

  init(least: Int, within period: Duration) {
    self.least = least
    self.period = period
  }

  /// A server that sends nothing for longer is retried at the next check.
  static let server = MinimumThroughput(least: 1, within: .seconds(60))
  /// A slow connection to the server is tolerated, since there is no alternative to it; a slow peer
  /// is not.
  static let nearby = MinimumThroughput(least: 500_000, within: .seconds(5))

  /// Adds a read of `count` bytes, which took `time`. Returns true if the sender is too slow.
  mutating func isMissed(after count: Int, in time: Duration) -> Bool {
    received += count
    waited += time
    guard waited >= period else { return false }
    defer { (waited, received) = (.zero, 0) }
    return received < least
  }
}
