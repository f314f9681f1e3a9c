import CVitrineLinux
import Glibc

/// What other threads ring to wake an event loop. Thread-safe.
///
/// The corresponding C function is `eventfd`.
public final class Wakeup: Sendable {
  public let descriptor: FileDescriptor

  public init() throws(Errno) {
    descriptor = FileDescriptor(
      owning: try valueOrErrno { eventfd(0, CInt(EFD_CLOEXEC | EFD_NONBLOCK)) })
  }

  public func ring() {
    // A full counter means that the loop has not looked yet: it will.
    _ = eventfd_write(descriptor.rawValue, 1)
  }

  /// Keeps the caller until it is rung, or was since the last `clear`.
  public func wait() {
    var one = pollfd(fd: descriptor.rawValue, events: Int16(POLLIN), revents: 0)
    while unsafe poll(&one, 1, -1) < 0, errno == EINTR {}
  }

  /// Takes the rings so far, so that the next wait sleeps.
  public func clear() {
    var count: eventfd_t = 0
    _ = unsafe eventfd_read(descriptor.rawValue, &count)
  }
}
