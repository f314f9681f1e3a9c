package import VitrineTiming

/// The latency control of live playback: decides from the state of playback when the
/// `LatencyController` acts.
package struct LivePlayback: Hashable, Sendable {
  private var controller = LatencyController()

  /// The state of playback, as far as it concerns the latency.
  package enum Situation: Hashable, Sendable {
    /// No item has started.
    case notStarted
    /// Playback is held, or at a rate that a user chose, which is not corrected. The position is in
    /// the source's own time.
    case held(at: MediaTime)
    /// The clock is stopped because the source does not keep up.
    case starved
    /// The item is opening, buffering or seeking.
    case waiting
    case advancing(LatencyController.Place)

    /// `hasBegun` is whether the current item has started; `position` is in the source's own time.
    package init(_ state: PlaybackState, hasBegun: Bool, at position: MediaTime) {
      guard hasBegun, let run = state.currentRun, let opening = state.currentEntryRun else {
        self = .notStarted
        return
      }
      if state.isHeld || state.intention.rate != 1 {
        self = .held(at: position)
      } else if state.isStarved {
        self = .starved
      } else if state.phase != .playing || state.seekTarget != nil {
        self = .waiting
      } else {
        self = .advancing(.init(position: position, run: run, opening: opening))
      }
    }
  }

  package init() {}

  /// Returns the action for a source; `live` is nil for a source that is not live.
  package mutating func check(
    _ situation: Situation, _ live: Arrival.Live?, now: HostTime
  ) -> LatencyController.Action? {
    switch situation {
    case .notStarted: return controller.leave()
    case .held(let position): controller.recordHold(live, at: position)
    case .starved: controller.recordStall(at: now)
    case .waiting: break
    case .advancing(let place): return controller.update(live, at: place, now: now)
    }
    return nil
  }

  /// Returns nil for a source that is not live, or while unknown. `origin` is the source's own
  /// timestamp of the item's beginning.
  package func progress(_ live: Arrival.Live?, from origin: MediaTime) -> LiveProgress? {
    controller.progress(live, from: origin)
  }
}
