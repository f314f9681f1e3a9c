internal import CVitrineLinux
internal import Glibc
internal import VitrineTiming

/// The machine's wall clock. Code that makes decisions uses the `ClockReading` of `Signage` instead.
package enum TimeOfDay {
  /// In whole seconds since 1970-01-01 00:00 UTC (C: `clock_gettime` with `CLOCK_REALTIME`).
  static func now() -> Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec)
  }

  /// In nanoseconds since 1970-01-01 00:00 UTC.
  package static func nanoseconds() -> Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Int64(seconds: Int64(time.tv_sec), nanoseconds: Int64(time.tv_nsec))
  }

  /// Returns the machine's UTC offset at a time, in seconds (C: `localtime_r`).
  package static func zoneOffset(at moment: Int64) -> Int {
    var (time, parts) = unsafe (time_t(moment), tm())
    guard unsafe localtime_r(&time, &parts) != nil else { return 0 }
    return unsafe Int(parts.tm_gmtoff)
  }

  /// Reloads the machine's time zone (C: `tzset`).
  package static func readZone() { tzset() }
}

/// A timer that wakes an event loop at a time of day, and when the clock is set. Thread-safe.
///
/// Wraps `timerfd_create` and `timerfd_settime`.
package struct WallClockTimer: ~Copyable, Sendable {
  package let descriptor: FileDescriptor

  package init() throws(Errno) {
    descriptor = FileDescriptor(
      owning: try valueOrErrno {
        timerfd_create(CLOCK_REALTIME, CInt(TFD_CLOEXEC | TFD_NONBLOCK))
      })
  }

  /// Fires once at `moment`, in seconds since 1970-01-01 00:00 UTC, or at once if it has passed;
  /// and when the clock is set.
  package func set(to moment: Int64) {
    var order = itimerspec()
    order.it_value = timespec(tv_sec: Int(max(1, moment)), tv_nsec: 0)
    let flags = CInt(TFD_TIMER_ABSTIME) | CInt(TFD_TIMER_CANCEL_ON_SET)
    _ = unsafe timerfd_settime(descriptor.rawValue, flags, &order, nil)
  }

  /// Clears the expirations so far, so that the next wait sleeps.
  package func clear() {
    var count: UInt64 = 0
    // ECANCELED means that the clock was set, and clears that, too.
    _ = unsafe read(descriptor.rawValue, &count, 8)
  }
}
