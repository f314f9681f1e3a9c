internal import VitrineLinux
internal import VitrineMedia
internal import VitrinePictures
internal import VitrinePlayback
internal import VitrineScanout
internal import VitrineTiming
internal import VitrineVideoDecoders
internal import VitrineVideoDevices

/// What a pipeline's video thread does: packets to frames to pictures in scanout memory, run
/// after run.
struct VideoDecoding {
  private let feed: BoundedQueue<Pipeline.Feed>
  private let pools: PicturePools
  private let decoders: Decoders
  private let title: String
  private let cover: CoverImage?
  private let clock: @Sendable () -> PlaybackClock
  private let starving: () -> Void

  /// Packets in a row that a decoder may refuse before the track is given up.
  private static let patience = 200
  /// As many before the processor has a try.
  private static let patienceWithDevices = 64
  /// So much before the place that is sought every frame is decoded again: packets are not in
  /// the order of their pictures.
  private static let reordering = MediaTime(1, 2)

  /// A decoder and where its pictures go.
  private struct Chain: ~Copyable {
    var track: Track
    var decoder: VideoDecoder
    var writer: PictureWriter
    var load: VideoLoad
    var refusals = 0
    /// Where a device decodes: which, and what the processor begins with where it fails.
    var device: MachineDecoder?
    /// Why the processor converts the device's pictures, as far as that was told.
    var conversion: String?
    var group = PacketGroup()
    /// Where one was in use: when it is asked again.
    var comeback = DeviceReturn()
    /// Why one was left, which is told once.
    var leftBecause: String?
    /// Nothing before a key frame is of use.
    var waitsForKey = false
    /// As pictures filled the screen when that was decided.
    var arrangement = 0
  }

  /// `title` and `cover` are shown where there is no video track; `starving` is called before it
  /// waits for packets.
  init(
    _ feed: BoundedQueue<Pipeline.Feed>, _ pools: PicturePools, _ decoders: Decoders, title: String,
    cover: CoverImage?, clock: @escaping @Sendable () -> PlaybackClock,
    starving: @escaping () -> Void
  ) {
    (self.feed, self.pools, self.decoders) = (feed, pools, decoders)
    (self.title, self.cover) = (title, cover)
    (self.clock, self.starving) = (clock, starving)
  }

