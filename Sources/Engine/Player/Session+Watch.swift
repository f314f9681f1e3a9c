internal import VitrineLinux
internal import VitrineMedia
internal import VitrinePlayback
internal import VitrinePlaylists
internal import VitrineScanout
internal import VitrineSound
package import VitrineTiming

// Periodic checks
extension Session {
  private static let tick = Duration.milliseconds(100)
  /// Resume points are saved every second.
  private static let untilNoted = Duration.seconds(2)

  /// The current position in the item, from its beginning.
  var position: MediaTime {
    guard let run = state.currentRun else { return .zero }
    if let target = state.seekTarget { return target }
    // Until the clock knows the run, the run's start is used.
    let time =
      sound.state.clock.mediaTime(of: run, at: parts.now())
      ?? opened[run]?.source.queues.startTime ?? origin
    return max(time - origin, .zero)
  }

  /// The source's own timestamp of the current item's beginning.
  var origin: MediaTime {
    guard let run = state.currentRun else { return .zero }
    return opened[run]?.source.origin ?? .zero
  }

  /// Whether a new picture is due.
  private var isMoving: Bool {
    guard let run = state.currentRun, !state.isHeld, state.isDisplayOn else { return false }
    // While a download stalls, no picture is due.
    if arrival(of: run)?.isStalled == true { return false }
    guard let opened = opened[run], let summary = opened.summary else { return true }
    // A video with less than one picture per second counts as a series of stills.
    guard let pace = summary.frameDuration, pace <= MediaTime(1, 1) else { return false }
    return duePicture(of: opened.source.queues).isDue(at: parts.now())
  }

  private func duePicture(of queues: RunQueues) -> DuePicture {
    let (clock, next) = (sound.state.clock, queues.pictures.first)
    return DuePicture(
      next: next.flatMap { clock.hostTime(of: $0.pts, in: queues.run) }, hasNext: next != nil,
      isExhausted: queues.pictures.isExhausted)
  }

  /// The work of a source's threads, including the display's work for it.
  private func effort(of source: any OpenedSource) -> SessionWatch.Effort {
    var effort = SessionWatch.Effort(work: source.workDone, cpuTime: source.cpuTime)
    if source.isAsking { effort.cpuTime += display.cpuTime }
    return effort
  }

  /// For the watchdog: pictures waiting to be shown do not count as work.
  private var liveWork: WatchdogProgress? {
    guard let run = state.currentRun, let source = opened[run]?.source,
      state.phase != .playing || source.queues.pictures.isEmpty
    else { return nil }
    let effort = effort(of: source)
    return WatchdogProgress(
      StallDetector.Progress(source.queues, display.progress, effort), cpuTime: effort.cpuTime)
  }

  /// Whether nothing changes without a message: all items are open, and playback is paused or shows
  /// a still picture.
  private var isCalm: Bool {
    guard state.phase == .playing, state.seekTarget == nil, let run = state.currentRun,
      state.isHeld || opened[run]?.summary?.isStill == true
    else { return false }
    return opened.allSatisfy { $1.summary != nil && !$1.awaitsMore && arrival(of: $0) == nil }
  }

  /// If nothing else changes, the position still does: once a second.
  private func nextTick(_ now: HostTime) -> HostTime {
    guard isCalm else { return now + Self.tick }
    let second = MediaTime(position.nanoseconds / 1_000_000_000 + 1, 1) + origin
    let latest = now + .seconds(1)
    let due = state.currentRun.flatMap { sound.state.clock.hostTime(of: second, in: $0) } ?? latest
    return max(min(due, latest), now + Self.tick)
  }

  /// The time of the next check if there is no message.
  package var nextCheck: HostTime? {
    var times: [HostTime] = []
    if !opened.isEmpty { times.append(nextTick(parts.now())) }
    if let retryAt { times.append(retryAt) }
    if let moment = nextObservation { times.append(moment) }
    return times.min()
  }

