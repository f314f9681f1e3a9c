/// A moment on the machine's monotonic clock: the clock of page flips, sound status and timers.
///
/// The corresponding C clock is `CLOCK_MONOTONIC`. It never jumps and means nothing after a reboot.
public struct HostTime: Hashable, Comparable, Sendable {
  public let nanoseconds: Int64

  public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  public static func < (a: HostTime, b: HostTime) -> Bool { a.nanoseconds < b.nanoseconds }

  public static func + (time: HostTime, duration: Duration) -> HostTime {
    HostTime(nanoseconds: time.nanoseconds.saturatingAdd(duration.nanoseconds))
  }

  public static func - (time: HostTime, duration: Duration) -> HostTime {
    HostTime(nanoseconds: time.nanoseconds.saturatingSubtract(duration.nanoseconds))
  }

  public static func - (a: HostTime, b: HostTime) -> Duration {
    .nanoseconds(a.nanoseconds.saturatingSubtract(b.nanoseconds))
  }
}

extension Duration {
  /// The whole nanoseconds of this duration; the rest is cut off. The ends of `Int64` hold what lies
  /// beyond.
  public var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    if overflow { return seconds < 0 ? .min : .max }
    return whole.saturatingAdd(attoseconds / 1_000_000_000)
  }

  /// This duration in seconds, for filters and statistics only.
  public var seconds: Double { Double(nanoseconds) / 1e9 }

  /// A duration of fractional nanoseconds, rounded to the nearest whole one that `Int64` holds.
  public init(roundingNanoseconds nanoseconds: Double) {
    self = .nanoseconds(Int64(saturating: nanoseconds))
  }
}
