import VitrinePlayback
import VitrinePlaylists

/// Tracks what a playback state requests, as an engine would, and reports requests that no engine
/// could fulfil.
struct Ledger {
  /// One opening, identified by its current run.
  struct Opening: Equatable {
    let item: String
    var isOpened = false
    var isReady = false
    var isShown = false
    var isBegun = false
    var mayFollow = false
  }

  private(set) var openings: [Run: Opening] = [:]
  private(set) var complaints: [String] = []
  private(set) var isHalted = false
  private var isOver = false
  private var lastRun = Run(0)

  /// Whether an engine could send this report.
  func allows(_ report: PlaybackState.Report, from run: Run) -> Bool {
    guard let opening = openings[run] else { return true }
    return switch report {
    case .opened: !opening.isOpened
    case .ready: opening.isOpened
    case .nearEnd, .ended, .starved: opening.isBegun
    case .followed: opening.mayFollow
    case .shown, .failed: true
    }
  }

  /// Records a run's report if it is new to an engine.
  mutating func record(_ report: PlaybackState.Report, from run: Run) {
    switch report {
    case .opened: openings[run]?.isOpened = true
    case .ready: openings[run]?.isReady = true
    case .shown: openings[run]?.isShown = true
    case .followed:
      openings[run]?.isBegun = true
      openings[run]?.mayFollow = false
    case .nearEnd, .ended, .starved, .failed: break
    }
  }

  mutating func apply(_ effects: [PlaybackState.Effect], isCommand: Bool) {
    if isOver, !isCommand, !effects.isEmpty { complain("\(effects) after the end") }
    for effect in effects { apply(effect) }
  }

  /// Checks the invariants between any two steps.
  mutating func check(_ state: PlaybackState) {
    switch state.phase {
    case .idle, .ended, .failed:
      if !openings.isEmpty { complain("\(state.phase) with open runs") }
      if state.seekTarget != nil { complain("\(state.phase) with a seek in progress") }
      if state.isScrubbing { complain("\(state.phase) while scrubbing") }
    case .opening, .buffering, .playing:
      let isWanted = state.isHeld || state.isStarved
      if isWanted != isHalted { complain("the clock is in the wrong state") }
      guard let run = state.currentRun, let opening = openings[run] else {
        return complain("\(state.phase) without an open run")
      }
      if state.phase != .opening, !opening.isOpened { complain("\(state.phase) before opened") }
      if state.phase == .playing, !opening.isBegun {
        complain("playing a run that was not started")
      }
    }
  }

  private mutating func apply(_ effect: PlaybackState.Effect) {
    switch effect {
    case .open(let item, let run): open(item.name, run)
    case .seek(let from, let run, _): seek(from, run)
    case .begin(let run): start(run, effect) { $0.isBegun = true }
    case .follow(let run): start(run, effect) { $0.mayFollow = true }
    case .close(let run):
      if openings.removeValue(forKey: run) == nil { complain("closes \(run), which is not open") }
    case .step(let run):
      if openings[run]?.isBegun != true { complain("steps in \(run), which was not started") }
    case .pause, .resume:
      if isHalted == (effect == .pause) { complain("\(effect) twice") }
      isHalted = effect == .pause
    case .finish, .blank, .showCard:
      if !openings.isEmpty { complain("\(effect) with open runs") }
      isOver = effect == .finish || effect == .blank
    case .showCover(let run, _):
      if openings[run] == nil { complain("shows a cover of \(run), which is not open") }
    case .setRate, .setVolume, .setFit, .setArea, .setRotation, .setQuality, .choose,
      .setSubtitleStyle,
      .reportFailure, .retry,
      .setPower, .setBrightness:
      break
    }
  }

  private mutating func open(_ item: String, _ run: Run) {
    count(run)
    if openings.count > 1 { complain("a third run is opened") }
    openings[run] = Opening(item: item)
    isOver = false
  }

  private mutating func seek(_ from: Run, _ run: Run) {
    count(run)
    guard let opening = openings.removeValue(forKey: from), opening.isOpened else {
      return complain("seeks in \(from), which is not open")
    }
    openings[run] = Opening(item: opening.item, isOpened: true)
  }

  private mutating func start(
    _ run: Run, _ effect: PlaybackState.Effect, _ change: (inout Opening) -> Void
  ) {
    guard var opening = openings[run], opening.isOpened, opening.isReady else {
      return complain("\(effect), which is not open and ready")
    }
    change(&opening)
    openings[run] = opening
  }

  private mutating func count(_ run: Run) {
    if run <= lastRun { complain("\(run) is opened twice") }
    lastRun = run
  }

  private mutating func complain(_ what: String) { complaints.append(what) }
}
