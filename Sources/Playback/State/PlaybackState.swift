package import VitrinePictures
package import VitrinePlaylists

/// The state machine that plays a queue. It does not know FFmpeg, DRM or threads: the engine
/// reports events and carries out the returned effects, in order.
///
/// A pause is a request, not a phase. The next item is opened shortly before the current one ends,
/// so that it follows without a gap. A seek is a new run of the same opening.
///
/// This type is larger than others: each report and command may affect any part of it, and the
/// tables of tests cover it as a whole. Independent parts are separate types in their own files;
/// this one connects them.
package struct PlaybackState: Equatable, Sendable {
  /// The open item, or where the queue continues if there is none.
  enum Stage: Equatable {
    /// Nothing was started, or everything was stopped.
    case idle(after: Queue.Place?)
    case active(CurrentItem)
    /// The queue has ended.
    case ended(after: Queue.Place?)
    /// Nothing in the queue can be played; it is retried later.
    case failed(PlaybackError, after: Queue.Place?)
  }

  package private(set) var queue: Queue
  package internal(set) var intention: Intention
  /// The number of openings started.
  package private(set) var playedCount = 0
  private(set) var stage = Stage.idle(after: nil)
  private(set) var failures = FailureCount()
  /// The item that failed, while its replacement plays.
  package private(set) var lastFailure: FailedItem?
  /// Whether `play` was called on an empty queue: the first item added is played.
  package private(set) var awaitsItems = false
  var power: DisplayPower
  /// Whether a player that stays open at the end of the queue also waits for a queue in which
  /// nothing can be played.
  private let staysOpen: Bool
  private var isClockHalted = false
  private var lastRun = Run.none

  package init(
    queue: Queue, choices: TrackChoices = TrackChoices(), fit: Fit = .contain,
    rotation: Rotation = .none, quality: VariantPolicy.Preference = .automatic,
    maximumVolume: Double = 1, whileOff: PlayWhileOff = .pause, staysOpen: Bool = false
  ) {
    self.queue = queue
    self.staysOpen = staysOpen
    intention = Intention(
      choices: choices, fit: fit, rotation: rotation, quality: quality,
      maximumVolume: maximumVolume)
    power = DisplayPower(whileOff: whileOff)
  }

  /// Setting nil leaves the item without closing it; the stage is idle until something is opened or
  /// decided.
  private(set) var current: CurrentItem? {
    get {
      if case .active(let current) = stage { current } else { nil }
    }
    set { stage = newValue.map(Stage.active) ?? .idle(after: stage.place) }
  }
}

// Events
extension PlaybackState {
  /// Whether other items of the queue come after and before the current one.
  package var hasNext: Bool { stage.place.map(queue.hasNext) ?? false }
  package var hasPrevious: Bool { stage.place.map(queue.hasPrevious) ?? false }

  /// Handles an event of a run. Events of runs that were left are ignored.
  package mutating func receive(_ report: Report, from run: Run) -> [Effect] {
    if run == current?.run { return receiveFromCurrent(report) }
    if run == current?.next?.run { return receiveFromNext(report) }
    return []
  }

  /// Call when the time of `retry(after:)` has passed.
  package mutating func retryDue() -> [Effect] {
    guard case .failed(_, let last) = stage else { return [] }
    guard let place = last.flatMap(queue.next(after:)) ?? queue.first else { return finish() }
    return openAnew(place)
  }

  private mutating func receiveFromCurrent(_ report: Report) -> [Effect] {
    switch report {
    case .opened(let duration, let videoTracks):
      return current?.handleOpened(duration, videoTracks).map { issue($0) } ?? []
    case .shown: return current?.handleShown().map { issue($0) } ?? []
    case .ready:
      current?.handleReady()
      return beginIfReady()
    case .nearEnd:
      current?.handleNearEnd()
      return prepareNext()
    // A following item reports its own start.
    case .ended: return current?.next?.progress == .following ? [] : advance()
    case .starved: return current?.handleStarved() == true ? clockEffects() : []
    case .failed(let error): return failCurrent(error)
    case .followed: return []
    }
  }

