import Timing

/// How fast bytes go out, over all connections together, each of which has its turn. A value.
struct SendingPace {
  /// In bytes each second.
  private let rate: Double
  /// When the next bytes may go.
  private var free: HostTime?

  init(rate: Double) { self.rate = max(rate, 1000) }

  /// How much goes at a time: what a slow line takes long for would leave the others waiting.
  var piece: Int { min(max(Int(rate / 50), 2048), 64 << 10) }

  /// After how long so many bytes may go; they count from then on.
  mutating func wait(for count: Int, at now: HostTime) -> Duration {
    let start = max(free ?? now, now)
    free = start + .nanoseconds(Int64(Double(count) / rate * 1e9))
    return start - now
  }
}
