package import VitrinePlaylists
package import VitrineTiming

/// Queries
extension PlaybackState {
  package var phase: Phase {
    switch stage {
    case .idle: .idle
    case .active(let current): current.phase
    case .ended: .ended
    case .failed(let error, _): .failed(error)
    }
  }

  /// The item that is on screen or about to be.
  package var currentItem: Item? { current?.opening.item }
  /// Returns the item of the current or the prepared run, as it is presented now; nil for others.
  package func item(of run: Run) -> Item? {
    if run == currentRun { return currentItem }
    return current?.next.flatMap { $0.run == run ? $0.opening.item : nil }
  }
  package var currentEntry: Queue.Entry.ID? { current?.place.entry }
  /// The current or latest place in the queue.
  package var place: Queue.Place? { stage.place }
  package var currentRun: Run? { current?.run }
  /// The run that the current item was opened with; seeks have other runs.
  package var currentEntryRun: Run? { current?.opening.firstRun }

  /// The track choices for the current or the prepared run.
  package func choices(of run: Run) -> TrackChoices {
    let entry = current?.next.flatMap { $0.run == run ? $0.place.entry : nil } ?? currentEntry
    return intention.choices(in: entry)
  }

  package var isPaused: Bool { intention.isPaused }
  /// Whether a visitor drags the slider: the picture follows, and the clock is stopped.
  package var isScrubbing: Bool { current?.isScrubbing ?? false }
  package var isDisplayOn: Bool { power.isOn }
  /// Whether the clock is stopped on request, or because the display is off.
  package var isHeld: Bool { isPaused || isScrubbing || power.halts }
  /// Whether the clock is stopped because the source does not keep up.
  package var isStarved: Bool { current?.isStarved ?? false }
  /// Whether the current run's data is decoded, but scrubbing or a seek that waits for its picture
  /// delays the start.
  package var isReady: Bool { current?.isReady ?? false }

  /// The target of the latest seek in progress.
  package var seekTarget: MediaTime? { current?.seek?.target }
  /// Why the first failed item failed, for the exit status if nothing could be played.
  package var firstFailure: PlaybackError? { failures.first }
  /// The volume of the sound device.
  package var effectiveVolume: Double {
    intention.isMuted || !power.isOn ? 0 : intention.volume * (currentItem?.volume ?? 1)
  }
}

extension PlaybackState.Stage {
  /// The current place, or the latest one if nothing is open.
  var place: Queue.Place? {
    switch self {
    case .active(let current): current.place
    case .idle(let last), .ended(let last), .failed(_, let last): last
    }
  }
}