  private var nextObservation: HostTime? {
    guard isObserved, let run = state.currentRun else { return nil }
    let (clock, origin) = (sound.state.clock, origin)
    return publisher.nextObservation(after: position, isStopped: state.isHeld) {
      clock.hostTime(of: $0 + origin, in: run)
    }
  }

  /// Whether observers are called now; otherwise due calls are deferred.
  private var isObserved: Bool { state.phase == .playing && state.seekTarget == nil }

  mutating func checkDue(_ now: HostTime) {
    if let due = retryAt, due <= now {
      retryAt = nil
      carryOut(state.retryDue())
    }
    updateSlowness(now)
    beginBufferedRuns()
    reportNetworkError()
    showStandIn(now)
    checkProgress(now)
    endAbandonedScrub(now)
    controlLatency(now)
    endOpenings(now)
    notifyObservers(now)
    updatePreloader()
    publish()
  }

  /// Downloads the next items while no other download is running.
  private func updatePreloader() {
    guard !player.configuration.remotes.isEmpty else { return }
    let upcoming = UpcomingItems(
      queue: state.queue, place: state.place,
      isIdle: opened.keys.allSatisfy { arrival(of: $0)?.lead.isFull ?? true },
      quality: state.intention.quality, display: { [pictures] in pictures.uprightSizeIfKnown })
    for access in player.configuration.remotes { access.preload(upcoming) }
  }

  /// Whether playback downloads nothing that it needs soon. While a visitor scrubs, a short buffer is
  /// enough, because nothing is consumed.
  private var isNetworkFree: Bool {
    opened.keys.allSatisfy { run in
      guard let arrival = arrival(of: run) else { return true }
      return arrival.lead.isFull || state.isScrubbing && !arrival.isAwaited && arrival.mayBegin
    }
  }

  private mutating func endOpenings(_ now: HostTime) {
    for (run, item) in opened where item.opening.number != nil {
      guard let shown = item.opening.shown, now - shown >= Self.untilNoted else { continue }
      endOpening(of: run)
    }
  }

  /// Ends the record of this run's opening: it did no harm, or the run is closed.
  mutating func endOpening(of run: Run) {
    guard let number = opened[run]?.opening.number else { return }
    opened[run]?.opening.number = nil
    player.openings.end(number)
  }

  /// The first picture and sound are decoded. A remote item starts once enough is buffered to
  /// continue.
  mutating func receiveReady(_ run: Run) {
    if let arrival = arrival(of: run), !arrival.mayBegin {
      opened[run]?.awaitsMore = true
    } else {
      carryOut(state.receive(.ready, from: run))
    }
  }

  private mutating func updateSlowness(_ now: HostTime) {
    slowness = nil
    var found: Arrival?
    if let run = state.currentRun, !state.isHeld { found = arrival(of: run) }
    slowness = slowConnection.check(found, of: state.currentEntryRun, now: now)
  }

  private mutating func reportNetworkError() {
    guard let run = state.currentRun, let item = state.currentItem,
      let arrival = arrival(of: run)
    else { return }
    switch networkErrorReporter.check(arrival, of: state.currentEntryRun) {
    case .interrupted(let error): player.events(.stalled(item, error))
    case .resumed: player.events(.resumed(item))
    case nil: break
    }
  }

  private mutating func showStandIn(_ now: HostTime) {
    var found: Arrival?
    // The single picture of a sound file stays.
    if let run = state.currentRun, !state.isHeld, state.isDisplayOn,
      opened[run]?.source.queues.pictures.isExhausted == false
    {
      found = arrival(of: run)
    }
    let cause = pictureFallback.check(found, of: state.currentEntryRun, now: now)
    if let cause { showMeanwhile(cause) }
  }

  private mutating func beginBufferedRuns() {
    for run in opened.keys where opened[run]?.awaitsMore == true {
      guard let arrival = arrival(of: run), arrival.mayBegin else {
        continue
      }
      // It may have arrived since the last check.
      reportNetworkError()
      opened[run]?.awaitsMore = false
      carryOut(state.receive(.ready, from: run))
    }
  }

