public import VitrinePlaylists
public import VitrineTiming

/// What others read of it.
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
  public var currentEntry: Queue.Entry.ID? { current?.place.entry }
  /// What plays, or played last.
  public var place: Queue.Place? { stage.place }
  public var currentRun: Run? { current?.run }
  /// The run that the current item was opened with; seeks have others.
  public var currentEntryRun: Run? { current?.opening.firstRun }

  /// What plays of the tracks of a run that is open, the current one or the prepared one.
  public func choices(of run: Run) -> TrackChoices {
    let entry = current?.next.flatMap { $0.run == run ? $0.place.entry : nil } ?? currentEntry
    return intention.choices(in: entry)
  }

  public var isPaused: Bool { intention.isPaused }
  /// A finger is on the slider: the picture follows it and the clock stands.
  public var isScrubbing: Bool { current?.isScrubbing ?? false }
  public var isDisplayOn: Bool { power.isOn }
  /// Whether the clock stands because of what people want.
  public var isHeld: Bool { isPaused || isScrubbing || power.halts }
  /// Whether the clock is halted because the source does not keep up.
  public var isStarved: Bool { current?.isStarved ?? false }
  /// Whether the pictures and sound that were awaited are there, and something else keeps the current
  /// run from playing: a finger on the slider, or a seek that waits for its picture to be shown.
  public var isReady: Bool { current?.isReady ?? false }

  /// Where the seek under way, or the one after it, goes.
  public var seekTarget: MediaTime? { current?.seek?.target }
  /// Why the first item that failed did, for the exit status when nothing could be played.
  public var firstFailure: PlaybackError? { failures.first }
  /// What the sound device plays at.
  public var effectiveVolume: Double {
    intention.isMuted || !power.isOn ? 0 : intention.volume * (currentItem?.volume ?? 1)
  }
}

extension PlaybackState.Stage {
  /// Of what is current, or was when something was open last.
  var place: Queue.Place? {
    switch self {
    case .active(let current): current.place
    case .idle(let last), .ended(let last), .failed(_, let last): last
    }
  }
}
