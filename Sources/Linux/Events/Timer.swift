import CVitrineLinux
import Glibc
package import VitrineTiming

extension HostTime {
  /// The current time of the machine's monotonic clock (C: `clock_gettime`).
  package static func now() -> HostTime {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return HostTime(
      nanoseconds: Int64(seconds: Int64(time.tv_sec), nanoseconds: Int64(time.tv_nsec)))
  }
}

/// A timer that wakes an event loop. Thread-bound.
///
/// Wraps `timerfd_create` and `timerfd_settime`.
package struct Timer: ~Copyable, Sendable {
  package let descriptor: FileDescriptor
  private let binding: ThreadBinding

  package init() throws(Errno) {
    descriptor = FileDescriptor(
      owning: try valueOrErrno {
        timerfd_create(CLOCK_MONOTONIC, CInt(TFD_CLOEXEC | TFD_NONBLOCK))
      })
    binding = ThreadBinding()
  }

  /// Fires once at `time`, or at once if it has passed; nil cancels.
  package func set(to time: HostTime?) {
    binding.check()
    var order = itimerspec()
    if let time {
      let nanoseconds = max(1, time.nanoseconds)
      order.it_value = timespec(
        tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
    }
    _ = unsafe timerfd_settime(descriptor.rawValue, CInt(TFD_TIMER_ABSTIME), &order, nil)
  }

  /// Clears the expirations so far, so that the next wait sleeps.
  package func clear() {
    binding.check()
    var count: UInt64 = 0
    _ = unsafe read(descriptor.rawValue, &count, 8)
  }
}
