internal import VitrineLinux
internal import VitrineMedia
internal import VitrinePictures
internal import VitrinePlayback
internal import VitrineScanout
internal import VitrineTiming
internal import VitrineVideoDecoders
internal import VitrineVideoDevices

/// The work of a pipeline's video thread: turns packets into frames and those into pictures in
/// scanout memory, run after run.
struct VideoDecoding {
  private let feed: BoundedQueue<Pipeline.Feed>
  private let pools: PicturePools
  private let decoders: Decoders
  private let title: String
  private let cover: CoverImage?
  private let clock: @Sendable () -> PlaybackClock
  private let starving: () -> Void

  /// The number of consecutive packets that a decoder may reject before the track is given up.
  private static let rejectionLimit = 200
  /// The number after which the software decoder takes over from a hardware decoder.
  private static let deviceRejectionLimit = 64
  /// Within this time before the target of a seek every frame is decoded, because packets are not
  /// in display order.
  private static let reordering = MediaTime(1, 2)

  /// A decoder and the writer of its pictures.
  private struct Chain: ~Copyable {
    var track: Track
    var decoder: VideoDecoder
    var writer: PictureWriter
    var load: VideoLoad
    var refusals = 0
    /// The hardware decoder in use, and the packets for the software decoder if it fails.
    var device: HardwareDecoder?
    /// The latest reported reason why the CPU converts the device's pictures.
    var conversion: String?
    var group = PacketGroup()
    /// After a hardware decoder was left: when to try it again.
    var comeback = DeviceRetry()
    /// Why the hardware decoder was left; reported once.
    var fallbackReason: String?
    /// Packets before a key frame are useless.
    var waitsForKey = false
    /// The arrangement at the time of that decision.
    var arrangement = 0

    /// Why the CPU converts now, if that has changed; nil otherwise. Here and not in the caller, which
    /// Swift 6.2 does not compile.
    mutating func changedConversion() -> String?? {
      let present = writer.conversion
      guard present != conversion else { return nil }
      conversion = present
      return .some(present)
    }
  }

  /// `title` and `cover` are shown if there is no video track; `starving` is called before the
  /// thread waits for packets.
  init(
    _ feed: BoundedQueue<Pipeline.Feed>, _ pools: PicturePools, _ decoders: Decoders, title: String,
    cover: CoverImage?, clock: @escaping @Sendable () -> PlaybackClock,
    starving: @escaping () -> Void
  ) {
    self.feed = feed
    self.pools = pools
    self.decoders = decoders
    self.title = title
    self.cover = cover
    self.clock = clock
    self.starving = starving
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
    queues.report(.failed(error))
    queues.pictures.close()
  }

  private func begin(
    _ queues: RunQueues, _ track: Track, _ chain: inout Chain?
  ) throws(PlaybackError) {
    if canContinue(&chain, with: track), flush(&chain) {
      chain?.load.begin()
      chain?.refusals = 0
      chain?.waitsForKey = false
      chain?.comeback.recordSeek()
      chain?.writer.begin(queues)
      return
    }
    chain = nil
    do throws(PlaybackError) {
      chain = try open(PictureWriter(pools, track, queues), track, queues)
    } catch {
      queues.report(.failed(error))
      queues.pictures.close()
    }
  }

  /// Whether the current decoder accepts the packets of a run.
  private func canContinue(_ chain: inout Chain?, with track: Track) -> Bool {
    guard let known = chain?.track, known.index == track.index, known.decodes(like: track),
      chain?.decoder.isOpen == true
    else { return false }
    // With another rotation or fit, another decoder may be needed.
    return chain?.arrangement == pools.display.arrangementGeneration || !decoders.haveDevices
  }

  /// Returns false if another decoder must be opened.
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
    var device: HardwareDecoder?
    var comeback = DeviceRetry()
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

  /// Continues the run with another rendition.
  private func change(to track: Track, _ chain: inout Chain?) throws(PlaybackError) {
    guard let queues = chain?.writer.queues, !queues.isClosed else {
      // The next run starts with it.
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
      queues.report(.failed(error))
      queues.pictures.close()
    }
  }

