internal import VitrineLinux
internal import VitrineMedia
internal import VitrineNetwork
internal import VitrinePictures
package import VitrinePlayback
internal import VitrinePlaylists
internal import VitrineScanout
internal import VitrineStreaming
public import VitrineTiming
internal import VitrineVideoDecoders

/// What an opened item turned out to be.
public struct MediaSummary: Sendable, Equatable {
  public var title: String?
  public var duration: MediaTime?
  /// As in `h264 1920x1080` and `aac`.
  public var video: String?
  public var audio: String?
  /// Of video: the time from one picture to the next, as the container tells.
  public var frameDuration: MediaTime?
  /// Whether it is one picture that does not move: it has no length of its own.
  public var isStill = false
  package var chapters: [Chapter] = []

  package init(
    title: String? = nil, duration: MediaTime? = nil, video: String? = nil,
    audio: String? = nil, frameDuration: MediaTime? = nil, isStill: Bool = false
  ) {
    (self.title, self.duration, self.video, self.audio) = (title, duration, video, audio)
    (self.frameDuration, self.isStill) = (frameDuration, isStill)
  }
}

/// What a run's decoders did, and how much they do.
struct DecodeCounts: Sendable {
  /// Frames that came out.
  var frames = 0
  /// Packets that were refused.
  var damaged = 0
  /// Frames that were left out because all of them are too much for the machine.
  var leftOut = 0
  /// How much of the video is decoded at the moment.
  var effort = DecodeEffort.whole
}

/// What an opened item has to say of a run.
package enum PipelineReport: Sendable {
  case opened(MediaSummary, tracks: [TrackInfo], start: MediaTime)
  /// The first picture and the first sound are decoded.
  case ready
  case failed(PlaybackError)
  /// The sound cannot be decoded; the picture plays without.
  case silent(PlaybackError)
  /// The subtitles cannot be shown; the rest plays without.
  case withoutSubtitles(PlaybackError)
  /// A part of the file cannot be read; the rest plays.
  case damaged(PlaybackError)
  /// All of the video is too much for this machine, in words.
  case overloaded(String)
  /// Where the decoder writes its pictures, for statistics.
  case decoding(String)
  /// What decodes the video, and why it is not another one.
  case decoder(String)
  /// A device could not decode it: what does in its place, and why.
  case leftDevice(String)
  /// A device decodes, and the processor converts its pictures: why.
  case converting(String)
  /// Which tracks play.
  case selected([TrackInfo])
}

/// One opened item: the threads that read and decode it, and the queues between them. It has
/// one run after the other: each seek begins a new one.
///
/// Thread-safe. It reports from its own threads; the receiver must not wait for it.
final class Pipeline: Sendable {
  typealias Report = PipelineReport

  /// What goes from the demuxer to a decoder.
  enum Feed: Sendable {
    case begin(RunQueues, Track?)
    case packet(Packet)
    /// The packets that follow are of the same run, and of a track that needs another decoder.
    case change(Track)
    /// The source has no more.
    case end
  }

  /// What goes from the demuxer to the subtitles' thread.
  enum SubtitleFeed: Sendable {
    case begin(SubtitleRun)
    case packet(Packet)
  }

  /// A run as its subtitles see it.
  struct SubtitleRun: Sendable {
    let queues: RunQueues
    /// Nil where there are none.
    let source: SubtitleSource?
    let choices: TrackChoices
    /// What the pictures are, as far as the container knows.
    let video: PictureDescription?
  }

  /// In bytes.
  static let videoRoom = 4 << 20
  static let audioRoom = 1 << 20

  let item: Item
  let pools: PicturePools
  let decoders: Decoders
  /// When media times are on screen.
  let clock: @Sendable () -> PlaybackClock
  let videoFeed = BoundedQueue<Feed>(limit: videoRoom)
  let audioFeed = BoundedQueue<Feed>(limit: audioRoom)
  let subtitleFeed = BoundedQueue<SubtitleFeed>(limit: 8 << 20)
  private let shared: Shared<State>
  private let orders = BoundedQueue<RunOrder>(limit: .max)
  /// One for each thread that has ended.
  private let endings = BoundedQueue<Bool>(limit: .max)
  let interrupter = Demuxer.Interrupter()
  /// How many were read.
  let packets = Shared(0)
  /// Whether the demuxer is within its source now, where a disk or share may keep it.
  let isDemuxing = Shared(false)
  private let report: @Sendable (Report, Run) -> Void
  /// Where the item lies elsewhere.
  private let remote: RemoteItem?
  /// What subtitles on servers are fetched over.
  private let remotes: RemoteSources?

  /// A run that was asked for, and the tracks to play in it.
  struct RunOrder: Sendable {
    let queues: RunQueues
    let choices: TrackChoices
  }

  private struct State {
    var queues: RunQueues
    var isClosed = false
    /// The source's own time of its beginning.
    var origin = MediaTime.zero
    var hasSubtitleThread = false
    var threads = PipelineThreads()
  }

