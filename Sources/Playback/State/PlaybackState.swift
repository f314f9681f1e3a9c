public import VitrinePictures
public import VitrinePlaylists

/// Plays a queue. Knows nothing of FFmpeg, DRM or threads: the engine tells it what happened
/// and carries out the effects it returns, in order.
///
/// Pausing is an intention, not a phase. The next item is opened shortly before the current one
/// ends, so that one follows the other without a gap. A seek is a new run of the same opening.
///
/// Longer than other types: each report and each command may concern any part of it, and the
/// tables hold for all of it at once. What has a life of its own is a value of its own, in its own
/// file; what is here joins them.
public struct PlaybackState: Equatable, Sendable {
  /// What is open, and where the queue goes on where nothing is.
  enum Stage: Equatable {
    /// Nothing was begun, or everything was stopped.
    case idle(after: Queue.Place?)
    case active(CurrentItem)
    /// The queue has come to its end.
    case ended(after: Queue.Place?)
    /// Nothing in the queue can be played; it is tried again later.
    case failed(PlaybackError, after: Queue.Place?)
  }

  public private(set) var queue: Queue
  public internal(set) var intention: Intention
  /// How many openings have been begun.
  public private(set) var playedCount = 0
  private(set) var stage = Stage.idle(after: nil)
  private(set) var failures = FailureCount()
  /// What could not be played, while what plays instead does.
  public private(set) var lastFailure: FailedItem?
  /// Whether it was told to play while the queue was empty: it plays whatever the queue gets first.
  public private(set) var awaitsItems = false
  var power: DisplayPower
  private var isClockHalted = false
  private var lastRun = Run.none

  public init(
    queue: Queue, choices: TrackChoices = TrackChoices(), fit: Fit = .contain,
    rotation: Rotation = .none, quality: VariantPolicy.Wish = .automatic,
    whileOff: PlayWhileOff = .pause
  ) {
    self.queue = queue
    intention = Intention(choices: choices, fit: fit, rotation: rotation, quality: quality)
    power = DisplayPower(whileOff: whileOff)
  }

  /// Nil ends what is open without closing it: nothing is, until something is opened or decided.
  private(set) var current: CurrentItem? {
    get {
      if case .active(let current) = stage { current } else { nil }
    }
    set { stage = newValue.map(Stage.active) ?? .idle(after: stage.place) }
  }
}

// What happens.
extension PlaybackState {
  /// Takes news of a run. News of one that we have left changes nothing.
  public mutating func receive(_ report: Report, from run: Run) -> [Effect] {
    if run == current?.run { return receiveFromCurrent(report) }
    if run == current?.next?.run { return receiveFromNext(report) }
    return []
  }

  /// The time that `retry(after:)` asked for has passed.
  public mutating func retryDue() -> [Effect] {
    guard case .failed(_, let last) = stage else { return [] }
    guard let place = last.flatMap(queue.next(after:)) ?? queue.first else { return finish() }
    return openAnew(place)
  }

  private mutating func receiveFromCurrent(_ report: Report) -> [Effect] {
    switch report {
    case .opened(let duration, let videoTracks):
      return current?.noteOpened(duration, videoTracks).map { issue($0) } ?? []
    case .shown: return current?.noteShown().map { issue($0) } ?? []
    case .ready:
      current?.noteReady()
      return beginIfReady()
    case .nearEnd:
      current?.noteNearEnd()
      return prepareNext()
    // One that is about to follow says so itself.
    case .ended: return current?.next?.progress == .following ? [] : advance()
    case .starved: return current?.noteStarved() == true ? clockEffects() : []
    case .failed(let error): return failCurrent(error)
    case .followed: return []
    }
  }

  private mutating func receiveFromNext(_ report: Report) -> [Effect] {
    switch report {
    case .opened(let duration, let videoTracks):
      current?.next?.noteOpened(duration, videoTracks)
    case .ready:
      guard let run = current?.next?.run, current?.next?.noteReady() == true else { return [] }
      return [.follow(run)]
    case .followed: return takeOver()
    case .failed(let error): return failNext(error)
    case .shown, .nearEnd, .ended, .starved: break
    }
    return []
  }

