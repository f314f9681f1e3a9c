public import VitrinePlaylists
public import VitrineTiming

/// Queries
extension PlaybackState {
  public var phase: Phase {
    switch stage {
    case .idle: .idle
    case .active(let current): current.phase
    case .ended: .ended
    case .failed(let error, _): .failed(error)
    }
  }

  /// The item that is on screen or about to be.
  public var currentItem: Item? { current?.opening.item }
  /// Returns the item of the current or the prepared run, as it is presented now; nil for others.
  public func item(of run: Run) -> Item? {
    if run == currentRun { return currentItem }
    return current?.next.flatMap { $0.run == run ? $0.opening.item : nil }
  }
  public var currentEntry: Queue.Entry.ID? { current?.place.entry }
  /// The current or latest place in the queue.
  public var place: Queue.Place? { stage.place }
  public var currentRun: Run? { current?.run }
  /// The run that the current item was opened with; seeks have other runs.
  public var currentEntryRun: Run? { current?.opening.firstRun }

  /// The track choices for the current or the prepared run.
  public func choices(of run: Run) -> TrackChoices {
    let entry = current?.next.flatMap { $0.run == run ? $0.place.entry : nil } ?? currentEntry
    return intention.choices(in: entry)
  }

  public var isPaused: Bool { intention.isPaused }
  /// Whether a visitor drags the slider: the picture follows, and the clock is stopped.
  public var isScrubbing: Bool { current?.isScrubbing ?? false }
  public var isDisplayOn: Bool { power.isOn }
  /// Whether the clock is stopped on request, or because the display is off.
  public var isHeld: Bool { isPaused || isScrubbing || power.halts }
  /// Whether the clock is stopped because the source does not keep up.
  public var isStarved: Bool { current?.isStarved ?? false }
  /// Whether the current run's data is decoded, but scrubbing or a seek that waits for its picture
  /// delays the start.
  public var isReady: Bool { current?.isReady ?? false }

  /// The target of the latest seek in progress.
  public var seekTarget: MediaTime? { current?.seek?.target }
  /// Why the first failed item failed, for the exit status if nothing could be played.
  public var firstFailure: PlaybackError? { failures.first }
  /// The volume of the sound device.
  public var effectiveVolume: Double {
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
