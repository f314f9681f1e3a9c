internal import Synchronization
package import VitrineTiming

/// A clock that only tests advance. Thread-safe.
package final class ManualClock: Sendable {
  private let nanoseconds = Mutex<Int64>(1_000_000_000)

  /// Starts at one second.
  package init() {}

  /// The current time.
  package var now: HostTime { HostTime(nanoseconds: nanoseconds.withLock { $0 }) }

  /// Advances to `time`; never goes back.
  package func advance(to time: HostTime) {
    nanoseconds.withLock { $0 = max($0, time.nanoseconds) }
  }

  /// Advances by a duration.
  package func advance(by duration: Duration) { advance(to: now + duration) }
}
