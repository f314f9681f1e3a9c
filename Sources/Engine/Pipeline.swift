internal import Linux
internal import Media
internal import Pictures
internal import Playback
internal import Playlists
public import Timing

/// What an opened item turned out to be.
public struct MediaSummary: Sendable, Equatable {
  public var title: String?
  public var duration: MediaTime?
  /// As in `h264 1920x1080` and `aac`.
  public var video: String?
  public var audio: String?
}

/// What a run's decoders did.
struct DecodeCounts: Sendable {
  /// Frames that came out.
  var frames = 0
  /// Packets that were refused.
  var damaged = 0
}

/// One run: the threads that read and decode one item, and the queues between them.
///
/// Thread-safe. It reports from its own threads; whoever receives must not wait for it.
final class Pipeline: Sendable {
  enum Report: Sendable {
    case opened(MediaSummary)
    /// The first picture and the first sound are decoded.
    case ready
    case demuxed
    case failed(PlaybackError)
    /// The sound cannot be decoded; the picture plays without.
    case silent(PlaybackError)
    /// Where the decoder writes its pictures, for statistics.
    case decoding(String)
  }

  let run: Run
  let item: Item
  let pictures = BoundedQueue<ScanoutPicture>(limit: 4)
  /// Weighted in frames.
  let sound = BoundedQueue<SoundChunk>(limit: SoundFormat.standard.rate / 2)
  let videoPackets = BoundedQueue<Packet>(limit: 4 << 20)
  let audioPackets = BoundedQueue<Packet>(limit: 1 << 20)
  let counts = Shared(DecodeCounts())
  private let pools = Shared<[ScanoutPool]>([])
  private let interrupter = Demuxer.Interrupter()
  private let report: @Sendable (Report) -> Void
  private let threads = Shared<[NamedThread]>([])
  private let readiness = Shared(Readiness())

  /// Where the tracks begin, as their decoders find out.
  private struct Readiness {
    var waits: Set<Track.Kind> = []
    var starts: [Track.Kind: MediaTime] = [:]
    var isReported = false
  }

  /// Opens the item on threads of its own; what comes of it is reported.
  init(
    _ item: Item, _ run: Run, display: any PictureDisplay,
    report: @escaping @Sendable (Report) -> Void
  ) {
    (self.item, self.run, self.report) = (item, run, report)
    start("demux") { pipeline in pipeline.demux(display) }
  }

  /// The media time at which this run begins: its earliest picture or sound.
  var startTime: MediaTime {
    readiness.value.starts.values.min() ?? .zero
  }

  /// Whether any sound came out of its decoder.
  var hasSound: Bool { readiness.value.starts[.audio] != nil }

  /// Ends all threads and drops what they have. Waits for them.
  func close() {
    interrupter.interrupt()
    videoPackets.close(discarding: true)
    audioPackets.close(discarding: true)
    pictures.close(discarding: true)
    sound.close(discarding: true)
    for pool in pools.value { pool.close() }
    // A thread may still be starting another one.
    while let thread = threads.update({ $0.popLast() }) { thread.join() }
  }

  func tell(_ news: Report) { report(news) }

  /// Has nobody wait for this pool's memory once the run is closed.
  func use(_ pool: ScanoutPool) {
    pools.update { $0.append(pool) }
  }

  /// A track's first output is there, at this media time; nil when it will have none.
  func noteStart(of kind: Track.Kind, at time: MediaTime?) {
    let isReady = readiness.update { state in
      if let time, state.starts[kind] == nil { state.starts[kind] = time }
      state.waits.remove(kind)
      defer { if state.waits.isEmpty { state.isReported = true } }
      return state.waits.isEmpty && !state.isReported
    }
    guard isReady else { return }
    let hasAny = !readiness.value.starts.isEmpty
    if hasAny {
      report(.ready)
    } else {
      report(
        .failed(
          PlaybackError(
            .decode, "nothing in it could be decoded; the file is damaged", exitStatus: .data)))
    }
  }

  private func start(_ name: String, _ body: @escaping @Sendable (Pipeline) -> Void) {
    do {
      let thread = try NamedThread(name) { body(self) }
      threads.update { $0.append(thread) }
    } catch {
      report(
        .failed(PlaybackError(.decode, "thread \(name): \(error)", exitStatus: .unavailable)))
    }
  }

  private func demux(_ display: any PictureDisplay) {
    do throws(MediaError) {
      var demuxer = try Demuxer(path: item.location, interrupter: interrupter)
      let (video, audio) = (demuxer.video, demuxer.audio)
      readiness.update { state in
        // A picture comes in any case: without a video track it is a card with the title.
        state.waits = audio == nil ? [.video] : [.video, .audio]
      }
      report(.opened(demuxer.summary))
      let title = demuxer.title ?? item.name
      start("video") { pipeline in
        if let video {
          VideoDecoding(pipeline, video, display).run()
        } else {
          TitleCard(pipeline, title: title, display).show()
        }
      }
      if let audio { start("audio") { AudioDecoding($0, audio).run() } } else { sound.close() }
      try readPackets(&demuxer)
      report(.demuxed)
    } catch .interrupted {
    } catch {
      report(.failed(PlaybackError(error)))
    }
    videoPackets.close()
    audioPackets.close()
  }

  private func readPackets(_ demuxer: inout Demuxer) throws(MediaError) {
    while true {
      let isTaken: Bool
      switch try demuxer.read() {
      case .video(let packet): isTaken = give(packet, to: videoPackets, other: audioPackets)
      case .audio(let packet): isTaken = give(packet, to: audioPackets, other: videoPackets)
      case .subtitle, .other: isTaken = true
      case .ended: return
      }
      if !isTaken { throw .interrupted }
    }
  }

  /// Waits for room, but not while the other track starves: badly interleaved files have all
  /// of one track before the other.
  private func give(
    _ packet: Packet, to queue: BoundedQueue<Packet>, other: BoundedQueue<Packet>
  ) -> Bool {
    let mostAhead = 64 << 20
    if other.isEmpty, queue.weight < mostAhead { return queue.force(packet, weight: packet.weight) }
    return queue.push(packet, weight: packet.weight)
  }
}

extension Demuxer {
  fileprivate var summary: MediaSummary {
    MediaSummary(
      title: title, duration: duration,
      video: video.map { "\($0.codec) \($0.picture?.size.description ?? "")" },
      audio: audio.map(\.codec))
  }
}

extension PlaybackError {
  /// The file's trouble by category, with the exit status that belongs to it.
  init(_ error: MediaError) {
    let (category, status): (Category, ExitStatus) =
      switch error {
      case .missing, .directory, .notAFile: (.source, .noInput)
      case .noPermission: (.source, .noPermission)
      case .empty, .notMedia, .truncated, .encrypted, .noTracks: (.format, .data)
      case .unknownCodec, .undecodable: (.decode, .data)
      case .interrupted, .call: (.source, .data)
      }
    self.init(category, error.description, exitStatus: status)
  }
}
