internal import VitrineKMS
internal import VitrineLinux
internal import VitrinePictures
package import VitrinePlayback
internal import VitrinePlaylists
internal import VitrineScanout
internal import VitrineSound
internal import VitrineTiming

/// One playback of everything: the loop that receives messages, decides, and carries out the
/// effects. Bound to the thread that calls `Player.run`.
package struct Session: ~Copyable {
  let player: Player
  let sound: any SoundOutput
  let display: any PresenterHost
  let pictures: SharedDisplay
  let parts: SessionParts
  package internal(set) var state: PlaybackState
  /// By their current runs.
  var opened: [Run: Opened] = [:]
  var firstPicture: HostTime?
  var failure: PlaybackError?
  package internal(set) var isDone = false
  /// Whether everything was played. False if the program was asked to quit.
  var hasEnded = false
  var retryAt: HostTime?
  var watch = SessionWatch()
  /// Closed items that may hang.
  var left = ClosedSources()
  /// The target of the last step back.
  private var steppedBackTo: MediaTime?
  var networkErrorReporter = NetworkErrorReporter()
  var livePlayback = LivePlayback()
  var publisher: StatusPublisher
  var pictureFallback: PictureFallback
  var slowConnection = SlowConnection()
  var scrubLease = ScrubLease()
  /// Why the current item stalls if the network has no error.
  var slowness: String?
  var screened = ScreenedRuns()
  /// How far the machine is spared.
  var easing = ThermalPolicy.Easing.none
  /// The rotation that the accelerometer requests.
  private var sensed = SensedRotation()
  private let binding = ThreadBinding()

  /// An opened item and its facts.
  struct Opened {
    let source: any OpenedSource
    /// The edition from `ClosedSources` at the time of opening.
    let edition: Int
    /// Whether its start was reported; seeks in it are not.
    var isAnnounced = false
    var summary: MediaSummary?
    var tracks: [TrackInfo] = []
    var selected: [TrackInfo] = []
    /// The display size of the decoded pictures, once there are any.
    var videoSize: PixelSize?
    var opening: OpeningMark
    /// The path of the placeholder that was requested last.
    let cover = Shared<String?>(nil)
    /// Whether it was given up because it made no progress.
    var isHung = false
    /// Whether it is ready to start, but too little is buffered.
    var awaitsMore = false
  }

  package init(_ player: Player, _ parts: SessionParts) {
    self.player = player
    self.parts = parts
    (sound, display, pictures) = (parts.sound, parts.display, parts.pictures)
    publisher = StatusPublisher(player)
    let configuration = player.configuration
    pictureFallback = PictureFallback(after: configuration.fallbackAfter)
    state = PlaybackState(
      queue: configuration.queue, choices: configuration.choices, fit: configuration.fit,
      rotation: configuration.rotation, quality: configuration.quality,
      maximumVolume: configuration.maximumVolume, whileOff: configuration.power.meanwhile,
      // A visitor's choice that fails leads back to the gallery instead.
      staysOpen: configuration.staysOpen && !configuration.beginsIdle)
  }

  mutating func play() -> PlayerOutcome {
    begin()
    while !isDone { turn(player.mailbox.pop(until: nextCheck)) }
    return finish()
  }

  /// Closes everything that is open and returns the result.
  package mutating func finish() -> PlayerOutcome {
    player.endInterface()
    let outcome = outcome()
    close()
    return outcome
  }

  /// Applies the configuration.
  package mutating func begin() {
    binding.check()
    let configuration = player.configuration
    applyPowerSchedule()
    if state.isDisplayOn { configuration.onPower?(true) }
    carryOut(state.setRate(configuration.rate) + state.setVolume(configuration.volume))
    carryOut(state.setBrightness(configuration.brightness))
    if configuration.beginsIdle { return carryOut([.blank]) }
    let resume = configuration.resume
    if let resume, let entry = resume.entry(in: state.queue) {
      carryOut(state.play(from: entry, at: resume.position))
    } else {
      carryOut(state.play())
    }
    if configuration.isPaused { carryOut(state.pause()) }
  }

  /// Handles the message, if any, and what is due.
  private mutating func turn(_ message: Player.Message?) {
    binding.check()
    if let message { receive(message) }
    if sensed.isKnown { followSensor() }
    checkDue(parts.now())
  }

  private mutating func receive(_ message: Player.Message) {
    switch message {
    case .pipeline(let report, let run): receive(report, run)
    case .presenter(let report): receive(report)
    case .begun(let run, let vblanks): beginSound(run, vblanks)
    case .command(.power(let order)): turn(order)
    case .command(let command):
      // Before anything is reopened.
      if command == .edit(.renew) { left.renew() }
      scrubLease.record(
        command, isScrubbing: state.isScrubbing, at: position, within: liveProgress?.window,
        now: parts.now())
      let tracks = state.currentRun.flatMap { opened[$0]?.tracks } ?? []
      carryOut(
        state.perform(
          command, position: position, picture: picture(for: command), tracks: tracks,
          window: liveProgress?.window))
    case .chooseSound(let choice, let done): sound.perform(.choose(choice, done: done))
    case .turned(let rotation): sensed.turn(to: rotation)
    case .call(let body): body()
    case .capture(let request): display.perform { $0?.capture(request) }
    case .quit: isDone = true
    case .wake: break
    case .ease(let easing): ease(easing)
    case .power: applyPowerSchedule()
    case .livenessCheck(let answer): display.perform { if $0 != nil { answer() } }
    case .notices: openForNotices()
    case .noticesFailed(let why): failNotices(why)
    case .noticesGone(let received):
      guard player.notices.update({ $0.close(after: received) }) else { break }
      parts.interface?.close()
      // Overlays may have been set meanwhile.
      guard player.own.value.stage != nil, player.notices.update({ $0.showStage() }) else { break }
      openForNotices()
    }
  }

  private func openForNotices() {
    guard let interface = parts.interface, let wanted = player.wantedInterface else { return }
    do throws(Errno) {
      try interface.open(wanted, of: player)
    } catch {
      failNotices("cannot start a thread: \(error)")
    }
  }

  private func failNotices(_ why: String) {
    player.notices.update { $0.fail() }
    parts.interface?.close()
    player.events(.noticeUnavailable(why))
  }

  /// Rotates everything as the device is held. Also called once the display is known, and when it
  /// changes.
  private mutating func followSensor() {
    guard let panel = display.facts?.panelRotation, let wanted = sensed.next(on: panel) else {
      return
    }
    player.perform(.setRotation(wanted))
  }

  /// The position of the picture on screen. A step back counts from the target of the previous one,
  /// however quickly they follow.
  private mutating func picture(for command: Command) -> MediaTime {
    let shown = display.progress.picture.map { $0 - origin } ?? position
    guard command == .step(forward: false) else {
      steppedBackTo = nil
      return shown
    }
    let from = state.seekTarget == nil ? shown : steppedBackTo ?? shown
    let frame =
      state.currentRun.flatMap { opened[$0]?.summary?.frameDuration } ?? .defaultFrameDuration
    steppedBackTo = from - frame
    return from
  }

  private mutating func receive(_ report: Pipeline.Report, _ run: Run) {
    switch report {
    case .opened(let summary, let tracks, _):
      opened[run]?.summary = summary
      opened[run]?.tracks = tracks
      preview(run)
      if let item = item(of: run) { player.events(.opened(item, summary)) }
      if state.currentRun == run { matchDisplay(to: summary) }
      let videoTracks = tracks.count { $0.kind == .video }
      carryOut(
        state.receive(.opened(duration: summary.duration, videoTracks: videoTracks), from: run))
    case .ready: receiveReady(run)
    case .failed(let error):
      screened.record(.failed, of: run)
      carryOut(state.receive(.failed(error), from: run))
    case .silent(let error):
      if let item = item(of: run) { player.events(.silent(item, error)) }
    case .withoutSubtitles(let error):
      if let item = item(of: run) { player.events(.withoutSubtitles(item, error)) }
    case .withoutInset(let error):
      if let item = item(of: run) { player.events(.withoutSignLanguage(item, error.message)) }
    case .damaged(let error):
      if let item = item(of: run) { player.events(.damaged(item, error)) }
    case .overloaded(let text):
      if let item = item(of: run) { player.events(.overloaded(item, text)) }
    case .decoding(let path): publisher.record(decodePath: path)
    case .decoder(let text): publisher.record(decoder: text)
    case .decoderFallback(let text):
      if let item = item(of: run) { player.events(.decoderFallback(item, text)) }
    case .converting(let text):
      if let item = item(of: run) { player.events(.converting(item, text)) }
    case .tracks(let tracks): opened[run]?.tracks = tracks
    case .selected(let tracks): opened[run]?.selected = tracks
    case .videoSize(let size): opened[run]?.videoSize = size
    }
  }

  private mutating func receive(_ report: Presenter.Report) {
    switch report {
    case .shown(let run, let picture, let time): handleShown(run, picture, time)
    case .followed(let run):
      // If the previous run failed at its end, this run is already the current one.
      if let before = state.currentRun, before != run { screened.record(.ended, of: before) }
      announce(run)
      if let summary = opened[run]?.summary { matchDisplay(to: summary) }
      carryOut(state.receive(.followed, from: run))
    case .nearEnd(let run): carryOut(state.receive(.nearEnd, from: run))
    case .ended(let run):
      screened.record(.ended, of: run)
      carryOut(state.receive(.ended, from: run))
    case .screened(let time): reportScreened(time, current: state.currentEntryRun)
    case .transitionCut(let run, let reason):
      if let item = item(of: run) { player.events(.transitionCut(item, reason)) }
    case .insetHidden(let run, let reason):
      if let item = item(of: run) { player.events(.withoutSignLanguage(item, reason)) }
    case .stepped(let run, let time): sound.perform(.step(run, to: time))
    case .captured(let capture, let time): player.events(.captured(capture, at: time))
    case .screenshot(let capture, let request):
      player.captureWriter.deliver(capture, for: request)
    case .interfaceShown, .subtitlesChanged: break  // the interface has them already
    case .display(let news, let isChanged):
      publisher.record(news)
      player.events(.display(news))
      if case .lit(let display, _) = news { sound.perform(.accompany(WantedMonitor(display))) }
      guard isChanged else { break }
      pictures.displayChanged()
      player.notifyDisplayChanged()
      pictureFallback.forget()
      carryOut(state.displayChanged(at: position))
    case .failed(let error):
      failure = error
      isDone = true
    }
  }

  /// Lets the display choose a mode with the video's frame rate. A still picture has none.
  private func matchDisplay(to summary: MediaSummary) {
    guard let time = summary.frameDuration, time > .zero,
      let rate = Refresh(Int64(time.timescale), time.value), rate.value >= 10
    else { return }
    display.perform { $0?.match(rate) }
  }

  /// The item of a run, as it is presented now.
  private func item(of run: Run) -> Item? { state.item(of: run) ?? opened[run]?.source.item }

  mutating func announce(_ run: Run) {
    guard let item = item(of: run), opened[run]?.isAnnounced == false else { return }
    opened[run]?.isAnnounced = true
    player.events(.playing(item))
  }

  private mutating func handleShown(_ run: Run, _ picture: MediaTime, _ time: HostTime) {
    if firstPicture == nil {
      firstPicture = time
      player.events(.firstPicture(time))
    }
    if opened[run]?.opening.shown == nil { opened[run]?.opening.shown = parts.now() }
    if let source = opened[run]?.source {
      // A run that follows is not the current one yet.
      let opening = run == state.currentRun ? state.currentEntryRun ?? run : run
      screened.begin(run, source.item, opening: opening)
      player.events(.screen(.began(source.item, opening: opening, at: time)))
      let item = item(of: run) ?? source.item
      player.events(.shown(item, max(picture - source.origin, .zero), at: time))
    }
    carryOut(state.receive(.shown, from: run))
  }

  /// `current` is the opening that continues to be shown.
  private mutating func reportScreened(_ time: ScreenTime, current: Run?) {
    guard let (item, opening, end) = screened.end(time, current: current) else { return }
    player.events(.screen(.left(item, opening: opening, time, end)))
  }

  private mutating func outcome() -> PlayerOutcome {
    let now = parts.now()
    let seen = display.ask { $0.conclude(at: now) }
    if let last = seen?.screenTime { reportScreened(last, current: nil) }
    var statistics = seen?.statistics ?? PlaybackStatistics()
    statistics.underruns = sound.state.underruns
    let error = failure ?? (state.playedCount == 0 ? state.firstFailure : nil)
    return PlayerOutcome(
      exitStatus: error?.exitStatus ?? .success, error: error, statistics: statistics,
      display: seen?.display, vblankPeriod: seen?.vblankPeriod, firstPicture: firstPicture,
      decodePath: publisher.decodePath, decoder: publisher.decoder)
  }

  /// Ends everything that is open. Hung threads are abandoned.
  mutating func close() {
    binding.check()
    let closing = opened.values.map(\.source)
    for run in opened.keys { endOpening(of: run) }
    opened = [:]
    for source in closing { source.close() }
    let deadline = parts.now() + .seconds(1)
    for source in closing { source.awaitThreads(until: deadline) }
    pictures.forgetPools()
  }
}

// A session without a thread: its owner calls `work` when there is a message or a deadline has
// passed.
extension Session {
  /// Handles all messages, and checks what is due if `isDue`. Returns false if there was nothing to
  /// do.
  package mutating func work(isDue: Bool) -> Bool {
    var hasWorked = false
    while !isDone, let message = player.mailbox.tryPop() {
      turn(message)
      hasWorked = true
    }
    guard isDue, !hasWorked, !isDone else { return hasWorked }
    turn(nil)
    return true
  }
}
