import VitrineTiming

/// How fast bytes go out, over all connections together, each of which has its turn. A value.
struct SendingPace {
  /// In bytes each second.
  private let rate: Double
  /// When the next bytes may go.
  private var free: HostTime?

  private let mostWaiting: Int

  /// At most so many connections wait for their turns.
  init(rate: Double, mostWaiting: Int) {
    (self.rate, self.mostWaiting) = (max(rate, 1000), max(mostWaiting, 1))
  }

  /// How much goes at a time: what a slow line takes long for would leave the others waiting.
  var piece: Int { min(max(Int(saturating: rate / 50), 2048), 64 << 10) }

  /// After how long so many bytes may go; they count from then on.
  mutating func wait(for count: Int, at now: HostTime) -> Duration {
    // Those who go away have their turns, too: not for longer than all who may be there need.
    let latest = now + .nanoseconds(Int64(saturating: Double(mostWaiting *| piece) / rate * 1e9))
    let start = min(max(free ?? now, now), latest)
    free = start + .nanoseconds(Int64(saturating: Double(count) / rate * 1e9))
    return start - now
  }
}