  /// Opens the item on threads of its own; what comes of it is reported. `remote` is what it is
  /// fetched by, where it lies elsewhere, `remotes` what fetches subtitles.
  init(
    _ item: Item, _ run: Run, choices: TrackChoices, display: any PictureDisplay,
    decoders: Decoders = Decoders(.software), remote: RemoteItem? = nil,
    remotes: RemoteSources? = nil, clock: @escaping @Sendable () -> PlaybackClock,
    report: @escaping @Sendable (Report, Run) -> Void
  ) {
    (self.item, self.report, self.clock) = (item, report, clock)
    (self.remote, self.remotes) = (remote, remotes)
    self.decoders = decoders
    pools = PicturePools(display)
    let bounds = RunQueues.Bounds(
      start: item.start, isExact: true, end: item.end, imageDuration: item.shownDuration)
    let queues = RunQueues(run, bounds, report: report)
    shared = Shared(State(queues: queues))
    start("demux") { [self] in
      var loop = DemuxLoop(self)
      loop.run(first: RunOrder(queues: queues, choices: choices))
    }
  }

  /// What the present run's decoders give.
  var queues: RunQueues { shared.value.queues }
  var isClosed: Bool { shared.value.isClosed }
  /// The source's own time of its beginning, from which people count.
  var origin: MediaTime { shared.value.origin }
  /// How many of its threads have not ended yet.
  var threadCount: Int { shared.value.threads.count }
  /// What its threads have computed so far. A decoder's own workers are seen by their frames alone.
  var cpuTime: Duration { shared.value.threads.cpuTime }

  /// Goes to another place, counted from the source's beginning, as a new run.
  func seek(_ run: Run, _ seek: PlaybackState.Seek, choices: TrackChoices) {
    let bounds = RunQueues.Bounds(
      start: seek.target, isExact: seek.mode == .exact, isPreview: seek.mode == .preview,
      end: item.end, imageDuration: item.shownDuration)
    let queues = RunQueues(run, bounds, report: report)
    let old = shared.update { state in
      defer { state.queues = queues }
      return state.queues
    }
    // What was on its way is of no use: decoders that wait to hand it on go on.
    old.close()
    pools.wakeAll()
    // Before the order: what the demuxer gives from then on belongs to the new run.
    videoFeed.removeAll()
    audioFeed.removeAll()
    subtitleFeed.removeAll()
    orders.push(RunOrder(queues: queues, choices: choices))
    remote?.lookAgain()
  }

  /// Ends all threads and drops what they have, without waiting for them: one may hang.
  func close() {
    interrupter.interrupt()
    orders.close(discarding: true)
    videoFeed.close(discarding: true)
    audioFeed.close(discarding: true)
    subtitleFeed.close(discarding: true)
    let queues = shared.update { state in
      state.isClosed = true
      return state.queues
    }
    queues.close()
    pools.close()
  }

  /// Waits until its threads have ended, or until `deadline`: one may hang.
  func awaitThreads(until deadline: HostTime) {
    while threadCount > 0, endings.pop(until: deadline) != nil {}
  }

  func noteOrigin(_ origin: MediaTime) { shared.update { $0.origin = origin } }

  /// Gives a run its subtitles, or none. Their thread begins with the first that there are.
  func beginSubtitles(_ run: SubtitleRun) {
    let isFirst = shared.update { state in
      guard run.source != nil, !state.hasSubtitleThread else { return false }
      state.hasSubtitleThread = true
      return true
    }
    if isFirst {
      start("subtitles") { [subtitleFeed, pools, clock, remotes] in
        var drawing = SubtitleDrawing(subtitleFeed, pools, clock: clock, remotes: remotes)
        drawing.run()
      }
    }
    subtitleFeed.force(.begin(run))
  }

  var display: any PictureDisplay { pools.display }

  /// The next run to begin, without waiting; nil while none is asked for.
  func nextOrder() -> RunOrder? { orders.tryPop() }
  /// Waits for the next run; nil once closed.
  func awaitOrder() -> RunOrder? { orders.pop() }
  var hasOrder: Bool { !orders.isEmpty }

  func openSource() throws(MediaError) -> OpenedItem {
    isDemuxing.update { $0 = true }
    defer { isDemuxing.update { $0 = false } }
    guard case .remote = item.source else {
      return .file(try Demuxer(path: item.location, interrupter: interrupter))
    }
    guard let remote else { throw .unavailable("this player does not use the network") }
    return try remote.open(
      interrupter, display: { [display] in try? display.uprightSize() },
      isLeft: { [orders] in !orders.isEmpty })
  }

  /// How it arrives over the network, for what plays at `position`, in the source's own time; nil of
  /// what is on this machine.
  func arrival(at position: MediaTime) -> Arrival? {
    guard case .remote = item.source else { return nil }
    let read = (queues.readTo.value ?? position) - position
    return remote?.arrival(read: read, at: position) ?? .awaited
  }

  func setQuality(_ wish: VariantPolicy.Wish) { remote?.setQuality(wish) }

  /// A thread of this pipeline, which it need not wait for.
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
      queues.tell(
        .failed(PlaybackError(.decode, "thread \(name): \(error)", exitStatus: .unavailable)))
    }
  }
}
