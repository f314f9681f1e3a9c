package import VitrineLinux
package import VitrinePlayback
package import VitrineScanout
package import VitrineTiming

/// Commits pictures at their vblanks. Bound to the display thread, which calls `step` after each
/// event and at the requested time.
///
/// It makes no decisions: the pacer chooses the frame, the sink shows it, and the clock gives the
/// time.
package final class Presenter {
  /// An event of the presenter.
  package enum Report: Sendable {
    /// The first picture of a run, which has this time, is on screen.
    case shown(Run, MediaTime, at: HostTime)
    /// The run has followed the last picture of the previous run.
    case followed(Run)
    /// The run ends within a few seconds.
    case nearEnd(Run)
    /// The last picture and sample of a run are over.
    case ended(Run)
    /// A paused run was stepped to the picture of this time.
    case stepped(Run, MediaTime)
    /// A screenshot at a configured time.
    case captured(Capture, at: MediaTime)
    /// A screenshot for a client.
    case screenshot(Capture, CaptureRequest)
    /// The interface picture with this number, and those before it, are on screen.
    case interfaceShown(Int, at: HostTime)
    /// The interface must be redrawn for other subtitles or another signal, or the subtitles are read
    /// aloud.
    case subtitlesChanged
    /// The display changed, or is gone; with `isChanged`, all plans and buffers are invalid.
    case display(DisplayEvent, isChanged: Bool)
    /// Items replace each other without the configured transition.
    case transitionCut(Run, because: String)
    /// The video above a run's pictures is not shown any longer.
    case insetHidden(Run, because: String)
    /// The screen time of a run that is no longer visible.
    case screened(ScreenTime)
    case failed(PlaybackError)
  }

  let sink: any DisplaySink
  package let progress = Shared(DisplayProgress(isOpen: true))
  /// Nil once the presenter is gone, so that the facts do not keep a device open.
  package let facts: Shared<DisplayFacts?>
  let clock: @Sendable () -> SoundState
  let report: (Report) -> Void
  let now: @Sendable () -> HostTime
  private var pacer = FramePacer()
  package private(set) var vblanks: VblankClock
  var statistics = PlaybackStatistics()
  var showing: Showing?
  /// The run that continues where this one ends.
  var following: Showing?
  /// A picture without a run, waiting to be committed.
  private var still: ScanoutPicture?
  /// A commit that the display did not accept at once.
  var refused: LayerStack.Offer?
  private(set) weak var cover: ScanoutPicture?
  /// The picture that reached the screen last: its further flips are due to the layers above it.
  private(set) weak var counted: ScanoutPicture?
  var layers = LayerStack()
  var transition: RunningTransition?
  /// The mixture of the latest commit.
  var shownMixture: Mixture?
  /// Since when the display has been mixing a picture.
  var mixingSince: HostTime?
  var mixing = MixingSpeed()
  var inset = ShownInset()
  /// The presenters of other players in parts of this display.
  var zones: [ZonePresenter] = []
  /// Called once, with the first flip.
  var onFirstFlip: (() -> Void)?
  /// The run whose transition was cut.
  var cutRun: Run?
  /// The reported reasons.
  var cutReasons: Set<String> = []
  /// The interface in the pending commit.
  var inFlight: LayerStack.ShownInterface?
  var interfaceShown: Int?
  var captures: CaptureList
  /// Nil without a black box.
  var recorder: EventRecorder?
  var tally = ScreenTally()
  private var lastFlip: (run: Run, time: HostTime)?
  /// The display's epoch, as last seen.
  private var epoch: Epoch
  private var vblankSeries: Int
  private let binding = ThreadBinding()

  /// `captureTimes` are the media times to take screenshots at.
  package init(
    sink: any DisplaySink, captureTimes: [MediaTime] = [],
    now: @escaping @Sendable () -> HostTime = HostTime.now,
    clock: @escaping @Sendable () -> SoundState, report: @escaping (Report) -> Void
  ) {
    self.sink = sink
    facts = Shared(DisplayFacts(sink))
    self.clock = clock
    self.report = report
    self.now = now
    captures = CaptureList(captureTimes)
    vblanks = VblankClock(period: sink.period)
    (epoch, vblankSeries) = (sink.epoch, sink.vblankSeries)
    updateVblanks()
  }

  deinit { facts.update { $0 = nil } }

  /// The vblank times may be outdated after a long idle period.
  private func updateVblanks() {
    if let (sequence, time) = sink.latestVblank { vblanks.observe(sequence: sequence, at: time) }
    let vblanks = vblanks
    progress.update { $0.vblanks = vblanks }
  }

  /// Shows this run's pictures from now on, by its clock.
  func begin(_ queues: RunQueues) {
    binding.check()
    if showing?.run == queues.run {
      showing?.isBegun = true
    } else if following?.run == queues.run {
      replace(following)
    } else {
      replace(Showing(queues, isBegun: true))
    }
    showing?.start = queues.startTime
    updateVblanks()
  }

  /// Shows this run's first picture as soon as it is decoded, until `begin`.
  func preview(_ queues: RunQueues) {
    binding.check()
    replace(Showing(queues, isBegun: false))
  }

  /// Continues with this run where the clock says that the current one ends.
  func follow(_ queues: RunQueues) {
    binding.check()
    var next = Showing(queues, isBegun: true)
    next.start = queues.startTime
    next.isFollower = true
    // The following run was already on screen when it was left.
    if showing == nil { replace(next) } else { following = next }
  }

  /// Drops a run's pictures; the picture on screen stays.
  func leave(_ run: Run) {
    binding.check()
    if following?.run == run { following = nil }
    guard let showing, showing.run == run else { return }
    replace(nil)
    // If a following run is left before its start was reported, the previous run has ended.
    if let before = showing.before { report(.ended(before)) }
  }

  /// Shows a picture that belongs to no run.
  func show(_ picture: ScanoutPicture) {
    binding.check()
    replace(nil)
    still = picture
  }

  /// Shows a picture until a stalled run resumes.
  func showMeanwhile(_ picture: ScanoutPicture) {
    binding.check()
    still = picture
  }

  /// Shows a cover until the run's first picture is decoded.
  func showCover(_ picture: ScanoutPicture, until queues: RunQueues) {
    binding.check()
    // Not once the run's first picture was committed.
    guard showing == nil || showing?.run == queues.run, showing?.first == nil else { return }
    (still, cover) = (picture, picture)
  }

  /// Shows the next picture of a paused run, if it is decoded.
  func stepForward(_ run: Run) {
    binding.check()
    guard showing?.run == run, let picture = showing?.queues.pictures.tryPop() else { return }
    still = picture
    report(.stepped(run, picture.pts))
  }

  /// Shows this interface picture from the next vblank on.
  func setInterface(_ picture: InterfacePicture) {
    binding.check()
    layers.setInterface(picture)
    if layers.isInterfaceMiscolored { report(.subtitlesChanged) }
  }

  /// The interface has closed. The next one starts counting its pictures at 1.
  package func forgetInterface() {
    binding.check()
    layers.forgetInterface()
    interfaceShown = nil
  }

  /// Takes a screenshot as soon as anything is on screen.
  func capture(_ request: CaptureRequest) { captures.add(request) }

  /// The statistics so far, including the decoders' counts.
  func currentStatistics() -> PlaybackStatistics {
    binding.check()
    collectCounts()
    return statistics
  }

  private func replace(_ next: Showing?) {
    collectCounts()
    showing = next
    (following, transition) = (nil, nil)
    (still, refused) = (nil, nil)
  }

  private func collectCounts() {
    guard let counts = showing?.consumeCounts() else { return }
    statistics.decoded += counts.frames
    statistics.damaged += counts.damaged
    statistics.leftOut += counts.leftOut
  }

  /// Processes events and does what is due. Returns the latest time for the next call.
  package func step(now: HostTime) -> HostTime? {
    binding.check()
    do {
      try sink.timePassed(now)
      checkDisplay()
      for flip in try sink.drainFlips() { handle(flip) }
      // Before the pictures are committed, so that one commit has all of them.
      let zoneWakeUp = zones.isEmpty ? nil : stepZones(now: now)
      reportCapture(now: now)
      if sink.isBusy { return earliest(sink.deadline, zoneWakeUp) }
      let state = clock()
      if let request = captures.request, let picture = layers.picture {
        return try captureAgain(picture, for: request, state, now: now)
      }
      let next = try showDue(state, now: now)
      let wakeUp = earliest(next, try showChange(state, nextPicture: next, now: now))
      publishProgress()
      return earliest(
        wakeUp, zoneWakeUp, endWakeUp(state, now: now), nearEndWakeUp(state, now: now),
        transitionWakeUp(state.clock, now: now), captures.wakeUp(now), sink.deadline)
    } catch {
      report(.failed(error))
      return nil
    }
  }

  private func publishProgress() {
    let isWaiting = showing?.isWaiting ?? false
    let (statistics, picture, vblanks) = (statistics, showing?.last, vblanks)
    let counts = showing?.queues.counts.value ?? DecodeCounts()
    let isDue = progress.value.statistics.wantsOffsets(statistics)
    let recoveries = isDue ? sink.description.recoveries : nil
    let deviceFaults = sink.deviceFaults
    progress.update { progress in
      progress.deviceFaults = deviceFaults
      progress.statistics.update(from: statistics, counts, recoveries: recoveries)
      (progress.isWaiting, progress.picture) = (isWaiting, picture)
      progress.vblanks = vblanks
    }
  }

  /// Detects a changed display.
  func checkDisplay() {
    if sink.vblankSeries != vblankSeries {
      vblankSeries = sink.vblankSeries
      vblanks = VblankClock(period: sink.period)
      updateVblanks()
    }
    let isChanged = sink.epoch != epoch
    if isChanged {
      epoch = sink.epoch
      publishFacts()
      (layers, inFlight) = (LayerStack(), nil)
      (transition, shownMixture, mixing, cutReasons) = (nil, nil, MixingSpeed(), [])
      forgetInset()
      for zone in zones { zone.sink.forget() }
      dropRefused()
      publishLayers()
      captures.displayChanged()
    }
    let news = sink.drainEvents()
    if !news.isEmpty { publishDimming() }
    for zone in zones { zone.sink.add(news) }
    for (index, item) in news.enumerated() {
      updateVisibility(for: item)
      report(.display(item, isChanged: isChanged && index == news.count - 1))
    }
  }

  /// Before the change is reported, because the receivers then read the new facts.
  private func publishFacts() {
    let present = DisplayFacts(sink)
    let last = facts.update { facts in
      defer { facts = present }
      return facts
    }
    // Released here and not under the lock: it may close a device.
    _ = last
  }

  private func handle(_ flip: SinkFlip) {
    vblanks.observe(sequence: flip.sequence, at: flip.time)
    statistics.lastFlip = flip.time
    let picture = flip.picture
    recorder?.record(
      .flip, UInt64(flip.sequence), UInt64(bitPattern: picture.pts.nanoseconds), at: flip.time)
    recordInterfaceFlip(with: picture, at: flip.time)
    if flip.layers.inset != nil { recordInsetFlip(flip, clock().clock) }
    for zone in zones { zone.sink.flip(flip) }
    if let onFirstFlip {
      self.onFirstFlip = nil
      onFirstFlip()
    }
    defer { lastFlip = (picture.run, flip.time) }
    guard picture !== counted else { return }
    var left: ScreenTime?
    // Reported last: by then, the run that this flip starts is known.
    defer { if let left { report(.screened(left)) } }
    counted = picture
    // Cards do not count as frames; neither do covers, although they belong to a run.
    let isFrame = picture.run != .none && picture !== cover
    guard isFrame, showing?.run == picture.run else {
      if isFrame { statistics.present(due: nil, flip: flip.time, vblanks: vblanks) }
      let run = isFrame && tally.run == picture.run ? tally.run : nil
      left = tally.record(run, isLate: false, at: flip.time)
      return
    }
    let late = statistics.late
    defer { left = tally.record(picture.run, isLate: statistics.late > late, at: flip.time) }
    let isPreview = showing?.preview == picture.pts
    let due =
      isPreview ? nil : showing.flatMap { $0.due(picture, clock().clock) }
    statistics.present(due: due, flip: flip.time, vblanks: vblanks)
    if let due { pacer.record(due: due, at: flip.time) }
    showing?.last = picture.pts
    guard showing?.isFirstPending == true else { return }
    showing?.isFirstPending = false
    report(.shown(picture.run, picture.pts, at: flip.time))
    guard showing?.isFollower == true else { return }
    if let lastFlip { statistics.edges.add(flip.time - lastFlip.time) }
    report(.followed(picture.run))
  }

  /// Commits the frame that is due; returns when the next one is.
  private func showDue(_ state: SoundState, now: HostTime) throws(PlaybackError) -> HostTime? {
    if let picture = still {
      still = nil
      // The still picture is newer.
      dropRefused()
      return try show(picture, now: now)
    }
    if let offer = refused {
      refused = nil
      return try commit(offer, now: now)
    }
    guard let showing else { return nil }
    guard showing.isBegun else {
      guard showing.preview == nil, let first = showing.queues.pictures.tryPop() else { return nil }
      self.showing?.preview = first.pts
      return try show(first, now: now)
    }
    let follower = following.flatMap { following in
      following.queues.pictures.first.flatMap { following.due($0, state.clock) }
    }
    let decision = showing.queues.pictures.peek { queued in
      let due = queued.lazy.enumerated().map { index, queued in
        showing.due(queued.element, isForemost: index == 0, state.clock)
      }
      return pacer.decide(due: due, follower: follower, now: now, vblanks: vblanks)
    }
    switch decision {
    case .idle: return nil
    case .wait(let time): return time
    case .switchRun: return try switchRun(now: now)
    case .show(let index):
      for _ in 0..<index {
        _ = showing.queues.pictures.tryPop()
        statistics.dropped += 1
      }
      tally.recordDropped(index, of: showing.run)
      guard let picture = showing.queues.pictures.tryPop() else { return nil }
      return try show(picture, now: now)
    }
  }

  /// Switches to the following run; the current run's remaining pictures are after its end.
  private func switchRun(now: HostTime) throws(PlaybackError) -> HostTime? {
    collectCounts()
    if let queues = showing?.queues, let failure = queues.ending.value?.failure {
      queues.report(.failed(failure))
    }
    let before = showing?.run
    (showing, following) = (following, nil)
    showing?.before = before
    guard let picture = showing?.queues.pictures.tryPop() else { return nil }
    return try show(picture, now: now)
  }

  private func show(_ picture: ScanoutPicture, now: HostTime) throws(PlaybackError) -> HostTime? {
    guard picture.plan.epoch == epoch, picture.buffer.epoch == epoch else {
      // Planned for an earlier display: new pictures are on their way.
      statistics.dropped += 1
      return now + vblanks.period / 2
    }
    beginTransition(to: picture, now: now)
    put(picture)
    if showing?.run == picture.run { showing?.recordCommit(of: picture) }
    let clock = clock().clock
    if let showing { updateSubtitles(of: showing, clock, now: now) }
    _ = updateInset(clock, now: now)
    return try commit(
      layers.offer(picture, mixing: mixture(with: picture, clock, now: now)), now: now)
  }

  /// Commits to the display; a commit that is not accepted at once is retried unchanged.
  func commit(_ offer: LayerStack.Offer, now: HostTime) throws(PlaybackError) -> HostTime? {
    let picture = offer.layers.picture
    let origin = showing?.queues.origin ?? .zero
    let wanted = captures.wants(picture, origin: origin)
    guard try show(offer, capture: wanted != nil) else {
      // The display or the kernel is busy.
      return retry(offer, now: now)
    }
    if let wanted { captures.begin(wanted, picture, origin: origin, now: now) }
    return sink.deadline
  }

  /// Gives up a retry; a picture that was never visible counts as dropped.
  private func dropRefused() {
    if let picture = refused?.layers.picture, picture !== counted { statistics.dropped += 1 }
    refused = nil
  }

  /// Retries a commit that the display did not accept, unless something else is due.
  func retry(_ offer: LayerStack.Offer, now: HostTime) -> HostTime {
    refused = offer
    recorder?.record(.refusedCommit, at: now)
    return now + vblanks.period / 4
  }

  private func earliest(_ times: HostTime?...) -> HostTime? {
    times.compactMap(\.self).min()
  }
}
