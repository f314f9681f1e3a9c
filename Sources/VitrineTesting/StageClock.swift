internal import Synchronization
public import VitrineKit
internal import VitrineTiming

/// The time of a stage as a clock of Swift's, for what a program itself waits for: it goes on as the stage is
/// advanced, and only then. Thread-safe.
///
/// ```swift
/// func closing(_ player: Player, after time: Duration, _ clock: some Clock<Duration>) async throws {
///   try await Task.sleep(for: time, clock: clock)
///   player.close()
/// }
/// ```
///
/// A program gives it a `ContinuousClock`, its test `stage.clock`.
public struct StageClock: Clock {
  /// Moments are those that events tell.
  public typealias Instant = Moment

  let hand: HandClock
  let sleepers: Sleepers

  /// As the stage was advanced.
  public var now: Moment { Moment(hand.now) }

  /// A nanosecond.
  public var minimumResolution: Duration { .nanoseconds(1) }

  /// Returns once the stage has come to this moment.
  ///
  /// - Throws: `CancellationError` where the task is cancelled meanwhile.
  public func sleep(until deadline: Moment, tolerance: Duration? = nil) async throws {
    try await sleepers.sleep(until: deadline, hand)
  }
}

/// Those who wait for a moment of a stage. Thread-safe.
final class Sleepers: Sendable {
  private struct Sleeper {
    let deadline: Moment
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var lastSeat = 0
    var sleepers: [Int: Sleeper] = [:]
  }

  private let state = Mutex(State())

  func sleep(until deadline: Moment, _ hand: HandClock) async throws {
    let seat = state.withLock { state in
      state.lastSeat += 1
      return state.lastSeat
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let outcome = state.withLock { state -> Result<Void, any Error>? in
          // Where it is cancelled, or the time comes, from now on, that finds it here.
          if Task.isCancelled { return .failure(CancellationError()) }
          if deadline <= Moment(hand.now) { return .success(()) }
          state.sleepers[seat] = Sleeper(deadline: deadline, continuation: continuation)
          return nil
        }
        if let outcome { continuation.resume(with: outcome) }
      }
    } onCancel: {
      let sleeper = state.withLock { $0.sleepers.removeValue(forKey: seat) }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }

  /// When the first of them wakes.
  var next: Moment? { state.withLock { $0.sleepers.values.map(\.deadline).min() } }

  /// Wakes all whose moment has come, in the order of these.
  func wake(at now: Moment) {
    let due = state.withLock { state -> [(seat: Int, sleeper: Sleeper)] in
      let due = state.sleepers.filter { $0.value.deadline <= now }
      for seat in due.keys { state.sleepers[seat] = nil }
      return due.map { (seat: $0.key, sleeper: $0.value) }
    }
    // Of two with the same moment the first that slept wakes first.
    let order = due.sorted { ($0.sleeper.deadline, $0.seat) < ($1.sleeper.deadline, $1.seat) }
    for entry in order { entry.sleeper.continuation.resume() }
  }
}
