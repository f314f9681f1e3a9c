internal import VitrineLinux
internal import VitrineMedia
package import VitrinePictures
package import VitrinePlayback
internal import VitrinePlaylists
internal import VitrineScanout
package import VitrineTiming
internal import VitrineVideoDecoders

/// The facts about an opened item.
package struct MediaSummary: Sendable, Equatable {
  package var title: String?
  package var duration: MediaTime?
  /// Such as `h264 1920x1080` and `aac`.
  package var video: String?
  package var audio: String?
  /// The time between two video frames, from the container.
  package var frameDuration: MediaTime?
  /// Whether it is a single still picture, without its own duration.
  package var isStill = false
  package var chapters: [Chapter] = []
  package var tags = MediaTags()
  /// The display size of the video according to the container; nil without video.
  package var videoSize: PixelSize?

  package init(
    title: String? = nil, duration: MediaTime? = nil, video: String? = nil,
    audio: String? = nil, frameDuration: MediaTime? = nil, isStill: Bool = false
  ) {
    self.title = title
    self.duration = duration
    self.video = video
    self.audio = audio
    self.frameDuration = frameDuration
    self.isStill = isStill
  }
}

/// The counts of a run's decoders.
struct DecodeCounts: Sendable {
  /// Frames decoded.
  var frames = 0
  /// Packets rejected.
  var damaged = 0
  /// Frames skipped because the machine cannot decode all of them.
  var leftOut = 0
  /// The current decode effort.
  var effort = DecodeEffort.full
}

/// An event of an opened item's run.
package enum PipelineReport: Sendable {
  case opened(MediaSummary, tracks: [TrackInfo], start: MediaTime)
  /// The first picture and the first sound are decoded.
  case ready
  case failed(PlaybackError)
  /// The sound cannot be decoded; the picture plays without.
  case silent(PlaybackError)
  /// The subtitles cannot be shown; the rest plays without.
  case withoutSubtitles(PlaybackError)
  /// The video above the pictures cannot be played; the rest plays without it.
  case withoutInset(PlaybackError)
  /// A part of the file is unreadable; the rest plays.
  case damaged(PlaybackError)
  /// The machine cannot decode all of the video; the text explains it.
  case overloaded(String)
  /// The memory that the decoder writes to, for statistics.
  case decoding(String)
  /// The video decoder, and why the preferred one is not used.
  case decoder(String)
  /// The hardware decoder failed: its replacement, and the reason.
  case decoderFallback(String)
  /// Why the CPU converts a hardware decoder's pictures.
  case converting(String)
  /// All tracks, once more were found.
  case tracks([TrackInfo])
  /// The selected tracks.
  case selected([TrackInfo])
  /// The display size of the pictures that follow.
  case videoSize(PixelSize)
}

/// One opened item: the threads that read and decode it, and the queues between them. It has one
/// run after the other: each seek starts a new one.
///
/// Thread-safe. It reports from its own threads; the receiver must not wait for it.
final class Pipeline: Sendable {
  typealias Report = PipelineReport

  /// Sent from the demuxer to a decoder.
  enum Feed: Sendable {
    case begin(RunQueues, Track?)
    case packet(Packet)
    /// The packets that follow belong to the same run, but need another decoder.
    case change(Track)
    /// The end of the source.
    case end
  }

  /// Sent from the demuxer to the subtitle thread.
  enum SubtitleFeed: Sendable {
    case begin(SubtitleRun)
    case packet(Packet)
    /// From a frame of a run's video.
    case captions(Packet, Run)
  }

  /// How sound is prepared for the device.
  struct SoundPreparation: Sendable {
    /// The format of the device.
    var format: @Sendable () -> SoundFormat = { .standard }
    /// Whether sound in this coding passes through to the device now.
    var passesThrough: @Sendable (SoundCoding) -> Bool = { _ in false }
    /// The gain of an item with these tags, for its loudness. Called on the demuxer's thread.
    var gain: (@Sendable (Item, MediaTags) -> ItemGain)?
  }

  /// A run as the subtitle thread sees it.
  struct SubtitleRun: Sendable {
    let queues: RunQueues
    /// Nil for a run without subtitles.
    let source: SubtitleSource?
    let choices: TrackChoices
    /// The kind of the pictures according to the container.
    let video: PictureDescription?
  }

  /// The queues from the demuxer to the decoders; their limits are in bytes.
  struct Feeds: Sendable {
    static let videoRoom = 4 << 20
    static let audioRoom = 1 << 20