  private mutating func failCurrent(_ error: PlaybackError) -> [Effect] {
    guard let current else { return [] }
    let failed = current.opening
    if failures.place == nil { failures.setPlace(failed.place) }
    let known = isDueToChoice(error, current) ? error.because(.choice) : error
    return noteFailure(known, of: failed) + advance()
  }

  /// Whether a client or visitor caused the failure: by another of its pictures' tracks, or by a place or an
  /// arrangement that has not begun to play. Another display has it begun anew as well. A file that is missing
  /// or no media fails whatever is chosen.
  private func isDueToChoice(_ error: PlaybackError, _ item: CurrentItem) -> Bool {
    guard error.cause == .content else { return false }
    let isBegunAnew = item.run != item.opening.firstRun && !item.isBegun
    switch (error.category, error.exitStatus) {
    case (.decode, _): return isBegunAnew || playsOtherPictures(item)
    // The source is open, and cannot be read at that place.
    case (.source, .data): return isBegunAnew
    default: return false
    }
  }

  /// Choices are for whatever plays: one changes an item only where that has something to choose from.
  private func playsOtherPictures(_ item: CurrentItem) -> Bool {
    switch intention.choices(in: item.place.entry).video {
    case .automatic: false
    case .off: item.opening.videoTracks > 0
    case .index, .language: item.opening.videoTracks > 1
    }
  }

  /// What was to follow cannot: the one after it does.
  private mutating func failNext(_ error: PlaybackError) -> [Effect] {
    guard let failed = current?.next?.opening else { return [] }
    let effects = noteFailure(error, of: failed) + dropNext()
    guard failures.inARow < queue.entries.count, let place = queue.next(after: failed.place) else {
      failures.setPlace(failed.place)
      return effects
    }
    return effects + openNext(place)
  }

  private mutating func noteFailure(_ error: PlaybackError, of failed: Opening) -> [Effect] {
    lastFailure = FailedItem(entry: failed.place.entry, item: failed.item, error: error)
    return failures.note(error, of: failed.place.entry) ? [.reportFailure(failed.item, error)] : []
  }
}

// From item to item.
extension PlaybackState {
  /// Opens what is at `place` as the current item, after a command or a wait: what has failed
  /// before counts no more.
  mutating func openAnew(_ place: Queue.Place) -> [Effect] {
    failures.beginRow()
    return open(place)
  }

  private mutating func open(_ place: Queue.Place) -> [Effect] {
    guard let opening = makeOpening(place) else { return finish() }
    enter(CurrentItem(opening))
    return clockEffects() + [.open(opening.item, opening.run)]
  }

  private mutating func enter(_ item: CurrentItem) {
    if failures.inARow == 0 { lastFailure = nil }
    queue.enter(item.place)
    intention.enter(item.place.entry)
    failures.setPlace(nil)
    current = item
  }

  private mutating func makeOpening(_ place: Queue.Place) -> Opening? {
    queue[place.entry].map { Opening(makeRun(), place, $0.item) }
  }

  private mutating func makeRun() -> Run {
    lastRun = Run(lastRun.number + 1)
    return lastRun
  }

  /// Opens the item that follows, so that it is ready at the edge.
  mutating func prepareNext() -> [Effect] {
    guard let current, current.isBegun, current.next == nil,
      let place = following(current.place)
    else { return [] }
    return openNext(place)
  }

  /// What plays after `place`, or after what should have followed it and could not: that is
  /// skipped whole, however often it was to be repeated.
  private func following(_ place: Queue.Place) -> Queue.Place? {
    failures.place.map { queue.next(after: $0) } ?? queue.following(place)
  }

  private mutating func openNext(_ place: Queue.Place) -> [Effect] {
    guard let opening = makeOpening(place) else { return [] }
    current?.next = PreparedItem(opening)
    return [.open(opening.item, opening.run)]
  }

  /// Forgets the item that was prepared.
  mutating func dropNext() -> [Effect] {
    guard let run = current?.next?.run else { return [] }
    current?.next = nil
    return [.close(run)]
  }

  /// Closes the current item, and forgets where in it one wanted to be.
  private mutating func leaveCurrent() -> [Effect] {
    guard let run = current?.run else { return [] }
    current = nil
    return [.close(run)]
  }

