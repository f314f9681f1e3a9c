public import Pictures
public import Playlists
public import Timing

/// Plays a queue. Knows nothing of FFmpeg, DRM or threads: the engine tells it what happened
/// and carries out the effects it returns, in order.
///
/// Pausing is an intention, not a phase. The next item is opened shortly before the current one
/// ends, so that one follows the other without a gap. A seek is a new run of the same opening.
public struct PlaybackState: Equatable, Sendable {
  public enum Phase: Equatable, Sendable {
    case idle
    /// An item is being opened.
    case opening
    /// Pictures and sound are awaited: after opening, after a seek, or from a slow source.
    case buffering
    case playing
    /// The queue has come to its end.
    case ended
    /// Nothing in the queue can be played; it is tried again later.
    case failed(PlaybackError)
  }

  /// What happened to a run.
  public enum Report: Equatable, Sendable {
    /// The source is open; this is its length, where it is known.
    case opened(duration: MediaTime?)
    /// Its first picture is on screen.
    case shown
    /// The first pictures and sound are decoded.
    case ready
    /// It will end soon.
    case nearEnd
    /// Its first picture has followed the last one of the run before.
    case followed
    /// The last picture and sample have been on screen and heard, and nothing follows.
    case ended
    /// The source does not keep up.
    case starved
    case failed(PlaybackError)
  }

  public enum Effect: Equatable, Sendable {
    case open(Item, Run)
    /// Gives the opened item another place and another number.
    case seek(Run, to: Run, Seek)
    /// Shows and sounds this run from its beginning.
    case begin(Run)
    /// Lets this run go on where the current one ends.
    case follow(Run)
    case close(Run)
    /// Halts and starts the clock of picture and sound.
    case pause, resume
    /// Shows the next picture of a paused run.
    case step(Run)
    case setRate(Double)
    case setVolume(Double)
    case setFit(Fit)
    case setRotation(Rotation)
    /// Holds for what is opened, and for seeks, from now on.
    case choose(TrackChoices)
    case reportFailure(Item, PlaybackError)
    /// Shows a calm card with the cause, and reports `retryDue` after a while.
    case showCard(PlaybackError), retry(after: Duration)
    /// Shows nothing.
    case blank
    /// Nothing is left to play.
    case finish
    /// Turns the display on or off.
    case setPower(Bool)
  }

  /// Where to go in the item that plays.
  public struct Seek: Hashable, Sendable {
    public enum Mode: Hashable, Sendable {
      /// The picture that belongs to the time.
      case exact
      /// The nearest one that can be had at once.
      case keyFrame
    }

    /// Counted from the item's beginning.
    public var target: MediaTime
    public var mode: Mode

    public init(to target: MediaTime, _ mode: Mode = .exact) {
      (self.target, self.mode) = (target, mode)
    }
  }

  /// One opened item.
  struct Opened: Equatable {
    var run: Run
    let place: Queue.Place
    let item: Item
    /// The first of its runs.
    let opening: Run
    var isOpen = false
    var isReady = false
    /// Whether it is among those that were played.
    var isCounted = false
    var duration: MediaTime?
    /// It has said that it ends soon: what follows is to be prepared, whatever it is by then.
    var isNearEnd = false
  }

  public internal(set) var queue: Queue
  public internal(set) var phase = Phase.idle
  /// What the person wants.
  public internal(set) var isPaused = false
  /// A finger is on the slider: the picture follows it and the clock stands.
  public internal(set) var isScrubbing = false
  public internal(set) var rate = 1.0
  public internal(set) var volume = 1.0
  public internal(set) var isMuted = false
  public internal(set) var choices = TrackChoices()
  public internal(set) var fit = Fit.contain
  public internal(set) var rotation = Rotation.none
  /// How many openings have been begun.
  public internal(set) var playedCount = 0
  /// Why the first item that failed did, for the exit status when nothing could be played.
  public internal(set) var firstFailure: PlaybackError?

  /// What becomes of the playing while the display is off.
  public let whileOff: PlayWhileOff
  /// Nil while the display is on.
  var off: Off?

  var current: Opened?
  var next: Opened?
  /// The next run was told to follow.
  var isFollowing = false
  /// The last thing that was played, when nothing is.
  var lastPlace: Queue.Place?
  /// What failed since an item was opened, last of all: what should have followed, or the item.
  var lastFailedPlace: Queue.Place?
  var lastFailure: PlaybackError?
  /// The seek under way, and whether its picture is on screen.
  var underWay: Seek?
  var isShown = false
  /// What is sought as soon as the one under way has its picture.
  var pending: Seek?
  /// Whether the clock of the current run was started.
  var isBegun = false
  var isClockHalted = false
  var runs = 0
  /// Counted anew with each command that opens something.
  var failuresInARow = 0
  var retries = 0
  /// What was said of each entry; it is not said twice.
  var reported: [Queue.Entry.ID: PlaybackError] = [:]