    let video = BoundedQueue<Feed>(limit: videoRoom)
    let audio = BoundedQueue<Feed>(limit: audioRoom)
    let subtitles = BoundedQueue<SubtitleFeed>(limit: 8 << 20)

    /// Discards everything, for another run.
    func removeAll() {
      video.removeAll()
      audio.removeAll()
      subtitles.removeAll()
    }

    /// Discards everything and ends the threads that wait for more.
    func close() {
      video.close(discarding: true)
      audio.close(discarding: true)
      subtitles.close(discarding: true)
    }
  }

  let item: Item
  let pools: PicturePools
  let decoders: Decoders
  /// The hardware decoder in use; nil if there is none.
  let deviceInUse = Shared<DeviceUse?>(nil)
  /// Maps media times to host times.
  let clock: @Sendable () -> PlaybackClock
  let sound: SoundPreparation
  let feeds = Feeds()
  let source: ItemSource
  /// Nil for items without one.
  private let inset: ItemInset?
  private let shared: Shared<State>
  private let orders = BoundedQueue<RunOrder>(limit: .max)
  /// One element for each thread that has ended.
  private let endings = BoundedQueue<Bool>(limit: .max)
  private let report: @Sendable (Report, Run) -> Void

  /// A requested run and its tracks.
  struct RunOrder: Sendable {
    let queues: RunQueues
    let choices: TrackChoices
  }

  private struct State {
    var queues: RunQueues
    var isClosed = false
    /// The source's own timestamp of its beginning.
    var origin = MediaTime.zero
    var hasSubtitleThread = false
    var threads = PipelineThreads()
  }

  /// Opens the item on its own threads and reports the result. `remotes` open a remote item, in the
  /// rendition that `quality` selects, and its subtitles.
  init(
    _ item: Item, _ run: Run, choices: TrackChoices, display: any PictureDisplay,
    decoders: Decoders = Decoders(.software), remotes: [any RemoteAccess] = [],
    quality: VariantPolicy.Preference = .automatic, clock: @escaping @Sendable () -> PlaybackClock,
    sound: SoundPreparation = SoundPreparation(), insets: InsetPipelines = InsetPipelines(),
    report: @escaping @Sendable (Report, Run) -> Void
  ) {
    self.item = item
    self.report = report
    self.clock = clock
    self.sound = sound
    source = ItemSource(item, remotes, quality: quality)
    self.decoders = decoders
    let transition = item.transition ?? .cut
    inset = ItemInset(item, display, remotes, insets) { report(.withoutInset($0), $1) }
    pools = PicturePools(
      display, isMixed: transition.kind != .cut || inset != nil || display.isMixed)
    let bounds = RunQueues.Bounds(
      start: item.start, isExact: true, end: item.end, imageDuration: item.shownDuration,
      transition: transition)
    let queues = RunQueues(run, bounds, report: report)
    shared = Shared(State(queues: queues))
    inset?.begin(queues, choices)
    start("demux") { [self] in
      var loop = DemuxLoop(self, first: RunOrder(queues: queues, choices: choices))
      loop.run()
    }
  }

  /// The output of the current run's decoders.
  var queues: RunQueues { shared.value.queues }
  var isClosed: Bool { shared.value.isClosed }
  /// The source's own timestamp of its beginning, which is position 0 for users.
  var origin: MediaTime { shared.value.origin }
  /// The number of its threads that have not ended.
  var threadCount: Int { shared.value.threads.count }
  /// The CPU time of its threads. A decoder's own worker threads are not included.
  var cpuTime: Duration { shared.value.threads.cpuTime + (inset?.cpuTime ?? .zero) }

  /// Seeks to a position, relative to the source's beginning, as a new run.
  func seek(_ run: Run, _ seek: PlaybackState.Seek, isPaused: Bool = false, choices: TrackChoices) {
    let bounds = RunQueues.Bounds(
      start: seek.target, isExact: seek.mode == .exact, isPreview: seek.mode == .preview,
      keepsPictures: isPaused, end: item.end, imageDuration: item.shownDuration)
    let queues = RunQueues(run, bounds, report: report)
    queues.setAwaited()
    let old = shared.update { state in
      defer { state.queues = queues }
      return state.queues
    }
    // Releases decoders that wait to queue output of the old run.
    old.close()
    pools.wakeAll()
    // Before the order: everything that the demuxer sends after it belongs to the new run.
    feeds.removeAll()
    orders.push(RunOrder(queues: queues, choices: choices))
    source.lookAgain()
    inset?.begin(queues, choices, from: seek, isPaused: isPaused)
  }