  /// The state of a remote source's download at the current or first position.
  private func arrival(of run: Run) -> Arrival? {
    guard let source = opened[run]?.source else { return nil }
    let hasBegun = state.currentRun == run && opened[run]?.isAnnounced == true
    let place = hasBegun ? position + source.origin : source.queues.startTime
    var arrival = source.arrival(at: place)
    if run == state.currentRun, arrival?.networkError == nil { arrival?.networkError = slowness }
    return arrival
  }

  private mutating func checkProgress(_ now: HostTime) {
    guard let run = state.currentRun, let source = opened[run]?.source else { return }
    let finding = watch.check(
      state, source.queues, isSourceDry: source.isDry, isReading: source.isReading,
      arrival: arrival(of: run), progress: display.progress, effort: effort(of: source), now: now)
    switch finding {
    case .nothing: break
    case .starved: carryOut(state.receive(.starved, from: run))
    case .refilled: carryOut(state.receive(.ready, from: run))
    case .stuck(let error):
      opened[run]?.isHung = true
      if error.category == .decode,
        let step = source.recordHang(because: error.message, now: now)
      {
        player.events(.recovery(step, because: "\(source.item.location): \(error.message)"))
      }
      carryOut(state.receive(.failed(error), from: run))
    }
  }

  /// Ends scrubbing if its client has disconnected.
  private mutating func endAbandonedScrub(_ now: HostTime) {
    let window = liveProgress?.window
    let commands = scrubLease.check(isScrubbing: state.isScrubbing, within: window, now: now)
    for command in commands {
      carryOut(state.perform(command, position: position, picture: position, window: window))
    }
    if !commands.isEmpty, let item = state.currentItem { player.events(.scrubEnded(item)) }
  }

  /// Keeps a live stream at its target latency.
  private mutating func controlLatency(_ now: HostTime) {
    let run = state.currentRun
    let situation = LivePlayback.Situation(
      state, hasBegun: run.flatMap { opened[$0]?.isAnnounced } ?? false, at: position + origin)
    let live = run.flatMap { arrival(of: $0)?.live }
    carryOut(livePlayback.check(situation, live, now: now))
  }

  /// The position of a live stream; nil for other items.
  var liveProgress: LiveProgress? {
    guard let run = state.currentRun else { return nil }
    return livePlayback.progress(arrival(of: run)?.live, from: origin)
  }

  private mutating func carryOut(_ action: LatencyController.Action?) {
    switch action {
    case .play(let rate): sound.perform(.trim(rate))
    case .jump(let time): carryOut(state.seek(.init(to: max(time - origin, .zero))))
    case .leap(let time):
      if let run = state.currentRun { sound.perform(.leap(run, by: time)) }
    case nil: break
    }
  }

  private func notifyObservers(_ now: HostTime) {
    guard let run = state.currentRun, let opening = state.currentEntryRun, isObserved else {
      return
    }
    let start = max((opened[run]?.source.queues.startTime ?? origin) - origin, .zero)
    publisher.notifyObservers(
      .init(position: position, run: run, opening: opening), from: start,
      isStopped: state.isHeld, now: now)
  }

  private func publish() {
    var snapshot = SessionSnapshot(state: state, time: parts.now(), position: position)
    snapshot.isMoving = isMoving
    snapshot.work = liveWork
    snapshot.hungReads = left.hungCount(at: parts.now())
    snapshot.live = liveProgress
    snapshot.display = display.progress
    let sound = sound.state
    snapshot.underruns = sound.underruns
    snapshot.sound = SoundStatus(
      choice: sound.choice.word, device: sound.device,
      coding: sound.device == nil ? nil : sound.coding)
    snapshot.isNetworkFree = isNetworkFree
    if let run = state.currentRun, let opened = opened[run] {
      snapshot.item = SessionSnapshot.OpenItem(opened, arrival(of: run))
    }
    publisher.publish(snapshot)
  }
}
