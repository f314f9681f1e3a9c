internal import Linux
internal import Media
internal import Playback
internal import Scanout
internal import Timing

/// What a pipeline's video thread does: packets to frames to pictures in scanout memory, run
/// after run.
struct VideoDecoding {
  private let feed: BoundedQueue<Pipeline.Feed>
  private let pools: PicturePools
  private let title: String
  private let cover: CoverImage?
  private let clock: @Sendable () -> PlaybackClock
  private let starving: () -> Void

  /// Packets in a row that a decoder may refuse before the track is given up.
  private static let patience = 200
  /// So much before the place that is sought every frame is decoded again: packets are not in
  /// the order of their pictures.
  private static let reordering = MediaTime(1, 2)

  /// A decoder and where its pictures go.
  private struct Chain: ~Copyable {
    var track: Track
    var decoder: Decoder
    var writer: PictureWriter
    var load: VideoLoad
    var refusals = 0
  }

  /// `title` and `cover` are shown where there is no video track; `starving` is called before it
  /// waits for packets.
  init(
    _ feed: BoundedQueue<Pipeline.Feed>, _ pools: PicturePools, title: String, cover: CoverImage?,
    clock: @escaping @Sendable () -> PlaybackClock, starving: @escaping () -> Void
  ) {
    (self.feed, self.pools, self.title, self.cover) = (feed, pools, title, cover)
    (self.clock, self.starving) = (clock, starving)
  }

  func run() {
    var chain: Chain?
    while let next = nextFeed() {
      do throws(PlaybackError) {
        switch next {
        case .begin(let queues, .some(let track)): try begin(queues, track, &chain)
        case .begin(let queues, nil):
          chain = nil
          StillPicture(pools.display).showCard(title: title, cover: cover, in: queues)
        case .packet(let packet): try feedPacket(packet, to: &chain)
        case .change(let track): try change(to: track, &chain)
        case .end: try finish(&chain)
        }
      } catch {
        Self.fail(&chain, error)
      }
    }
  }

  private func nextFeed() -> Pipeline.Feed? {
    if feed.isEmpty { starving() }
    return feed.pop()
  }

  private static func fail(_ chain: inout Chain?, _ error: PlaybackError) {
    guard let queues = chain?.writer.queues else { return }
    queues.tell(.failed(error))
    queues.pictures.close()
  }

  private func begin(
    _ queues: RunQueues, _ track: Track, _ chain: inout Chain?
  ) throws(PlaybackError) {
    if let known = chain?.track, known.index == track.index, known.decodes(like: track) {
      chain?.decoder.flush()
      chain?.load.begin()
      chain?.refusals = 0
      chain?.writer.begin(queues)
      return
    }
    chain = nil
    do throws(PlaybackError) {
      var writer = PictureWriter(pools, track, queues)
      let decoder = try openDecoder(track, try writer.lender())
      let load = VideoLoad(track, clock: clock)
      chain = Chain(track: track, decoder: decoder, writer: writer, load: load)
    } catch {
      queues.tell(.failed(error))
      queues.pictures.close()
    }
  }

  /// Goes on with the run in another encoding.
  private func change(to track: Track, _ chain: inout Chain?) throws(PlaybackError) {
    guard let queues = chain?.writer.queues, !queues.isClosed else {
      // The next run begins with it.
      chain = nil
      return
    }
    try decode(nil, &chain, queues)
    chain?.writer.change(to: track)
    let lender = try Self.lender(&chain)
    let decoder = try openDecoder(track, lender)
    Self.replace(decoder, track, VideoLoad(track, clock: clock), in: &chain)
  }

  private static func lender(_ chain: inout Chain?) throws(PlaybackError) -> BufferLender? {
    try chain?.writer.lender() ?? nil
  }

  private static func replace(
    _ decoder: consuming Decoder, _ track: Track, _ load: VideoLoad, in chain: inout Chain?
  ) {
    guard var taken = chain.take() else { return }
    taken.decoder = decoder
    (taken.track, taken.load) = (track, load)
    chain = consume taken
  }

  private func openDecoder(
    _ track: Track, _ lender: BufferLender?
  ) throws(PlaybackError) -> Decoder {
    do {
      return try Decoder(of: track, into: lender)
    } catch {
      throw PlaybackError(error)
    }
  }

  private func feedPacket(_ packet: Packet, to chain: inout Chain?) throws(PlaybackError) {
    guard let queues = chain?.writer.queues, let track = chain?.track, !queues.isClosed else {
      return
    }
    var isEarly = false
    if queues.bounds.isExact, let start = queues.bounds.start {
      isEarly = packet.pts(in: track.timebase).map { $0 + Self.reordering < start } ?? false
    }
    guard Self.admit(packet, isHurrying: isEarly, &chain, queues) else { return }
    try decode(packet, &chain, queues)
  }

  private static func admit(
    _ packet: Packet, isHurrying: Bool, _ chain: inout Chain?, _ queues: RunQueues
  ) -> Bool {
    guard var taken = chain.take() else { return false }
    // Swift 6.2 does not tell two properties of one value apart.
    var load = taken.load
    let isAdmitted = load.admit(packet, isHurrying: isHurrying, &taken.decoder, queues)
    taken.load = load
    chain = consume taken
    return isAdmitted
  }

  private func finish(_ chain: inout Chain?) throws(PlaybackError) {
    guard let queues = chain?.writer.queues, !queues.isClosed else { return }
    try decode(nil, &chain, queues)
    try chain?.writer.finish()
    if chain?.writer.isEmpty == true, queues.mayHaveSound {
      // As without a video track: who waits for a first picture would wait for ever.
      return StillPicture(pools.display).showCard(title: title, cover: cover, in: queues)
    }
    queues.pictures.close()
    pools.display.nudge()
  }

  /// Gives one packet and takes all frames that come of it. Damaged packets are counted.
  private func decode(
    _ packet: Packet?, _ chain: inout Chain?, _ queues: RunQueues
  ) throws(PlaybackError) {
    do throws(MediaError) {
      while try chain?.decoder.send(packet) == false {
        guard try drain(&chain) else { break }
      }
      if try drain(&chain) { chain?.refusals = 0 }
    } catch .undecodable(let track, let detail) {
      queues.counts.update { $0.damaged += 1 }
      chain?.refusals += 1
      if chain?.refusals ?? 0 > Self.patience {
        throw PlaybackError(MediaError.undecodable(track: track, detail: detail))
      }
    } catch {
      throw PlaybackError(error)
    }
    if let failure = chain?.writer.takeFailure() { throw failure }
  }

  private func isInTime(_ frame: Frame, _ chain: inout Chain?) -> Bool {
    guard let queues = chain?.writer.queues, let isFirst = chain?.writer.isEmpty else {
      return true
    }
    return chain?.load.take(frame, isSourceLate: feed.isEmpty, isFirst: isFirst, queues) ?? true
  }

  /// Takes frames until the decoder wants more input. False once the run is closed.
  private func drain(_ chain: inout Chain?) throws(MediaError) -> Bool {
    while true {
      switch try chain?.decoder.receive() {
      case .needsInput, .ended, nil: return true
      case .frame(let frame):
        guard isInTime(frame, &chain) else { continue }
        guard chain?.writer.take(frame) == true else { return false }
      }
    }
  }
}
