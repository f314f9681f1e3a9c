internal import VitrineLinux
internal import VitrineMedia
internal import VitrinePlayback
internal import VitrineScanout
internal import VitrineTiming

/// The work of a pipeline's audio thread: decodes packets to sound in the device's format, run
/// after run. Sound that cannot be decoded never stops the picture.
struct AudioDecoding {
  private let feed: BoundedQueue<Pipeline.Feed>
  private let sound: Pipeline.SoundPreparation
  private let starving: () -> Void

  /// Decoders need the packets shortly before the target of a seek.
  private static let warmUp = MediaTime(1, 10)
  /// The track is given up after this many rejected packets before its first sound. After that,
  /// damage may be followed by more sound.
  private static let rejectionLimit = 200

  /// The limit at the end of a run. After a seek, decoders may reject the first few packets.
  private static let rejectionLimitAtEnd = 5

  private struct Chain: ~Copyable {
    let track: Track
    var queues: RunQueues
    var decoder: Decoder
    var resampler = Resampler(to: .standard)
    /// The end of the sound decoded in this run; nil if it had no timestamp yet.
    var end: MediaTime?
    var refusals = Refusals()
    /// Packs compressed sound that passes through.
    private var packer: BurstPacker?
    /// Whether the sound is decoded until the next run.
    var isDecoding = false

    init(track: Track, queues: RunQueues, decoder: consuming Decoder, end: MediaTime? = nil) {
      (self.track, self.queues, self.end) = (track, queues, end)
      self.decoder = decoder
      packer = nil
    }

    /// Returns the burst that the packet completes.
    mutating func pack(_ packet: Packet) throws(MediaError) -> SoundChunk? {
      try packer?.pack(packet)
    }

    /// Returns false if the track cannot pass through.
    mutating func preparePacker() -> Bool {
      if !hasPacker { packer = BurstPacker(of: track) }
      return hasPacker
    }

    private var hasPacker: Bool {
      switch packer {
      case .some: true
      case .none: false
      }
    }

    /// Continues at another position of the same track.
    mutating func begin(_ next: RunQueues) {
      decoder.flush()
      resampler = Resampler(to: resampler.format)
      packer = nil
      (queues, end, isDecoding) = (next, nil, false)
    }
  }

  /// The packets that a decoder rejected before its first sound.
  private struct Refusals {
    private var count = 0
    private var last: MediaError?
    private var isOver = false

    mutating func record(_ refusal: MediaError) {
      guard !isOver else { return }
      (count, last) = (count + 1, refusal)
    }

    /// The first sound was decoded.
    mutating func end() { (last, isOver) = (nil, true) }

    /// The latest error if at least `limit` packets were rejected and there was no sound.
    func reason(from limit: Int) -> MediaError? { count >= limit ? last : nil }
  }

  /// `starving` is called before the thread waits for packets.
  init(
    _ feed: BoundedQueue<Pipeline.Feed>, _ sound: Pipeline.SoundPreparation,
    starving: @escaping () -> Void
  ) {
    (self.feed, self.sound, self.starving) = (feed, sound, starving)
  }

  func run() {
    var chain: Chain?
    while let next = nextFeed() {
      do throws(MediaError) {
        switch next {
        case .begin(let queues, let track): try begin(queues, track, &chain)
        case .packet(let packet): try feedPacket(packet, to: &chain)
        case .change(let track): try change(to: track, &chain)
        case .end: try finish(&chain)
        }
      } catch {
        if let queues = chain?.queues { Self.silence(queues, error) }
        chain = nil
      }
    }
  }

  private func nextFeed() -> Pipeline.Feed? {
    if feed.isEmpty { starving() }
    return feed.pop()
  }

  private static func silence(_ queues: RunQueues, _ error: MediaError) {
    queues.report(.silent(PlaybackError(error)))
    close(queues)
  }

  private static func close(_ queues: RunQueues) {
    queues.sound.close()
    queues.recordStart(of: .audio, at: nil)
  }

  private func begin(
    _ queues: RunQueues, _ track: Track?, _ chain: inout Chain?
  ) throws(MediaError) {
    guard let track else {
      chain = nil
      return Self.close(queues)
    }
    if let known = chain?.track, known.index == track.index, known.decodes(like: track) {
      chain?.begin(queues)
      return
    }
    chain = nil
    do throws(MediaError) {
      chain = Chain(track: track, queues: queues, decoder: try Decoder(of: track))
    } catch {
      Self.silence(queues, error)
    }
  }