  private mutating func receiveFromNext(_ report: Report) -> [Effect] {
    switch report {
    case .opened(let duration, let videoTracks):
      current?.next?.handleOpened(duration, videoTracks)
    case .ready:
      guard let run = current?.next?.run, current?.next?.handleReady() == true else { return [] }
      return [.follow(run)]
    case .followed: return promoteNext()
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
    return recordFailure(known, of: failed) + advance()
  }

  /// Whether a visitor or client caused the failure: by choosing another video track, or a position
  /// or arrangement that has not started to play. A change of the display also starts another run.
  /// A missing file, or one that is not media, fails with any choice.
  private func isDueToChoice(_ error: PlaybackError, _ item: CurrentItem) -> Bool {
    guard error.cause == .content else { return false }
    let isBegunAnew = item.run != item.opening.firstRun && !item.isBegun
    switch (error.category, error.exitStatus) {
    case (.decode, _): return isBegunAnew || playsOtherPictures(item)
    // The source is open, but cannot be read at that position.
    case (.source, .data): return isBegunAnew
    default: return false
    }
  }

  /// Choices apply to all items: one changes an item only if it has several tracks.
  private func playsOtherPictures(_ item: CurrentItem) -> Bool {
    switch intention.choices(in: item.place.entry).video {
    case .automatic: false
    case .off: item.opening.videoTracks > 0
    case .index, .language: item.opening.videoTracks > 1
    }
  }

  /// The next item failed: prepare the one after it.
  private mutating func failNext(_ error: PlaybackError) -> [Effect] {
    guard let failed = current?.next?.opening else { return [] }
    let effects = recordFailure(error, of: failed) + dropNext()
    guard failures.inARow < queue.entries.count, let place = queue.next(after: failed.place) else {
      failures.setPlace(failed.place)
      return effects
    }
    return effects + openNext(place)
  }

  private mutating func recordFailure(_ error: PlaybackError, of failed: Opening) -> [Effect] {
    lastFailure = FailedItem(entry: failed.place.entry, item: failed.item, error: error)
    return failures.record(error, of: failed.place.entry)
      ? [.reportFailure(failed.item, error)] : []
  }
}

// Item boundaries
extension PlaybackState {
  /// Opens an item after a command or a wait: earlier failures no longer count.
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

  /// Opens the next item, so that it is ready at the boundary.
  mutating func prepareNext() -> [Effect] {
    guard let current, current.isBegun, current.next == nil,
      let place = following(current.place)
    else { return [] }
    return openNext(place)
  }

  /// The place after `place`, or after a failed next item: that one is skipped entirely, whatever
  /// its number of repeats.
  private func following(_ place: Queue.Place) -> Queue.Place? {
    failures.place.map { queue.next(after: $0) } ?? queue.following(place)
  }

  private mutating func openNext(_ place: Queue.Place) -> [Effect] {
    guard let opening = makeOpening(place) else { return [] }
    current?.next = PreparedItem(opening)
    return [.open(opening.item, opening.run)]
  }

  /// Drops the prepared item.
  mutating func dropNext() -> [Effect] {
    guard let run = current?.next?.run else { return [] }
    current?.next = nil
    return [.close(run)]
  }

  /// Closes the current item with its seeks.
  private mutating func leaveCurrent() -> [Effect] {
    guard let run = current?.run else { return [] }
    current = nil
    return [.close(run)]
  }

  /// Closes the current item and continues with the next, which may be open already.
  private mutating func advance() -> [Effect] {
    guard let current else { return [] }
    if let place = current.next?.place { return go(to: place) }
    let leaving = leaveCurrent()
    let place = following(current.place)
    // The end of a queue is its end, even if the last item failed.
    let isUnplayable = staysOpen && !failures.hasPlayed
    if place != nil || isUnplayable, failures.inARow >= queue.entries.count,
      let error = failures.last
    {
      return leaving + giveUp(error)
    }
    return leaving + (place.map { open($0) } ?? finish())
  }

