import CLinux
import Glibc

/// Waits for several descriptors at once. Thread-bound.
///
/// The corresponding C functions are `epoll_create1`, `epoll_ctl` and `epoll_wait`.
public struct EventLoop: ~Copyable, Sendable {
  /// What another event loop can wait on, for all of this one's.
  public let descriptor: FileDescriptor

  public init() throws(Errno) {
    descriptor = FileDescriptor(owning: try valueOrErrno { epoll_create1(CInt(EPOLL_CLOEXEC)) })
  }

  /// Reports `token` while `watched` can be read, has failed or was closed by its other end; with
  /// `isNewsToo` also while it has what its driver calls an event (EPOLLPRI).
  public func add(
    _ watched: borrowing FileDescriptor, token: UInt64, isNewsToo: Bool = false
  ) throws(Errno) {
    var event = unsafe epoll_event()
    unsafe event.events = EPOLLIN.rawValue | (isNewsToo ? EPOLLPRI.rawValue : 0)
    unsafe event.data.u64 = token
    let (loop, number) = (descriptor.rawValue, watched.rawValue)
    _ = try valueOrErrno { unsafe epoll_ctl(loop, EPOLL_CTL_ADD, number, &event) }
  }

  public func remove(_ watched: borrowing FileDescriptor) {
    _ = epoll_ctl(descriptor.rawValue, EPOLL_CTL_DEL, watched.rawValue, nil)
  }

  /// Sleeps until something happens and calls `body` with each token.
  /// A signal counts as nothing happening.
  public func wait(_ body: (UInt64) -> Void) throws(Errno) {
    var events = unsafe [epoll_event](repeating: epoll_event(), count: 8)
    let count = unsafe epoll_wait(descriptor.rawValue, &events, CInt(events.count), -1)
    guard count >= 0 else {
      let error = Errno.last
      if error == .interrupted { return }
      throw error
    }
    unsafe events.prefix(Int(count)).forEach { unsafe body($0.data.u64) }
  }
}
