/// A time on the machine's monotonic clock, which page flips, sound status and timers use.
///
/// `CLOCK_MONOTONIC` never jumps, and is meaningless after a reboot.
package struct HostTime: Hashable, Comparable, Sendable {
  package let nanoseconds: Int64

  package init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  package static func < (a: HostTime, b: HostTime) -> Bool { a.nanoseconds < b.nanoseconds }

  package static func + (time: HostTime, duration: Duration) -> HostTime {
    HostTime(nanoseconds: time.nanoseconds.saturatingAdd(duration.nanoseconds))
  }

  package static func - (time: HostTime, duration: Duration) -> HostTime {
    HostTime(nanoseconds: time.nanoseconds.saturatingSubtract(duration.nanoseconds))
  }

  package static func - (a: HostTime, b: HostTime) -> Duration {
    .nanoseconds(a.nanoseconds.saturatingSubtract(b.nanoseconds))
  }
}

extension Duration {
  /// The duration in nanoseconds, truncated; clamped to the range of `Int64`.
  package var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    if overflow { return seconds < 0 ? .min : .max }
    return whole.saturatingAdd(attoseconds / 1_000_000_000)
  }

  /// The duration in seconds, only for filters and statistics.
  package var seconds: Double { Double(nanoseconds) / 1e9 }

  /// Rounds fractional nanoseconds; clamps them to the range of `Int64`.
  package init(roundingNanoseconds nanoseconds: Double) {
    self = .nanoseconds(Int64(saturating: nanoseconds))
  }
}
