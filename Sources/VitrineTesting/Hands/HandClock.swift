internal import Synchronization
package import VitrineTiming

/// A clock that moves only when it is turned, for tests. Thread-safe.
package final class HandClock: Sendable {
  private let nanoseconds = Mutex<Int64>(1_000_000_000)

  /// At a second.
  package init() {}

  /// As it was turned.
  package var now: HostTime { HostTime(nanoseconds: nanoseconds.withLock { $0 }) }

  /// Moves on to `time`; never back.
  package func turn(to time: HostTime) {
    nanoseconds.withLock { $0 = max($0, time.nanoseconds) }
  }

  /// Moves on by so much.
  package func turn(by duration: Duration) { turn(to: now + duration) }
}