  func run() {
    var chain: Chain?
    while let next = nextFeed(&chain) {
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

  private func nextFeed(_ chain: inout Chain?) -> Pipeline.Feed? {
    if feed.isEmpty {
      starving()
      settle(&chain)
    }
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
    if mayGoOn(&chain, with: track), flush(&chain) {
      chain?.load.begin()
      chain?.refusals = 0
      chain?.waitsForKey = false
      chain?.comeback.noteSeek()
      chain?.writer.begin(queues)
      return
    }
    chain = nil
    do throws(PlaybackError) {
      chain = try open(PictureWriter(pools, track, queues), track, queues)
    } catch {
      queues.tell(.failed(error))
      queues.pictures.close()
    }
  }

  /// Whether the decoder that there is takes the packets of a run.
  private func mayGoOn(_ chain: inout Chain?, with track: Track) -> Bool {
    guard let known = chain?.track, known.index == track.index, known.decodes(like: track),
      chain?.decoder.isOpen == true
    else { return false }
    // Turned or fitted in another way, pictures may have to be decoded elsewhere.
    return chain?.arrangement == pools.display.arrangementGeneration || !decoders.haveDevices
  }

  /// False where another decoder has to be opened.
  private func flush(_ chain: inout Chain?) -> Bool {
    chain?.group.removeAll()
    do throws(VideoDecoder.Fault) {
      try chain?.decoder.flush()
      return true
    } catch {
      return false
    }
  }

  private func open(
    _ writer: consuming PictureWriter, _ track: Track, _ queues: RunQueues
  ) throws(PlaybackError) -> Chain {
    let load = VideoLoad(track, clock: clock)
    let arrangement = pools.display.arrangementGeneration
    var device: MachineDecoder?
    var comeback = DeviceReturn()
    var reason = ""
    if let decoder = openDevice(track, queues, &device, &comeback, &reason) {
      return Chain(
        track: track, decoder: decoder, writer: writer, load: load, device: device,
        arrangement: arrangement)
    }
    guard track.isForProcessor else { throw noDecoder(of: track, reason) }
    let lender = try writer.lender()
    let decoder = VideoDecoder(try openDecoder(track, lender))
    return Chain(
      track: track, decoder: decoder, writer: writer, load: load, comeback: comeback,
      arrangement: arrangement)
  }

  /// Goes on with the run in another encoding.
  private func change(to track: Track, _ chain: inout Chain?) throws(PlaybackError) {
    guard let queues = chain?.writer.queues, !queues.isClosed else {
      // The next run begins with it.
      chain = nil
      return
    }
    try decode(nil, &chain, queues)
    guard var taken = chain.take() else { return }
    taken.decoder.close()
    taken.writer.change(to: track)
    do throws(PlaybackError) {
      chain = try open(taken.writer, track, queues)
    } catch {
      queues.tell(.failed(error))
      queues.pictures.close()
    }
  }

  /// The film is for a device alone, and no device decodes it.
  private func noDecoder(of track: Track, _ reason: String) -> PlaybackError {
    let error = PlaybackError(
      MediaError.unknownCodec(track: track.kind.rawValue, codec: track.codec))
    let cause =
      decoders.areDevicesWanted
      ? "no device does: \(reason)"
      : "devices are not asked; to ask them, set playback.decoder: auto"
    return PlaybackError(
      error.category, "\(error.message); \(cause)", exitStatus: error.exitStatus)
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
    if chain?.waitsForKey == true {
      guard packet.isKey else { return queues.counts.update { $0.leftOut += 1 } }
      chain?.waitsForKey = false
    }
    var isEarly = false
    if queues.bounds.isExact, let start = queues.bounds.start {
      isEarly = packet.pts(in: track.timebase).map { $0 + Self.reordering < start } ?? false
    }
    if chain?.device == nil { try returnToDevice(with: packet, &chain, queues) }
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
    if let packet, let track = chain?.track, chain?.device != nil {
      chain?.group.note(packet, in: track.timebase)
    }
    do throws(VideoDecoder.Fault) {
      while try chain?.decoder.send(packet) == false {
        guard try drain(&chain) else { break }
      }
      if try drain(&chain) { chain?.refusals = 0 }
    } catch {
      try recover(from: error, isAtEnd: packet == nil, &chain, queues)
    }
    try checkShowing(isAtEnd: packet == nil, &chain, queues)
    if let failure = chain?.writer.takeFailure() { throw failure }
  }

  private func recover(
    from fault: VideoDecoder.Fault, isAtEnd: Bool, _ chain: inout Chain?, _ queues: RunQueues
  ) throws(PlaybackError) {
    switch fault {
    case .media(.undecodable(let track, let detail)):
      queues.counts.update { $0.damaged += 1 }
      chain?.refusals += 1
      let refusals = chain?.refusals ?? 0
      if chain?.device != nil, refusals > Self.patienceWithDevices {
        return try leaveDevice(detail, isLasting: false, isAtEnd: isAtEnd, &chain, queues)
      }
      if refusals > Self.patience {
        throw PlaybackError(MediaError.undecodable(track: track, detail: detail))
      }
    case .media(.noAcceleration(let reason, let refusal)):
      try leaveDevice(reason, isLasting: refusal == .kind, isAtEnd: isAtEnd, &chain, queues)
    case .media(let error): throw PlaybackError(error)
    case .device(let error):
      try leaveDevice(
        error.description, isLasting: !error.isPassing, isAtEnd: isAtEnd, &chain, queues)
      if error.isShortage { chain?.comeback.noteShortage() }
    }
  }

  private func isInTime(_ video: DecodedVideo, _ chain: inout Chain?) -> Bool {
    guard let queues = chain?.writer.queues, let isFirst = chain?.writer.isEmpty else {
      return true
    }
    guard case .frame(let frame) = video.content else {
      return chain?.writer.conversion == nil
        || chain?.load.converts(video.pts, isFirst: isFirst, queues) ?? true
    }
    return chain?.load.take(frame, isSourceLate: feed.isEmpty, isFirst: isFirst, queues) ?? true
  }

  /// Takes frames until the decoder wants more input. False once the run is closed.
  private func drain(
    _ chain: inout Chain?, until deadline: HostTime? = nil
  ) throws(VideoDecoder.Fault) -> Bool {
    guard let queues = chain?.writer.queues else { return true }
    while true {
      switch try chain?.decoder.receive(until: deadline, unless: { queues.isClosed }) {
      case .needsInput, .ended, nil: return !queues.isClosed
      case .picture(let video):
        guard isInTime(video, &chain) else { continue }
        guard chain?.writer.take(video) == true else { return false }
        chain?.group.notePicture(at: video.pts)
      // A device that gives nothing else is left.
      case .damaged: queues.counts.update { $0.damaged += 1 }
      case .changing: chain?.writer.dropImports()
      case .allLent: chain?.writer.settleForLess()
      }
    }
  }
}

// Devices.
extension VideoDecoding {
  /// A device works beside us: what it has made is not left there while no packets come.
  private func settle(_ chain: inout Chain?) {
    guard chain?.device != nil, let queues = chain?.writer.queues, !queues.isClosed else { return }
    do throws(PlaybackError) {
      do throws(VideoDecoder.Fault) {
        _ = try drain(&chain, until: .now() + Self.settling)
      } catch {
        try recover(from: error, isAtEnd: false, &chain, queues)
      }
      try checkShowing(isAtEnd: false, &chain, queues)
    } catch {
      Self.fail(&chain, error)
    }
  }

  /// Packets that become pictures have done so after this.
  private static let settling = Duration.milliseconds(50)

  /// A decoder of this machine's; nil where the processor decodes, which is told with its reason.
  private func openDevice(
    _ track: Track, _ queues: RunQueues, _ device: inout MachineDecoder?,
    _ comeback: inout DeviceReturn, _ reason: inout String
  ) -> VideoDecoder? {
    guard let stream = track.choice else { return nil }
    var news: String?
    while true {
      let (decision, found) = decoders.decide(stream) { showing(of: track) }
      guard let found else {
        if case .software(let why) = decision { reason = why }
        queues.tell(.decoder(decision.text))
        if let news { tellLeft(track, news, queues) }
        return nil
      }
      do throws(VideoDecoder.Fault) {
        let decoder = try decoders.open(found, for: track)
        if let wakeup = decoder.wakeup { pools.ring(wakeup) }
        queues.tell(.decoder(decision.text))
        if let news { queues.tell(.leftDevice("decoded by \(found.driver): \(news)")) }
        device = found
        return decoder
      } catch {
        if error.isPassing {
          if error.isShortage { comeback.noteShortage() }
          reason = error.description
          queues.tell(.decoder("software: \(error)"))
          if let news { tellLeft(track, news, queues) }
          return nil
        }
        reason = error.description
        if decoders.noteFailure(of: found, at: stream, because: reason, isLasting: true) {
          news = reason
        }
      }
    }
  }

  /// Where the processor has no decoder either, the run's failure says why.
  private func tellLeft(_ track: Track, _ reason: String, _ queues: RunQueues) {
    if track.isForProcessor { queues.tell(.leftDevice("decoded by the processor: \(reason)")) }
  }

  /// How the display shows a device's own pictures of a track, as far as can be told before there is one.
  private func showing(of track: Track) -> DecoderChoice.Showing {
    guard var description = track.picture, !description.size.isEmpty else {
      return .never(because: "its size is not known")
    }
    // What devices decode: the rest of the profiles is not even tried.
    guard description.chroma == .c420 else {
      return .never(because: "its colours are not in 4:2:0")
    }
    description.format = description.depth > 8 ? .p010 : .nv12
    do throws(PlaybackError) {
      let plan = try pools.display.plan(for: description)
      return try DeviceShowing.showing(
        of: description, by: plan, isForProcessor: track.isForProcessor,
        isCached: pools.display.isCached)
    } catch {
      return .never(because: error.message)
    }
  }

  /// After pictures: whether the processor converts them, and whether they can be shown at all.
  private func checkShowing(
    isAtEnd: Bool, _ chain: inout Chain?, _ queues: RunQueues
  ) throws(PlaybackError) {
    guard let device = chain?.device else { return }
    if let refusal = chain?.writer.takeRefusal() {
      if let reading = refusal.reading { decoders.note(reading, of: device) }
      return try leaveDevice(
        refusal.reason, isLasting: false, isAtEnd: isAtEnd, &chain, queues)
    }
    let conversion = chain?.writer.conversion
    guard conversion != chain?.conversion else { return }
    chain?.conversion = conversion
    guard let conversion else {
      return queues.tell(.decoder(DecoderChoice.Decision.device(device.choice).text))
    }
    queues.tell(
      .decoder(DecoderChoice.Decision.converting(device.choice, because: conversion).text))
    if decoders.noteConverting(by: device, because: conversion) {
      queues.tell(
        .converting("\(conversion): decoding on \(device.driver), converting on the processor"))
    }
  }

  /// Goes back to a device that was in use, where it is not any more. What the processor has is shown
  /// before.
  private func returnToDevice(
    with packet: Packet, _ chain: inout Chain?, _ queues: RunQueues
  ) throws(PlaybackError) {
    guard let track = chain?.track,
      let step = chain?.comeback.step(
        isKey: packet.isKey, seenAt: packet.pts(in: track.timebase))
    else { return }
    switch step {
    case .none: return
    case .keep(let isFresh):
      if isFresh { chain?.group.removeAll() }
      chain?.group.note(packet, in: track.timebase)
      return
    case .turn: break
    }
    // Devices leave interlaced films to the processor, whose filter holds pictures.
    guard chain?.writer.isInterlaced == false, var comeback = chain?.comeback else {
      chain?.comeback.end()
      return
    }
    var device: MachineDecoder?
    var reason = ""
    let opened = openDevice(track, queues, &device, &comeback, &reason)
    chain?.comeback = comeback
    guard let decoder = opened else {
      chain?.group.removeAll()
      return
    }
    try decode(nil, &chain, queues)
    guard var taken = chain.take() else { return }
    let packets = taken.group.packets
    taken.group.removeAll()
    taken.decoder.close()
    taken.writer.leaveMemory()
    (taken.device, taken.refusals) = (device, 0)
    taken.decoder = decoder
    taken.writer.resume()
    taken.load.begin()
    chain = consume taken
    for packet in packets where !queues.isClosed { try decode(packet, &chain, queues) }
  }

  /// The processor goes on in the place of a device, from the last key frame on. What is queued and on
  /// screen stays.
  private func leaveDevice(
    _ reason: String, isLasting: Bool, isAtEnd: Bool, _ chain: inout Chain?, _ queues: RunQueues
  ) throws(PlaybackError) {
    guard let device = chain?.device, let stream = chain?.track.choice, var taken = chain.take()
    else { return }
    let isNews = decoders.noteFailure(
      of: device, at: stream, because: reason, isLasting: isLasting)
    if isNews, taken.leftBecause != reason {
      tellLeft(taken.track, "\(device.driver): \(reason)", queues)
    }
    queues.tell(.decoder("software: \(reason)"))
    let packets = taken.group.packets
    taken.waitsForKey = taken.group.isCut
    taken.group.removeAll()
    (taken.device, taken.refusals, taken.leftBecause) = (nil, 0, reason)
    taken.conversion = nil
    taken.decoder.close()
    taken.writer.resume()
    taken.load.begin()
    do throws(PlaybackError) {
      guard taken.track.isForProcessor else {
        throw noDecoder(of: taken.track, "\(device.driver): \(reason)")
      }
      let lender = try taken.writer.lender()
      taken.decoder = VideoDecoder(try openDecoder(taken.track, lender))
      chain = consume taken
    } catch {
      // Who tells of it looks there.
      chain = consume taken
      throw error
    }
    for packet in packets where !queues.isClosed { try decode(packet, &chain, queues) }
    if isAtEnd, !queues.isClosed { try decode(nil, &chain, queues) }
  }
}

extension Track {
  fileprivate var choice: DecoderChoice.Stream? {
    picture.map {
      DecoderChoice.Stream(
        codec: codec, size: $0.size, bits: $0.depth, isForProcessor: isForProcessor)
    }
  }
}
