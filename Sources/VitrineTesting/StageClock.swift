internal import Synchronization
public import VitrineKit
internal import VitrineTiming

/// The clock of a stage, for code that sleeps. It advances only with the stage. Thread-safe.
///
/// ```swift
/// func close(_ player: Player, after time: Duration, by clock: some Clock<Duration>) async throws {
///   try await Task.sleep(for: time, clock: clock)
///   player.close()
/// }
/// ```
///
/// A program passes a `ContinuousClock`, its test `stage.clock`.
public struct StageClock: Clock {
  /// The type of the times in `PlayerEvent`.
  public typealias Instant = Moment

  let manualClock: ManualClock
  let sleepers: Sleepers

  /// The current time of the stage.
  public var now: Moment { Moment(manualClock.now) }

  /// One nanosecond.
  public var minimumResolution: Duration { .nanoseconds(1) }

  /// Waits until the stage has reached a time.
  ///
  /// - Throws: `CancellationError` if the task is cancelled first.
  public func sleep(until deadline: Moment, tolerance: Duration? = nil) async throws {
    try await sleepers.sleep(until: deadline, manualClock)
  }
}

/// The tasks that sleep on a stage's clock. Thread-safe.
final class Sleepers: Sendable {
  private struct Sleeper {
    let deadline: Moment
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var lastID = 0
    var sleepers: [Int: Sleeper] = [:]
  }

  private let state = Mutex(State())

  func sleep(until deadline: Moment, _ manualClock: ManualClock) async throws {
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let outcome = state.withLock { state -> Result<Void, any Error>? in
          // A later cancellation or wake-up finds the sleeper here.
          if Task.isCancelled { return .failure(CancellationError()) }
          if deadline <= Moment(manualClock.now) { return .success(()) }
          state.sleepers[id] = Sleeper(deadline: deadline, continuation: continuation)
          return nil
        }
        if let outcome { continuation.resume(with: outcome) }
      }
    } onCancel: {
      let sleeper = state.withLock { $0.sleepers.removeValue(forKey: id) }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }

  /// The time of the next wake-up.
  var next: Moment? { state.withLock { $0.sleepers.values.map(\.deadline).min() } }

  /// Wakes all tasks that are due, in order of their deadlines.
  func wake(at now: Moment) {
    let due = state.withLock { state -> [(id: Int, sleeper: Sleeper)] in
      let due = state.sleepers.filter { $0.value.deadline <= now }
      for id in due.keys { state.sleepers[id] = nil }
      return due.map { (id: $0.key, sleeper: $0.value) }
    }
    // Of two tasks with the same deadline, the first to sleep wakes first.
    let order = due.sorted { ($0.sleeper.deadline, $0.id) < ($1.sleeper.deadline, $1.id) }
    for entry in order { entry.sleeper.continuation.resume() }
  }
}
