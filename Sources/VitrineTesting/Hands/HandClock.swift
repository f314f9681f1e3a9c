internal import Synchronization
package import VitrineTiming

/// A clock that moves only when a test turns it. Thread-safe.
package final class HandClock: Sendable {
  private let nanoseconds = Mutex<Int64>(1_000_000_000)

  package init() {}

  package var now: HostTime { HostTime(nanoseconds: nanoseconds.withLock { $0 }) }

  /// Moves on to `time`; never back.
  package func turn(to time: HostTime) {
    nanoseconds.withLock { $0 = max($0, time.nanoseconds) }
  }

  package func turn(by duration: Duration) { turn(to: now + duration) }
}
