internal import VitrineLinux
internal import VitrinePlayback
package import VitrineScanout

/// What plays a player in the place of its thread: in tests, whose clock is turned by hand. Thread-safe.
package protocol PlayerHand: Sendable {
  /// Does what was asked for so far.
  func settle()
  /// The screen as it is; nil while nothing was shown.
  func capture() -> Capture?
}

/// How a player that is played by hand has ended, for those who wait for that. Thread-safe.
final class Ending: Sendable {
  typealias Outcome = Result<Void, PlayerError>

  private struct State {
    var outcome: Outcome?
    var waiting: [CheckedContinuation<Outcome, Never>] = []
  }

  private let state = Shared(State())

  /// It is over, for this cause where nothing could be played.
  func end(_ error: PlaybackError?) {
    let outcome: Outcome = error.map { .failure(PlayerError($0)) } ?? .success(())
    let waiting = state.update { state in
      defer { state = State(outcome: outcome) }
      return state.waiting
    }
    for continuation in waiting { continuation.resume(returning: outcome) }
  }

  /// Waits until it is.
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
