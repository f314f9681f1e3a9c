import CVitrineLinux
import Glibc

/// The processor time that one thread has had. A value, which any thread may ask.
///
/// The corresponding C functions are `pthread_getcpuclockid` and `clock_gettime`.
public struct ThreadClock: Sendable {
  private let id: clockid_t

  /// That of the thread that asks; nil where the kernel has none.
  public static var ofThisThread: ThreadClock? {
    var id = clockid_t()
    guard unsafe pthread_getcpuclockid(pthread_self(), &id) == 0 else { return nil }
    return ThreadClock(id: id)
  }

  /// So far; nil once the thread has ended.
  public var time: Duration? {
    var spent = timespec()
    guard unsafe clock_gettime(id, &spent) == 0 else { return nil }
    return .seconds(spent.tv_sec) + .nanoseconds(spent.tv_nsec)
  }
}
