import CVitrineLinux
import Glibc

/// An event loop that waits for several descriptors. Thread-bound from its first wait on.
///
/// Wraps `epoll_create1`, `epoll_ctl` and `epoll_wait`.
package struct EventLoop: ~Copyable, Sendable {
  /// Lets another event loop wait for all of this one's descriptors.
  package let descriptor: FileDescriptor
  private let binding: ThreadBinding

  package init() throws(Errno) {
    descriptor = FileDescriptor(owning: try valueOrErrno { epoll_create1(CInt(EPOLL_CLOEXEC)) })
    binding = ThreadBinding()
  }

  /// Reports `token` while `watched` is readable, has failed or was closed by its peer; with
  /// `includesPriority` also while its driver has an event (EPOLLPRI).
  package func add(
    _ watched: borrowing FileDescriptor, token: UInt64, includesPriority: Bool = false
  ) throws(Errno) {
    var event = unsafe epoll_event()
    unsafe event.events = EPOLLIN.rawValue | (includesPriority ? EPOLLPRI.rawValue : 0)
    unsafe event.data.u64 = token
    let (loop, number) = (descriptor.rawValue, watched.rawValue)
    _ = try valueOrErrno { unsafe epoll_ctl(loop, EPOLL_CTL_ADD, number, &event) }
  }

  /// Changes the events of `watched`. Failures and a closed peer are always reported.
  package func change(
    _ watched: borrowing FileDescriptor, token: UInt64, to interest: Readiness
  ) throws(Errno) {
    var event = unsafe epoll_event()
    unsafe event.events =
      (interest.contains(.readable) ? EPOLLIN.rawValue : 0)
      | (interest.contains(.writable) ? EPOLLOUT.rawValue : 0)
    unsafe event.data.u64 = token
    let (loop, number) = (descriptor.rawValue, watched.rawValue)
    _ = try valueOrErrno { unsafe epoll_ctl(loop, EPOLL_CTL_MOD, number, &event) }
  }

  package func remove(_ watched: borrowing FileDescriptor) {
    _ = epoll_ctl(descriptor.rawValue, EPOLL_CTL_DEL, watched.rawValue, nil)
  }

  /// Sleeps until there are events, and calls `body` with each token. Returns without a call after
  /// a signal.
  package func wait(_ body: (UInt64) -> Void) throws(Errno) {
    try wait { (token, _: Readiness) in body(token) }
  }

  /// Also passes the events to `body`.
  package func wait(_ body: (UInt64, Readiness) -> Void) throws(Errno) {
    binding.check()
    var events = unsafe [epoll_event](repeating: epoll_event(), count: 8)
    let count = unsafe epoll_wait(descriptor.rawValue, &events, CInt(events.count), -1)
    guard count >= 0 else {
      let error = Errno.last
      if error == .interrupted { return }
      throw error
    }
    unsafe events.prefix(Int(count)).forEach {
      unsafe body($0.data.u64, Readiness(events: $0.events))
    }
  }
}

/// The operations on a descriptor that would not block.
package struct Readiness: OptionSet, Sendable {
  package let rawValue: UInt8

  package static let readable = Readiness(rawValue: 1)
  package static let writable = Readiness(rawValue: 2)
  /// It has failed, or its peer is closed in both directions.
  package static let gone = Readiness(rawValue: 4)

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  init(events: UInt32) {
    self = []
    if events & EPOLLIN.rawValue != 0 { insert(.readable) }
    if events & EPOLLOUT.rawValue != 0 { insert(.writable) }
    if events & (EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0 { insert(.gone) }
  }
}
