import Synchronization
public import VitrineTiming

/// A clock that moves only when a test turns it. Thread-safe.
public final class HandClock: Sendable {
  private let nanoseconds = Mutex<Int64>(1_000_000_000)

  public init() {}

  public var now: HostTime { HostTime(nanoseconds: nanoseconds.withLock { $0 }) }

  /// Moves on to `time`; never back.
  public func turn(to time: HostTime) {
    nanoseconds.withLock { $0 = max($0, time.nanoseconds) }
  }

  public func turn(by duration: Duration) { turn(to: now + duration) }
}