  /// Continues the run in another rendition.
  private func change(to track: Track, _ chain: inout Chain?) throws(MediaError) {
    guard let queues = chain?.queues, !queues.isClosed else {
      // The next run starts with it.
      chain = nil
      return
    }
    try decode(nil, &chain, queues)
    if let rest = try chain?.resampler.flush() { _ = queue(rest, &chain, queues) }
    let end = chain?.end
    chain = nil
    do throws(MediaError) {
      chain = Chain(track: track, queues: queues, decoder: try Decoder(of: track), end: end)
    } catch {
      Self.silence(queues, error)
    }
  }

  private func feedPacket(_ packet: Packet, to chain: inout Chain?) throws(MediaError) {
    guard let queues = chain?.queues, let track = chain?.track, !queues.isClosed else { return }
    if let start = queues.bounds.start, let pts = packet.pts(in: track.timebase),
      pts + (packet.duration(in: track.timebase) ?? .zero) + Self.warmUp < start
    {
      return
    }
    if pass(packet, &chain, queues) { return }
    try decode(packet, &chain, queues)
  }

  /// Passes compressed sound through. Returns false if it has to be decoded.
  private func pass(_ packet: Packet, _ chain: inout Chain?, _ queues: RunQueues) -> Bool {
    guard chain?.isDecoding == false else { return false }
    if let coding = chain?.track.passthroughCoding, sound.passesThrough(coding),
      chain?.preparePacker() == true
    {
      do throws(MediaError) {
        if let burst = try chain?.pack(packet) { _ = queue(burst, &chain, queues) }
        return true
      } catch {
        // The content is not in the track's coding: the decoder reports it.
      }
    }
    chain?.isDecoding = true
    return false
  }

  private func finish(_ chain: inout Chain?) throws(MediaError) {
    guard let queues = chain?.queues, !queues.isClosed else { return }
    try decode(nil, &chain, queues)
    if let rest = try chain?.resampler.flush() { _ = queue(rest, &chain, queues) }
    if let why = chain?.refusals.reason(from: Self.rejectionLimitAtEnd) { throw why }
    Self.close(queues)
  }

  private func decode(
    _ packet: Packet?, _ chain: inout Chain?, _ queues: RunQueues
  ) throws(MediaError) {
    do throws(MediaError) {
      while try chain?.decoder.send(packet) == false {
        guard try drain(&chain, queues) else { return }
      }
      _ = try drain(&chain, queues)
    } catch .undecodable(let track, let detail) {
      queues.counts.update { $0.damaged += 1 }
      chain?.refusals.record(.undecodable(track: track, detail: detail))
      if let why = chain?.refusals.reason(from: Self.rejectionLimit) { throw why }
    }
  }

  /// Returns false once the run is closed.
  private func drain(_ chain: inout Chain?, _ queues: RunQueues) throws(MediaError) -> Bool {
    while true {
      switch try chain?.decoder.receive() {
      case .needsInput, .ended, nil: return true
      case .frame(let frame):
        chain?.refusals.end()
        chain?.resampler.format = sound.format()
        guard let chunk = try chain?.resampler.convert(frame), queue(chunk, &chain, queues) else {
          return false
        }
      }
    }
  }

  private func queue(
    _ chunk: SoundChunk, _ chain: inout Chain?, _ queues: RunQueues
  ) -> Bool {
    let start = chunk.pts ?? chain?.end ?? queues.bounds.start ?? queues.origin
    let end = start + Self.length(of: chunk)
    chain?.end = end
    guard let chunk = trimmed(chunk, from: start, until: end, to: queues.bounds),
      !chunk.samples.isEmpty
    else { return !queues.isClosed }
    guard queues.sound.push(chunk, weight: chunk.count) else { return false }
    queues.recordStart(of: .audio, at: start)
    return true
  }

  private static func length(of chunk: SoundChunk) -> MediaTime {
    MediaTime(Int64(chunk.count), Int32(chunk.format.rate))
  }

  /// Returns the part between the bounds; nil if it is empty.
  private func trimmed(
    _ chunk: SoundChunk, from start: MediaTime, until end: MediaTime, to bounds: RunQueues.Bounds
  ) -> SoundChunk? {
    if let first = bounds.start, end <= first || chunk.format.coding != nil && start < first {
      return nil
    }
    guard let last = bounds.end, end > last else { return chunk }
    guard start < last else { return nil }
    let format = chunk.format
    // Bursts are not cut.
    if format.coding != nil { return nil }
    let frames = Int(((last - start).seconds * Double(format.rate)).rounded())
    return SoundChunk(
      pts: chunk.pts, samples: Array(chunk.samples.prefix(frames * format.frameSize)),
      format: format)
  }
}
