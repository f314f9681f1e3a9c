internal import Linux
public import Playback
public import Timing

/// Brings pictures to their vblanks. Thread-bound to the display thread, which calls `step`
/// whenever something happened or the time it asked for has come.
///
/// It decides nothing itself: the pacer says which frame, the sink shows it, the clock says when.
public final class Presenter {
  /// What the presenter has to say.
  public enum Report: Sendable {
    /// The first picture of a run is on screen.
    case firstPicture(Run, HostTime)
    /// The last picture and sample of a run have been seen and heard.
    case ended(Run)
    case captured(Capture, at: MediaTime)
    case failed(PlaybackError)
  }

  public let sink: any DisplaySink
  private let clock: @Sendable () -> SoundState
  private let report: (Report) -> Void
  private let pacer = FramePacer()
  public private(set) var vblanks: VblankClock
  private var statistics = PlaybackStatistics()
  private var showing: Showing?
  private var captureTimes: [MediaTime]
  private var capturing: MediaTime?

  /// The run on screen.
  private struct Showing {
    let run: Run
    let pictures: BoundedQueue<ScanoutPicture>
    let counts: Shared<DecodeCounts>
    var end: MediaTime
    /// Its clock runs; until then its first picture alone is shown.
    var isBegun: Bool
    /// The picture that was shown before the clock ran.
    var preview: MediaTime?
    var isFirstPending = true
    var hasEnded = false
  }

  /// `captureTimes` are media times of which pictures of the screen are wanted.
  public init(
    sink: any DisplaySink, captureTimes: [MediaTime] = [],
    clock: @escaping @Sendable () -> SoundState, report: @escaping (Report) -> Void
  ) {
    (self.sink, self.clock, self.report) = (sink, clock, report)
    self.captureTimes = captureTimes.sorted()
    vblanks = VblankClock(period: sink.period)
    if let (sequence, time) = sink.latestVblank { vblanks.observe(sequence: sequence, at: time) }
  }

  /// Shows this run's pictures from now on, as its clock says.
  func begin(
    _ run: Run, pictures: BoundedQueue<ScanoutPicture>, counts: Shared<DecodeCounts>,
    start: MediaTime
  ) {
    if showing?.run == run {
      showing?.isBegun = true
    } else {
      takeCounts()
      showing = Showing(run: run, pictures: pictures, counts: counts, end: start, isBegun: true)
    }
    // The grid may be old after a long rest.
    if let (sequence, time) = sink.latestVblank { vblanks.observe(sequence: sequence, at: time) }
  }

  /// Shows this run's first picture as soon as it is there, and keeps it until `begin`.
  func preview(
    _ run: Run, pictures: BoundedQueue<ScanoutPicture>, counts: Shared<DecodeCounts>
  ) {
    guard showing == nil else { return }
    showing = Showing(run: run, pictures: pictures, counts: counts, end: .zero, isBegun: false)
  }

  /// Forgets a run's pictures; what is on screen stays there.
  func leave(_ run: Run) {
    guard showing?.run == run else { return }
    takeCounts()
    showing = nil
  }

  /// What was shown so far, with what the decoders did for it.
  func currentStatistics() -> PlaybackStatistics {
    takeCounts()
    return statistics
  }

  private func takeCounts() {
    guard let showing else { return }
    let counts = showing.counts.update { counts in
      defer { counts = DecodeCounts() }
      return counts
    }
    statistics.decoded += counts.frames
    statistics.damaged += counts.damaged
  }

  /// Takes in what happened and does what is due. Answers when to be called at the latest.
  public func step(now: HostTime) -> HostTime? {
    do {
      try sink.timePassed(now)
      for flip in try sink.takeFlips() { note(flip) }
      takeCapture()
      if sink.isBusy { return sink.deadline }
      let state = clock()
      let wakeUp = try showDue(state, now: now)
      return earliest(wakeUp, endWakeUp(state, now: now), captureWakeUp(now))
    } catch {
      report(.failed(error))
      return nil
    }
  }

  private func note(_ flip: SinkFlip) {
    vblanks.observe(sequence: flip.sequence, at: flip.time)
    let isPreview = showing?.run == flip.picture.run && showing?.preview == flip.picture.pts
    let due =
      isPreview ? nil : clock().clock.hostTime(of: flip.picture.pts, in: flip.picture.run)
    statistics.present(due: due, flip: flip.time, vblanks: vblanks)
    if showing?.run == flip.picture.run, showing?.isFirstPending == true {
      showing?.isFirstPending = false
      report(.firstPicture(flip.picture.run, flip.time))
    }
  }

  /// Gives the sink the frame whose turn it is; answers when the next one's turn comes.
  private func showDue(_ state: SoundState, now: HostTime) throws(PlaybackError) -> HostTime? {
    guard let showing else { return nil }
    guard showing.isBegun else {
      guard showing.preview == nil, let first = showing.pictures.tryPop() else { return nil }
      self.showing?.preview = first.pts
      return try show(first, now: now)
    }
    let decision = showing.pictures.peek { queued in
      pacer.decide(
        due: queued.lazy.map { state.clock.hostTime(of: $0.element.pts, in: showing.run) },
        now: now, vblanks: vblanks)
    }
    switch decision {
    case .idle: return nil
    case .wait(let time): return time
    case .show(let index):
      for _ in 0..<index {
        _ = showing.pictures.tryPop()
        statistics.dropped += 1
      }
      guard let picture = showing.pictures.tryPop() else { return nil }
      return try show(picture, now: now)
    }
  }

  private func show(_ picture: ScanoutPicture, now: HostTime) throws(PlaybackError) -> HostTime? {
    if let end = showing?.end { showing?.end = max(end, picture.end) }
    // A picture without a duration (a card) stays for as long as its run.
    let lasts = picture.duration == .zero
    let wanted = captureTimes.first.flatMap { lasts || $0 < picture.end ? $0 : nil }
    guard try sink.show(picture, capture: wanted != nil && capturing == nil) else {
      // The kernel is busy with something of its own; this frame is lost, the next is tried.
      statistics.dropped += 1
      return now + vblanks.period / 2
    }
    if wanted != nil, capturing == nil {
      capturing = wanted
      captureTimes.removeAll { lasts || $0 < picture.end }
    }
    return sink.deadline
  }

  private func takeCapture() {
    guard let time = capturing, let capture = sink.takeCapture() else { return }
    capturing = nil
    report(.captured(capture, at: time))
  }

  private func captureWakeUp(_ now: HostTime) -> HostTime? {
    capturing == nil ? nil : now + .milliseconds(20)
  }

  /// Reports the end of the run once its last picture and sample have had their time.
  private func endWakeUp(_ state: SoundState, now: HostTime) -> HostTime? {
    guard let showing, showing.isBegun, !showing.hasEnded, capturing == nil,
      showing.pictures.isExhausted,
      let soundEnd = state.ended[showing.run],
      let end = state.clock.hostTime(of: max(showing.end, soundEnd), in: showing.run)
    else { return nil }
    // The next run's first frame may have this vblank.
    let moment = end - vblanks.period / 2
    guard moment <= now else { return moment }
    self.showing?.hasEnded = true
    report(.ended(showing.run))
    return nil
  }

  private func earliest(_ times: HostTime?...) -> HostTime? {
    times.compactMap(\.self).min()
  }
}