  /// Closes the current item and goes on to what follows it, which is open already where it
  /// could be.
  private mutating func advance() -> [Effect] {
    guard let current else { return [] }
    if let place = current.next?.place { return go(to: place) }
    let leaving = leaveCurrent()
    guard let place = following(current.place) else { return leaving + finish() }
    if failures.inARow >= queue.entries.count, let error = failures.last {
      return leaving + giveUp(error)
    }
    return leaving + open(place)
  }

  /// Makes `place` the current one; what was prepared for it is used.
  mutating func go(to place: Queue.Place) -> [Effect] {
    let prepared = current?.next
    let leaving = leaveCurrent()
    guard let prepared, prepared.place == place else {
      return leaving + (prepared.map { [.close($0.run)] } ?? []) + openAnew(place)
    }
    failures.beginRow()
    enter(CurrentItem(prepared))
    return leaving + (prepared.progress == .following ? begin() : clockEffects())
  }

  /// The prepared run has followed the current one on screen.
  private mutating func takeOver() -> [Effect] {
    guard let prepared = current?.next else { return [] }
    let leaving = leaveCurrent()
    enter(CurrentItem(prepared))
    notePlaying()
    return leaving + [.setVolume(effectiveVolume)] + clockEffects()
  }

  /// Starts a run whose pictures and sound are there, unless it is still sought in.
  mutating func beginIfReady() -> [Effect] {
    if current?.resumeFlow() == true { return clockEffects() }
    return current?.mayBegin == true ? begin() : []
  }

  private mutating func begin() -> [Effect] {
    guard let run = current?.run else { return [] }
    notePlaying()
    return [.setVolume(effectiveVolume), .begin(run)] + clockEffects()
  }

  private mutating func notePlaying() {
    if current?.begin() == true { playedCount += 1 }
    if let entry = currentEntry { failures.notePlaying(entry) }
  }

  /// A whole round without one good item: a list that loops is tried again, ever more rarely. Behind one that
  /// played, its last picture is up for the first second, before a card says so: where a stick was pulled out
  /// or a share was away for a moment, other items or the same are there by then.
  private mutating func giveUp(_ error: PlaybackError) -> [Effect] {
    guard queue.loop != .none else { return finish() }
    stage = .failed(error, after: stage.place)
    let card: [Effect] = failures.isFirstRound && playedCount > 0 ? [] : [.showCard(error)]
    return card + [.retry(after: failures.nextDelay())]
  }

  mutating func finish() -> [Effect] {
    stage = .ended(after: stage.place)
    return [.finish]
  }

  /// Closes everything.
  mutating func closeAll() -> [Effect] {
    defer { stage = .idle(after: stage.place) }
    return dropNext() + leaveCurrent()
  }

  /// Halts or starts the clock where what is wanted or what is possible has changed.
  mutating func clockEffects() -> [Effect] {
    let wanted = isHeld || isStarved
    guard wanted != isClockHalted else { return [] }
    isClockHalted = wanted
    return [wanted ? .pause : .resume]
  }
}

// Within the item.
extension PlaybackState {
  /// Gives the current item a new run. A source that is being opened is sought in as soon as it is
  /// open.
  mutating func issueOnceOpen(_ order: Seek) -> [Effect] {
    current?.waitUntilOpen(for: order) == true ? [] : issue(order)
  }

  /// As `issueOnceOpen`; the quick seek that is under way is let finish, too.
  mutating func issueOnceShown(_ order: Seek) -> [Effect] {
    current?.waitUntilShown(for: order) == true ? [] : issueOnceOpen(order)
  }

  private mutating func issue(_ order: Seek) -> [Effect] {
    guard let from = current?.run else { return [] }
    let dropped = dropNext()
    let run = makeRun()
    current?.issue(order, as: run)
    return dropped + clockEffects() + [.seek(from, to: run, order)]
  }

  mutating func setAwaitsItems(_ awaits: Bool) { awaitsItems = awaits }

  mutating func setScrubbing(_ isScrubbing: Bool) { current?.isScrubbing = isScrubbing }

  /// Changes the queue; what has failed before may be good now. Of other files at the same paths nothing was said.
  mutating func changeQueue(isRenewal: Bool, _ change: (inout Queue) -> Void) {
    change(&queue)
    awaitsItems = awaitsItems && queue.isEmpty
    failures.noteEdit(queue)
    if isRenewal { failures.forgetReports() }
  }
}
