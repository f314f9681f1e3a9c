import CVitrineLinux
import Glibc

/// The CPU time of one thread. Any thread may read it.
///
/// Wraps `pthread_getcpuclockid` and `clock_gettime`.
package struct ThreadClock: Sendable {
  private let id: clockid_t

  /// The clock of the calling thread; nil if the kernel has none.
  package static var ofThisThread: ThreadClock? {
    var id = clockid_t()
    guard unsafe pthread_getcpuclockid(pthread_self(), &id) == 0 else { return nil }
    return ThreadClock(id: id)
  }

  /// The time so far; nil once the thread has ended.
  package var time: Duration? {
    var spent = timespec()
    guard unsafe clock_gettime(id, &spent) == 0 else { return nil }
    return .seconds(spent.tv_sec) + .nanoseconds(spent.tv_nsec)
  }
}