  /// Ends all threads and discards their data, without waiting: one may hang.
  func close() {
    inset?.close()
    source.interrupt()
    orders.close(discarding: true)
    feeds.close()
    let queues = shared.update { state in
      state.isClosed = true
      return state.queues
    }
    queues.close()
    pools.close()
  }

  /// Waits until all threads have ended, or until `deadline`: one may hang.
  func awaitThreads(until deadline: HostTime) {
    while threadCount > 0, endings.pop(until: deadline) != nil {}
    inset?.awaitThreads(until: deadline)
  }

  func setOrigin(_ origin: MediaTime) { shared.update { $0.origin = origin } }

  /// Starts the subtitles of a run, or ends them. The first subtitles start the thread.
  func beginSubtitles(_ run: SubtitleRun) {
    let isFirst = shared.update { state in
      guard run.source != nil, !state.hasSubtitleThread else { return false }
      state.hasSubtitleThread = true
      return true
    }
    if isFirst {
      start("subtitles") { [feeds, pools, clock, remotes = source.remotes] in
        var drawing = SubtitleDrawing(feeds.subtitles, pools, clock: clock, remotes: remotes)
        drawing.run()
      }
    }
    feeds.subtitles.force(.begin(run))
  }

  var display: any PictureDisplay { pools.display }

  /// The next requested run, without waiting; nil if there is none.
  func nextOrder() -> RunOrder? { orders.tryPop() }
  /// Waits for the next run; returns nil once closed.
  func awaitOrder() -> RunOrder? { orders.pop() }
  var hasOrder: Bool { !orders.isEmpty }

  /// Opens the item and passes its source to `reader`, which reads it to the end.
  func readSource(into reader: inout some PacketReceiver) throws(MediaError) {
    try source.read(
      into: &reader, display: { [display] in try? display.uprightSize() },
      isLeft: { [orders] in !orders.isEmpty })
  }

  /// The state of the download at `position` in the source's own time; nil for local files.
  func arrival(at position: MediaTime) -> Arrival? {
    let read = (queues.readTo.value ?? position) - position
    guard var arrival = source.arrival(read: read, at: position) else { return nil }
    if queues.ending.value?.failure != nil {
      // Nothing more arrives: playback continues with the buffered data.
      arrival.lead.isFull = true
      arrival.isAwaited = false
    }
    return arrival
  }

  func setQuality(_ preference: VariantPolicy.Preference) { source.setQuality(preference) }

  func recordHang(because reason: String, now: HostTime) -> RecoveryLadder.Step? {
    deviceInUse.value.map {
      decoders.recordHang(
        of: item.location, in: $0.decoder, at: $0.stream, because: reason, now: now)
    }
  }

  /// Starts a thread of this pipeline, which need not be waited for.
  func start(_ name: String, _ body: @escaping @Sendable () -> Void) {
    shared.update { $0.threads.add() }
    do {
      let thread = try NamedThread(name) {
        let number = self.shared.update { $0.threads.begin(.ofThisThread) }
        body()
        self.shared.update { $0.threads.end(number) }
        self.endings.push(true)
      }
      thread.detach()
    } catch {
      shared.update { $0.threads.end(nil) }
      queues.report(
        .failed(
          PlaybackError(
            .decode, "cannot start the thread \(name): \(error)", exitStatus: .unavailable)))
    }
  }
}

/// The running threads of a pipeline, and the CPU time of all.
struct PipelineThreads {
  private(set) var count = 0
  private var clocks: [Int: ThreadClock] = [:]
  private var last = 0
  /// The CPU time of threads that have ended.
  private var spent = Duration.zero

  /// Call before starting a thread.
  mutating func add() { count += 1 }

  /// Records that a thread has started, and its clock; returns a number for `end`.
  mutating func begin(_ clock: ThreadClock?) -> Int {
    last += 1
    clocks[last] = clock
    return last
  }

  /// Called by the thread with this number as it ends; nil if the thread could not be created.
  mutating func end(_ number: Int?) {
    count -= 1
    guard let number else { return }
    spent += clocks.removeValue(forKey: number)?.time ?? .zero
  }

  var cpuTime: Duration { clocks.values.reduce(spent) { $0 + ($1.time ?? .zero) } }
}