  /// Switches to `place`, using the prepared item if it matches.
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
  private mutating func promoteNext() -> [Effect] {
    guard let prepared = current?.next else { return [] }
    let leaving = leaveCurrent()
    enter(CurrentItem(prepared))
    recordPlayback()
    return leaving + [.setVolume(effectiveVolume)] + clockEffects()
  }

  /// Starts a run whose pictures and sound are decoded, unless a seek is in progress.
  mutating func beginIfReady() -> [Effect] {
    if current?.resumeFlow() == true { return clockEffects() }
    return current?.mayBegin == true ? begin() : []
  }

  private mutating func begin() -> [Effect] {
    guard let run = current?.run else { return [] }
    recordPlayback()
    return [.setVolume(effectiveVolume), .begin(run)] + clockEffects()
  }

  private mutating func recordPlayback() {
    if current?.begin() == true { playedCount += 1 }
    if let entry = currentEntry { failures.recordPlayback(of: entry) }
  }

  /// All items of a round failed: a looping list, and any of a player that stays open, is retried
  /// with increasing delays. After a successful item, its last picture stays for the first second
  /// before the card appears: if a USB stick or share was gone only for a moment, an item plays again
  /// by then.
  private mutating func giveUp(_ error: PlaybackError) -> [Effect] {
    guard queue.loop != .none || staysOpen else { return finish() }
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

  /// Stops or starts the clock if requests or the source changed.
  mutating func clockEffects() -> [Effect] {
    let wanted = isHeld || isStarved
    guard wanted != isClockHalted else { return [] }
    isClockHalted = wanted
    return [wanted ? .pause : .resume]
  }
}

// Within the item
extension PlaybackState {
  /// Starts a new run of the current item, once its source is open.
  mutating func issueOnceOpen(_ order: Seek) -> [Effect] {
    current?.waitUntilOpen(for: order) == true ? [] : issue(order)
  }

  /// Like `issueOnceOpen`, but a quick seek in progress is completed first.
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

  /// Changes how an entry is presented, wherever it is known.
  mutating func updateItem(of entry: Queue.Entry.ID, _ change: ItemUpdate) {
    queue.update(entry) { change.apply(to: &$0) }
    current?.update(entry, change)
  }

  /// Changes the queue; failed items are tried again. After a renewal, errors are reported again.
  mutating func changeQueue(isRenewal: Bool, _ change: (inout Queue) -> Void) {
    change(&queue)
    awaitsItems = awaitsItems && queue.isEmpty
    failures.recordEdit(of: queue)
    if isRenewal { failures.forgetReports() }
  }
}

/// Playback while the display is off. Requests stay in effect.
extension PlaybackState {
  package mutating func perform(_ order: PowerRequest) -> [Effect] {
    setPower(order == .toggle ? !isDisplayOn : order != .off)
  }

  /// Turns the display on or off.
  package mutating func setPower(_ isOn: Bool) -> [Effect] {
    guard isOn != isDisplayOn else { return [] }
    return [.setPower(isOn)] + (isOn ? switchOn() : switchOff())
  }

  /// Sets the brightness, even if the display is off.
  package mutating func setBrightness(_ wanted: Brightness) -> [Effect] {
    guard wanted != intention.brightness else { return [] }
    intention.brightness = wanted
    return [.setBrightness(wanted)]
  }

  private mutating func switchOff() -> [Effect] {
    power.switchOff()
    guard power.stops else { return [.setVolume(effectiveVolume)] + clockEffects() }
    switch stage {
    case .idle, .ended: return []
    case .active, .failed:
      defer { power.setBeginsAnew(true) }
      return stop()
    }
  }

  private mutating func switchOn() -> [Effect] {
    if power.switchOn(), phase == .idle { return play() }
    return [.setVolume(effectiveVolume)] + clockEffects()
  }
}

extension PlaybackState.Phase {
  /// Whether playback has ended or failed.
  package var isOver: Bool {
    switch self {
    case .ended, .failed: true
    case .idle, .opening, .buffering, .playing: false
    }
  }

  /// Whether an item plays or is about to.
  package var isActive: Bool { self != .idle && !isOver }
}
