import CVitrineLinux
import Glibc
import VitrineTiming

/// A counter that other threads increment to wake an event loop. Thread-safe.
///
/// Wraps `eventfd`.
package final class Wakeup: Sendable {
  package let descriptor: FileDescriptor

  package init() throws(Errno) {
    descriptor = FileDescriptor(
      owning: try valueOrErrno { eventfd(0, CInt(EFD_CLOEXEC | EFD_NONBLOCK)) })
  }

  package func ring() {
    // A full counter wakes the loop as well.
    _ = eventfd_write(descriptor.rawValue, 1)
  }

  /// Blocks until `ring` is called; returns at once if it was called since the last `clear`.
  package func wait() {
    var one = pollfd(fd: descriptor.rawValue, events: Int16(POLLIN), revents: 0)
    while unsafe poll(&one, 1, -1) < 0, errno == EINTR {}
  }

  /// The same, for at most this time; returns whether `ring` was called.
  package func wait(for limit: Duration) -> Bool {
    var one = pollfd(fd: descriptor.rawValue, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&one, 1, CInt(clamping: limit.nanoseconds / 1_000_000)) > 0
  }

  /// Resets the counter, so that the next `wait` blocks.
  package func clear() {
    var count: eventfd_t = 0
    _ = unsafe eventfd_read(descriptor.rawValue, &count)
  }
}
