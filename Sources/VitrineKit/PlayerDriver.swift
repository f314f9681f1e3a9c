internal import VitrineLinux
internal import VitrinePlayback
package import VitrineScanout

/// Drives a player instead of its thread, in tests with a manual clock. Thread-safe.
package protocol PlayerDriver: Sendable {
  /// Carries out all commands so far.
  func settle()
  /// Returns the current screen, or nil if nothing was shown yet.
  func capture() -> Capture?
}

/// The outcome of a manually driven player, for tasks that wait for it. Thread-safe.
final class OutcomePromise: Sendable {
  typealias Outcome = Result<Void, PlayerError>

  private struct State {
    var outcome: Outcome?
    var waiting: [CheckedContinuation<Outcome, Never>] = []
  }

  private let state = Shared(State())

  /// Records the end, with the error if nothing could be played.
  func end(_ error: PlaybackError?) {
    let outcome: Outcome = error.map { .failure(PlayerError($0)) } ?? .success(())
    let waiting = state.update { state in
      defer { state = State(outcome: outcome) }
      return state.waiting
    }
    for continuation in waiting { continuation.resume(returning: outcome) }
  }

  /// Waits for the end.
  func wait() async -> Outcome {
    await withCheckedContinuation { continuation in
      let outcome = state.update { state in
        if state.outcome == nil { state.waiting.append(continuation) }
        return state.outcome
      }
      if let outcome { continuation.resume(returning: outcome) }
    }
  }
}