  /// The error for a video that only hardware can decode, if no hardware decoder accepts it.
  private func noDecoder(of track: Track, _ reason: String) -> PlaybackError {
    let error = PlaybackError(
      MediaError.unknownCodec(track: track.kind.rawValue, codec: track.codec))
    let cause =
      decoders.areDevicesWanted
      ? "no hardware decoder: \(reason)"
      : "hardware decoders are off; set playback.decoder: auto"
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
      // As without a video track: otherwise the run would wait indefinitely for its first picture.
      return StillPicture(pools.display).showCard(title: title, cover: cover, in: queues)
    }
    queues.pictures.close()
    pools.display.nudge()
  }

  /// Decodes one packet and takes all resulting frames. Counts damaged packets.
  private func decode(
    _ packet: Packet?, _ chain: inout Chain?, _ queues: RunQueues
  ) throws(PlaybackError) {
    if let packet, let track = chain?.track, chain?.device != nil {
      chain?.group.append(packet, in: track.timebase)
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
    if let failure = chain?.writer.consumeFailure() { throw failure }
  }

  private func recover(
    from fault: VideoDecoder.Fault, isAtEnd: Bool, _ chain: inout Chain?, _ queues: RunQueues
  ) throws(PlaybackError) {
    switch fault {
    case .media(.undecodable(let track, let detail)):
      queues.counts.update { $0.damaged += 1 }
      chain?.refusals += 1
      let refusals = chain?.refusals ?? 0
      if chain?.device != nil, refusals > Self.deviceRejectionLimit {
        return try leaveDevice(detail, isLasting: false, isAtEnd: isAtEnd, &chain, queues)
      }
      if refusals > Self.rejectionLimit {
        throw PlaybackError(MediaError.undecodable(track: track, detail: detail))
      }
    case .media(.noAcceleration(let reason, let refusal)):
      try leaveDevice(reason, isLasting: refusal == .kind, isAtEnd: isAtEnd, &chain, queues)
    case .media(let error): throw PlaybackError(error)
    case .device(let error):
      try leaveDevice(
        error.description, isLasting: !error.isPassing, isAtEnd: isAtEnd, &chain, queues)
      if error.isShortage { chain?.comeback.recordShortage() }
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
    return chain?.load.admit(frame, isSourceLate: feed.isEmpty, isFirst: isFirst, queues) ?? true
  }

  /// Takes frames until the decoder needs more input. Returns false once the run is closed.
  private func drain(
    _ chain: inout Chain?, until deadline: HostTime? = nil
  ) throws(VideoDecoder.Fault) -> Bool {
    guard let queues = chain?.writer.queues else { return true }
    while true {
      switch try chain?.decoder.receive(until: deadline, unless: { queues.isClosed }) {
      case .needsInput, .ended, nil: return !queues.isClosed
      case .picture(let video):
        guard isInTime(video, &chain) else { continue }
        guard chain?.writer.write(video) == true else { return false }
        chain?.group.recordPicture(at: video.pts)
      // A hardware decoder that returns only damaged pictures is given up.
      case .damaged: queues.counts.update { $0.damaged += 1 }
      case .changing: chain?.writer.dropImports()
      case .allLent: chain?.writer.startWithFewer()
      }
    }
  }
}

// Hardware decoders
extension VideoDecoding {
  /// Takes the finished pictures of a hardware decoder while no packets arrive, because the device
  /// works in parallel.
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

  /// By then, a hardware decoder has decoded its pending packets.
  private static let settling = Duration.milliseconds(50)

  /// Opens a hardware decoder; returns nil if the software decoder is used, and reports why.
  private func openDevice(
    _ track: Track, _ queues: RunQueues, _ device: inout HardwareDecoder?,
    _ comeback: inout DeviceRetry, _ reason: inout String
  ) -> VideoDecoder? {
    guard let stream = track.choice else { return nil }
    var failure: String?
    while true {
      let (decision, found) = decoders.decide(stream) { displayPath(of: track) }
      guard let found else {
        if case .software(let why) = decision { reason = why }
        queues.report(.decoder(decision.text))
        if let failure { reportFallback(track, failure, queues) }
        return nil
      }
      do throws(VideoDecoder.Fault) {
        let decoder = try decoders.open(found, for: track)
        if let wakeup = decoder.wakeup { pools.ring(wakeup) }
        queues.report(.decoder(decision.text))
        if let failure { queues.report(.decoderFallback("decoded by \(found.driver): \(failure)")) }
        device = found
        return decoder
      } catch {
        if error.isPassing {
          if error.isShortage { comeback.recordShortage() }
          reason = error.description
          queues.report(.decoder("software: \(error)"))
          if let failure { reportFallback(track, failure, queues) }
          return nil
        }
        reason = error.description
        if decoders.recordFailure(of: found, at: stream, because: reason, isLasting: true) {
          failure = reason
        }
      }
    }
  }

  /// If there is no software decoder either, the run's error gives the reason.
  private func reportFallback(_ track: Track, _ reason: String, _ queues: RunQueues) {
    if track.isForProcessor {
      queues.report(.decoderFallback("decoded by the CPU: \(reason)"))
    }
  }

  /// Predicts how the display will show the hardware decoder's pictures of a track.
  private func displayPath(of track: Track) -> DecoderChoice.DisplayPath {
    guard var description = track.picture, !description.size.isEmpty else {
      return .unsupported(because: "unknown frame size")
    }
    // Hardware decodes only 4:2:0; other profiles are not tried.
    guard description.chroma == .c420 else {
      return .unsupported(because: "its chroma format is not 4:2:0")
    }
    description.format = description.depth > 8 ? .p010 : .nv12
    do throws(PlaybackError) {
      let plan = try pools.display.plan(for: description)
      return try DeviceOutput.displayPath(
        of: description, by: plan, isForProcessor: track.isForProcessor,
        isCached: pools.display.isCached)
    } catch {
      return .unsupported(because: error.message)
    }
  }

  /// Checks after each packet whether the CPU converts the pictures, and whether they can be
  /// shown at all.
  private func checkShowing(
    isAtEnd: Bool, _ chain: inout Chain?, _ queues: RunQueues
  ) throws(PlaybackError) {
    guard let device = chain?.device else { return }
    if let refusal = chain?.writer.consumeRefusal() {
      if let reading = refusal.reading { decoders.record(reading, of: device) }
      return try leaveDevice(
        refusal.reason, isLasting: false, isAtEnd: isAtEnd, &chain, queues)
    }
    guard let changed = chain?.changedConversion() else { return }
    guard let conversion = changed else {
      return queues.report(.decoder(DecoderChoice.Decision.device(device.choice).text))
    }
    queues.report(
      .decoder(DecoderChoice.Decision.converting(device.choice, because: conversion).text))
    if decoders.recordConversion(by: device, because: conversion) {
      queues.report(
        .converting("\(conversion): decoding on \(device.driver), converting on the CPU"))
    }
  }

  /// Returns to a hardware decoder that was left. The software decoder's remaining pictures are
  /// shown first.
  private func returnToDevice(
    with packet: Packet, _ chain: inout Chain?, _ queues: RunQueues
  ) throws(PlaybackError) {
    guard let track = chain?.track,
      let step = chain?.comeback.step(
        isKey: packet.isKey, seenAt: packet.pts(in: track.timebase))
    else { return }
    switch step {
    case .none: return
    case .store(let isFresh):
      if isFresh { chain?.group.removeAll() }
      chain?.group.append(packet, in: track.timebase)
      return
    case .switchToDevice: break
    }
    // Hardware decoders leave interlaced video to the software decoder, whose filter holds
    // pictures.
    guard chain?.writer.isInterlaced == false, var comeback = chain?.comeback else {
      chain?.comeback.end()
      return
    }
    var device: HardwareDecoder?
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

  /// Replaces a hardware decoder by the software decoder, starting at the latest key frame. Queued
  /// pictures and the one on screen stay.
  private func leaveDevice(
    _ reason: String, isLasting: Bool, isAtEnd: Bool, _ chain: inout Chain?, _ queues: RunQueues
  ) throws(PlaybackError) {
    guard let device = chain?.device, let stream = chain?.track.choice, var taken = chain.take()
    else { return }
    let isNew = decoders.recordFailure(
      of: device, at: stream, because: reason, isLasting: isLasting)
    if isNew, taken.fallbackReason != reason {
      reportFallback(taken.track, "\(device.driver): \(reason)", queues)
    }
    queues.report(.decoder("software: \(reason)"))
    let packets = taken.group.packets
    taken.waitsForKey = taken.group.isCut
    taken.group.removeAll()
    (taken.device, taken.refusals, taken.fallbackReason) = (nil, 0, reason)
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
      // The caller reads the chain to report the error.
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
