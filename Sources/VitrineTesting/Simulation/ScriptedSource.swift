package import VitrineEngine
internal import VitrineLinux
internal import VitrineMedia
internal import VitrinePictures
package import VitrinePlayback
package import VitrinePlaylists
package import VitrineScanout
package import VitrineTiming

/// A source that decodes what its script says, without delay, whenever its owner calls `work`. The
/// timestamps of each opening start at another hour, which identifies the opening of a picture.
package final class ScriptedSource: OpenedSource, @unchecked Sendable {
  // @unchecked: used by one thread, or within `VirtualThread.play`.
  package static let hour = 3600

  package let item: Item
  package private(set) var queues: RunQueues
  package let origin: MediaTime
  package private(set) var isClosed = false
  /// The number of runs.
  package private(set) var runs = 1
  private let script: SourceScript
  private let stock: PictureStock
  private let clock: ManualClock
  private let report: SessionParts.Report
  private var choices: TrackChoices
  private var download: ScriptedDownload
  private var next: Int
  private let opensAt: HostTime
  private let began: HostTime
  /// When the decoder has the first picture of the run.
  private var readyAt: HostTime
  private var isOpen = false
  private var isAtEnd = false

  /// Creates a source; `number` counts the openings.
  package init(
    _ item: Item, _ run: Run, _ choices: TrackChoices, _ script: SourceScript, number: Int,
    _ stock: PictureStock, _ clock: ManualClock, _ report: @escaping SessionParts.Report
  ) {
    self.item = item
    self.script = script
    self.choices = choices
    self.stock = stock
    self.clock = clock
    self.report = report
    origin = MediaTime(Int64(number * Self.hour), 1)
    began = clock.now
    opensAt = began + script.opening
    readyAt = opensAt + script.delay
    download = ScriptedDownload(pace: script.pace, at: opensAt)
    arriving = script.arrival
    next = item.start.map(script.timeline.frame) ?? 0
    let bounds = RunQueues.Bounds(
      start: item.start, isExact: true, end: item.end, imageDuration: item.shownDuration,
      transition: item.transition ?? .cut)
    queues = RunQueues(run, bounds, report: report)
  }

  /// Called with the current run and each later one.
  package var onRun: ((Run) -> Void)? {
    didSet { onRun?(queues.run) }
  }

  /// The download progress of a source without a pace.
  package var arriving: Arrival?
  /// Whether the network is down.
  package var isCut: Bool {
    get { download.isCut }
    set { download.set(isCut: newValue, at: clock.now) }
  }

  package func arrival(at position: MediaTime) -> Arrival? {
    guard script.pace != nil else { return arriving }
    let isAwaited = isOpen && !isAtEnd && queues.pictures.weight < 4
    return download.arrival(at: position - origin, of: script.timeline.length, isAwaited: isAwaited)
  }

  package var isDry: Bool { script.pace != nil && next >= limit }
  package var isReading: Bool { isDry }
  package let workDone = PipelineWork()
  package let isAsking = false
  package var cpuTime: Duration { script.faults.isBusy ? clock.now - began : .zero }
  package private(set) var quality = VariantPolicy.Preference.automatic
  package func setQuality(_ preference: VariantPolicy.Preference) { quality = preference }
  /// It has no hardware decoder.
  package func recordHang(because reason: String, now: HostTime) -> RecoveryLadder.Step? { nil }
  package func makeCover(_ path: String, _ show: @escaping @Sendable (ScanoutPicture) -> Void) {
    guard let color = script.coverColor(path), let picture = picture(color, at: .zero) else {
      return
    }
    show(picture)
  }
  package var hasEnded: Bool { isClosed && !script.faults.staysAfterClose }
  package func awaitThreads(until deadline: HostTime) {}

  package func close() {
    isClosed = true
    queues.close()
  }

  package func seek(
    _ run: Run, _ seek: PlaybackState.Seek, isPaused: Bool = false, choices: TrackChoices
  ) {
    queues.close()
    runs += 1
    self.choices = choices
    let bounds = RunQueues.Bounds(
      start: seek.target, isExact: true, end: item.end, imageDuration: item.shownDuration)
    queues = RunQueues(run, bounds, report: report)
    onRun?(run)
    next = script.timeline.frame(at: seek.target)
    download.seek(to: seek.target)
    (readyAt, isAtEnd) = (max(clock.now, opensAt) + script.delay, false)
    if isOpen { begin() }
  }

  /// When it next has something, if that is known.
  package var deadline: HostTime? {
    guard !isClosed else { return nil }
    return [opensAt, readyAt].first { $0 > clock.now }
  }

  /// Does the work of its threads.
  package func work() {
    guard !isClosed, opensAt <= clock.now else { return }
    download.pass(to: clock.now)
    if !isOpen { open() }
    guard script.faults.failure == nil, readyAt <= clock.now else { return }
    decode()
  }

  private func open() {
    isOpen = true
    if let failure = script.faults.failure { return queues.report(.failed(failure)) }
    queues.report(.opened(summary, tracks: script.tracks.all, start: origin))
    begin()
  }

  private var summary: MediaSummary {
    var summary = MediaSummary(
      title: script.metadata.title, duration: script.timeline.length, video: "film",
      audio: script.tracks.hasSound ? "sound" : nil, frameDuration: script.timeline.frameDuration,
      isStill: script.isStill)
    (summary.chapters, summary.tags) = (script.metadata.chapters, script.metadata.tags)
    summary.videoSize = script.metadata.videoSize
    return summary
  }

  /// The index after the last frame to play; nil if endless.
  private var end: Int? {
    let end = item.end.map { max(1, script.timeline.count(by: $0)) }
    return [script.timeline.count, end].compactMap(\.self).min()
  }

  private func begin() {
    if !script.tracks.all.isEmpty {
      queues.report(.selected(script.tracks.selected(choices)))
    }
    queues.settle(at: origin)
    queues.readTo.update { $0 = origin }
    queues.await([.video])
    guard let end else { return }
    // Data that is still to be downloaded may not arrive.
    let isHere = script.faults.limit == nil && script.pace == nil
    setEnding(end, isCertain: isHere)
  }

  private func setEnding(_ end: Int, isCertain: Bool, failure: PlaybackError? = nil) {
    var ending = RunQueues.Ending(
      lastPicture: time(of: end - 1), pictureEnd: time(of: end), isCertain: isCertain)
    ending.failure = failure
    queues.ending.update { [ending] in $0 = ending }
  }

  /// The index of the first frame that does not arrive, for whatever reason.
  private var limit: Int {
    let fetched = download.fetched.map { script.timeline.count(by: $0) }
    return [end, script.faults.limit, fetched].compactMap(\.self).min() ?? .max
  }

  private func decode() {
    let limit = limit
    while next < limit, queues.pictures.weight < 4, let picture = makePicture() {
      queues.pictures.push(picture)
      if script.tracks.playsSound(choices) {
        let chunk = SoundChunk(pts: picture.pts, samples: stock.tone(script.timeline.frameDuration))
        queues.sound.force(chunk, weight: 1)
        queues.recordStart(of: .audio, at: picture.pts)
      }
      queues.recordStart(of: .video, at: picture.pts)
      next += 1
    }
    guard !isAtEnd else { return }
    if next == script.faults.breaksAfter {
      isAtEnd = true
      return queues.report(.failed(PlaybackError(.decode, "damaged", exitStatus: .data)))
    }
    guard let end, next == end else { return }
    isAtEnd = true
    setEnding(end, isCertain: true, failure: script.faults.lateFailure)
    queues.pictures.close()
    queues.sound.close()
  }

  private func time(of frame: Int) -> MediaTime { origin + script.timeline.time(of: frame) }

  private func makePicture() -> ScanoutPicture? { picture(script.color, at: time(of: next)) }

  private func picture(_ color: UInt32, at time: MediaTime) -> ScanoutPicture? {
    stock.picture(color).map {
      ScanoutPicture(
        run: queues.run, pts: time, duration: script.timeline.frameDuration, buffer: $0.buffer,
        plan: $0.plan, holder: .picture($0))
    }
  }
}
