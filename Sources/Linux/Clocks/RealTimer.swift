internal import CVitrineLinux
internal import Glibc
internal import VitrineTiming

/// The machine's time of day, which people and time servers set. Whatever decides by it reads a `ClockReading`.
enum TimeOfDay {
  /// In whole seconds since 1970-01-01 00:00 UTC. The corresponding C function is
  /// `clock_gettime` with `CLOCK_REALTIME`.
  static func now() -> Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec)
  }

  /// In nanoseconds since then.
  static func nanoseconds() -> Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Int64(seconds: Int64(time.tv_sec), nanoseconds: Int64(time.tv_nsec))
  }

  /// How far the machine's zone is ahead of UTC at a moment, in seconds. The corresponding C
  /// function is `localtime_r`.
  static func zoneOffset(at moment: Int64) -> Int {
    var (time, parts) = unsafe (time_t(moment), tm())
    guard unsafe localtime_r(&time, &parts) != nil else { return 0 }
    return unsafe Int(parts.tm_gmtoff)
  }

  /// Looks again which zone the machine is in. The corresponding C function is `tzset`.
  static func readZone() { tzset() }
}

/// A timer that wakes an event loop at a time of day, and when the clock is set.
/// Thread-safe.
///
/// The corresponding C functions are `timerfd_create` and `timerfd_settime`.
public struct RealTimer: ~Copyable, Sendable {
  public let descriptor: FileDescriptor

  public init() throws(Errno) {
    descriptor = FileDescriptor(
      owning: try valueOrErrno {
        timerfd_create(CLOCK_REALTIME, CInt(TFD_CLOEXEC | TFD_NONBLOCK))
      })
  }

  /// Fires once at `moment`, in seconds since 1970-01-01 00:00 UTC, at once if that has passed;
  /// and when the clock is set to another time.
  public func set(to moment: Int64) {
    var order = itimerspec()
    order.it_value = timespec(tv_sec: Int(max(1, moment)), tv_nsec: 0)
    let flags = CInt(TFD_TIMER_ABSTIME) | CInt(TFD_TIMER_CANCEL_ON_SET)
    _ = unsafe timerfd_settime(descriptor.rawValue, flags, &order, nil)
  }

  /// Takes what has happened so far, so that the next wait sleeps.
  public func clear() {
    var count: UInt64 = 0
    // ECANCELED says that the clock was set, which takes that news too.
    _ = unsafe read(descriptor.rawValue, &count, 8)
  }
}
