/// The minimum throughput of a sender: a number of bytes within a time spent waiting for them. Time
/// in which the downloader itself pauses does not count.
struct FetchPatience {
  private let least: Int
  private let time: Duration
  private var waited = Duration.zero
  private var came = 0

  init(least: Int, within time: Duration) {
    self.least = least
    self.time = time
  }

  /// A server that sends nothing for longer is retried at the next check.
  static let server = FetchPatience(least: 1, within: .seconds(60))
  /// A slow connection to the server is tolerated, since there is no alternative to it; a slow peer
  /// is not.
  static let nearby = FetchPatience(least: 500_000, within: .seconds(5))

  /// Adds a read to the measurement. Returns true if the sender is too slow.
  mutating func note(_ count: Int, after pause: Duration) -> Bool {
    came += count
    waited += pause
    guard waited >= time else { return false }
    defer { (waited, came) = (.zero, 0) }
    return came < least
  }
}
