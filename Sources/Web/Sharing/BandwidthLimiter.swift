import VitrineTiming

/// Limits the upload rate of all connections together, which take turns. A value type.
struct BandwidthLimiter {
  /// In bytes per second.
  private let rate: Double
  /// When the next bytes may be sent.
  private var free: HostTime?

  private let mostWaiting: Int

  /// At most `mostWaiting` connections wait for their turn.
  init(rate: Double, mostWaiting: Int) {
    (self.rate, self.mostWaiting) = (max(rate, 1000), max(mostWaiting, 1))
  }

  /// The size of one piece; a larger one would make the others wait on a slow connection.
  var piece: Int { min(max(Int(saturating: rate / 50), 2048), 64 << 10) }

  /// Reserves the bytes and returns how long to wait before sending them.
  mutating func wait(for count: Int, at now: HostTime) -> Duration {
    // Clients that disconnect leave their turns behind: limit the wait to what all connections
    // need.
    let latest = now + .nanoseconds(Int64(saturating: Double(mostWaiting *| piece) / rate * 1e9))
    let start = min(max(free ?? now, now), latest)
    free = start + .nanoseconds(Int64(saturating: Double(count) / rate * 1e9))
    return start - now
  }
}
