internal import VitrineLinux
internal import VitrineMedia
internal import VitrinePictures
internal import VitrinePlayback
internal import VitrinePlaylists
internal import VitrineScanout
internal import VitrineTiming
internal import VitrineVideoDecoders

/// The video above an item's pictures: an interpreter of sign language, from another file.
///
/// Its pipeline follows each seek of the item's. Nothing waits for it. Bound to the session's thread,
/// except for failures.
final class ItemInset: Sendable {
  private let item: Item
  private let display: any PictureDisplay
  private let remotes: [any RemoteAccess]
  private let all: InsetPipelines
  private let report: @Sendable (PlaybackError, Run) -> Void
  private let state = Shared(State())

  private struct State {
    var pipeline: Pipeline?
    /// The run of the item that it belongs to.
    var run = Run.none
    /// Nil before it is opened, and if it is unknown.
    var duration: MediaTime?
    var hasFailed = false
  }

  /// `report` receives a failure, with the item's run. Returns nil for items without a sign-language
  /// video, and without a display for it.
  init?(
    _ item: Item, _ display: any PictureDisplay, _ remotes: [any RemoteAccess],
    _ all: InsetPipelines,
    report: @escaping @Sendable (PlaybackError, Run) -> Void
  ) {
    guard let source = item.signLanguage, let display = display.inset else { return nil }
    var own = Item(source)
    (own.start, own.end) = (item.start, item.end)
    (self.item, self.display, self.remotes, self.report) = (own, display, remotes, report)
    self.all = all
  }

  /// Follows the item to another run, or ends if it is not wanted any longer.
  func begin(
    _ queues: RunQueues, _ choices: TrackChoices, from seek: PlaybackState.Seek? = nil,
    isPaused: Bool = false
  ) {
    guard choices.showsSignLanguage else { return close() }
    let (known, duration, hasFailed) = state.update { state in
      state.run = queues.run
      return (state.pipeline, state.duration, state.hasFailed)
    }
    guard !hasFailed else { return }
    // Past its end there is nothing to decode. The next run before its end opens it again.
    if let target = seek?.target, let duration, target >= duration { return close() }
    // The clock does not know these runs, whose times count from another beginning.
    let run = Run(-queues.run.number)
    var own = TrackChoices()
    (own.audio, own.subtitle) = (.off, .off)
    if let known {
      known.seek(
        run, seek ?? PlaybackState.Seek(to: item.start ?? .zero), isPaused: isPaused, choices: own)
      return queues.inset.update { $0 = known.queues }
    }
    guard all.hasRoom else {
      return fail(
        PlaybackError(
          .source, "other sign-language videos do not respond",
          exitStatus: .unavailable))
    }
    var item = item
    item.start = seek?.target ?? item.start
    let clock = PlaybackClock(
      steady: SteadyClock(rate: 1, position: 0, at: .now()), timeline: SoundTimeline(rate: 1))
    let pipeline = Pipeline(
      item, run, choices: own, display: display, decoders: Decoders(.software), remotes: remotes,
      clock: { clock }
    ) { [weak self] report, _ in self?.receive(report) }
    all.add(pipeline)
    // It may have failed already.
    let isWanted = state.update { state in
      if !state.hasFailed { state.pipeline = pipeline }
      return !state.hasFailed
    }
    if isWanted { queues.inset.update { $0 = pipeline.queues } } else { pipeline.close() }
  }

  private func receive(_ report: Pipeline.Report) {
    switch report {
    case .failed(let error): fail(error)
    case .opened(let summary, _, _) where summary.video == nil:
      fail(PlaybackError(.format, "no video stream found", exitStatus: .data))
    case .opened(let summary, _, _): state.update { $0.duration = summary.duration }
    default: break
    }
  }

  /// Its last picture stays only until the presenter finds the queue closed.
  private func fail(_ error: PlaybackError) {
    let (pipeline, run, isFirst) = state.update { state in
      defer { (state.pipeline, state.hasFailed) = (nil, true) }
      return (state.pipeline, state.run, !state.hasFailed)
    }
    pipeline?.close()
    display.nudge()
    guard isFirst else { return }
    // The item's own name is in front of it.
    report(
      PlaybackError(
        error.category, "\(item.name): \(error.message)", exitStatus: error.exitStatus), run)
  }

  func close() {
    let pipeline = state.update { state in
      defer { state.pipeline = nil }
      return state.pipeline
    }
    pipeline?.close()
  }

  var cpuTime: Duration { state.value.pipeline?.cpuTime ?? .zero }
  func awaitThreads(until deadline: HostTime) {
    state.value.pipeline?.awaitThreads(until: deadline)
  }
}

/// The pipelines of a player's insets that have not ended: one whose file hangs is abandoned.
/// Thread-safe.
final class InsetPipelines: Sendable {
  private let all = Shared<[Weak]>([])

  /// Its threads retain it.
  private struct Weak {
    weak var pipeline: Pipeline?
  }

  /// More are not opened.
  private static let limit = 8

  var hasRoom: Bool {
    all.update { all in
      all.removeAll { $0.pipeline == nil }
      return all.count < Self.limit
    }
  }

  func add(_ pipeline: Pipeline) { all.update { $0.append(Weak(pipeline: pipeline)) } }
}