  public init(
    queue: Queue, choices: TrackChoices = TrackChoices(), fit: Fit = .contain,
    rotation: Rotation = .none, whileOff: PlayWhileOff = .pause
  ) {
    (self.queue, self.whileOff) = (queue, whileOff)
    (self.choices, self.fit, self.rotation) = (choices, fit, rotation)
  }

  /// The item that is on screen or about to be.
  public var currentItem: Item? { current?.item }
  public var currentEntry: Queue.Entry.ID? { current?.place.entry }
  public var currentRun: Run? { current?.run }
  /// The run that the current item was opened with; seeks have others.
  public var currentEntryRun: Run? { current?.opening }
  /// Whether the clock is halted because the source does not keep up.
  public var isStarved: Bool { isBegun && phase == .buffering }
  /// Where the seek under way, or the one after it, goes.
  public var seekTarget: MediaTime? { (pending ?? underWay)?.target }
  /// What the sound device plays at.
  public var effectiveVolume: Double {
    isMuted || off != nil ? 0 : volume * (current?.item.volume ?? 1)
  }
}

extension PlaybackState {
  /// Takes news of a run. News of one that we have left changes nothing.
  public mutating func receive(_ report: Report, from run: Run) -> [Effect] {
    if run == current?.run { return receiveFromCurrent(report) }
    if run == next?.run { return receiveFromNext(report) }
    return []
  }

  /// The time that `retry(after:)` asked for has passed.
  public mutating func retryDue() -> [Effect] {
    guard case .failed = phase else { return [] }
    failuresInARow = 0
    guard let place = lastPlace.flatMap(queue.next(after:)) ?? queue.first else { return finish() }
    return open(place)
  }

  private mutating func receiveFromCurrent(_ report: Report) -> [Effect] {
    switch report {
    case .opened(let duration):
      current?.isOpen = true
      current?.duration = duration
      if phase == .opening { phase = .buffering }
      return pending.map { issue($0) } ?? []
    case .shown: return noteShown()
    case .ready:
      current?.isReady = true
      return beginIfReady()
    case .nearEnd:
      current?.isNearEnd = true
      return prepareNext()
    case .followed: return []
    case .ended:
      // One that is about to follow says so itself.
      if isFollowing { return [] }
      return leaveCurrent() + advance()
    case .starved:
      guard phase == .playing else { return [] }
      phase = .buffering
      current?.isReady = false
      return clockEffects()
    case .failed(let error): return failCurrent(error)
    }
  }

  private mutating func receiveFromNext(_ report: Report) -> [Effect] {
    switch report {
    case .opened(let duration):
      next?.isOpen = true
      next?.duration = duration
    case .ready:
      guard let run = next?.run, next?.isReady == false else { return [] }
      next?.isReady = true
      isFollowing = true
      return [.follow(run)]
    case .followed: return takeOver()
    case .failed(let error): return failNext(error)
    case .shown, .nearEnd, .ended, .starved: break
    }
    return []
  }

  private mutating func noteShown() -> [Effect] {
    isShown = true
    // A cover is shown before the source is open.
    guard current?.isOpen == true else { return [] }
    if let order = pending { return issue(order) }
    if isScrubbing, let order = underWay, order.mode == .keyFrame {
      return issue(Seek(to: order.target))
    }
    return []
  }

  /// Starts a run whose pictures and sound are there, unless it is still sought in.
  mutating func beginIfReady() -> [Effect] {
    guard let current, current.isReady, !isScrubbing, pending == nil, phase == .buffering else {
      return []
    }
    if isBegun {
      phase = .playing  // the source has caught up
      return clockEffects()
    }
    return begin(current.run)
  }

  mutating func begin(_ run: Run) -> [Effect] {
    if current?.isCounted == false { playedCount += 1 }
    current?.isCounted = true
    (phase, underWay, isBegun) = (.playing, nil, true)
    noteGood()
    return [.setVolume(effectiveVolume), .begin(run)] + clockEffects()
  }

  /// Halts or starts the clock where what is wanted or what is possible has changed.
  mutating func clockEffects() -> [Effect] {
    let wanted = isHeld || isStarved
    guard wanted != isClockHalted else { return [] }
    isClockHalted = wanted
    return [wanted ? .pause : .resume]
  }

  mutating func noteGood() {
    (failuresInARow, retries) = (0, 0)
    if let entry = current?.place.entry { reported[entry] = nil }
  }
}
