internal import VitrineLinux
internal import VitrineMedia
internal import VitrinePlayback
internal import VitrineScanout
internal import VitrineTiming
internal import VitrineVideoDecoders
internal import VitrineVideoDevices

/// Decodes a track on a device and moves to the CPU and back without a gap: to the CPU if the device
/// fails or its pictures cannot be shown, and back once a busy device is available. Bound to the
/// video thread of its pipeline.
struct FallbackDecoder: ~Copyable {
  private let selector: DecoderSelector
  private var chain: DecoderChain
  /// The arrangement that the decoder was chosen for.
  private let arrangement: Int
  /// After a hardware decoder was left: when to try it again.
  private var retry: DeviceRetry
  /// Why the hardware decoder was left; reported once.
  private var fallbackReason: String?
  /// The latest reported reason why the CPU converts the device's pictures.
  private var conversion: String?
  /// Packets before a key frame are useless.
  private var waitsForKey = false

  /// By then, a hardware decoder has decoded its pending packets.
  private static let settling = Duration.milliseconds(50)

  private init(
    _ selector: DecoderSelector, _ chain: consuming DecoderChain, arrangement: Int,
    retry: DeviceRetry = DeviceRetry()
  ) {
    self.selector = selector
    self.chain = chain
    self.arrangement = arrangement
    self.retry = retry
  }

  /// Opens a decoder for a track: on a device if possible, otherwise on the CPU.
  static func open(
    _ track: Track, into writer: consuming PictureWriter, _ load: VideoLoad,
    by selector: DecoderSelector
  ) throws(PlaybackError) -> FallbackDecoder {
    let arrangement = selector.arrangementGeneration
    switch selector.openDevice(track, writer.queues) {
    case .opened(let decoder, let device):
      return FallbackDecoder(
        selector, DecoderChain(track, decoder, on: device, into: writer, load),
        arrangement: arrangement)
    case .none(let reason, let isShortage):
      var retry = DeviceRetry()
      if isShortage { retry.recordShortage() }
      let decoder = try selector.openSoftware(track, into: &writer, because: reason)
      return FallbackDecoder(
        selector, DecoderChain(track, decoder, on: nil, into: writer, load),
        arrangement: arrangement, retry: retry)
    }
  }

  /// Continues with another run. Returns false if another decoder must be opened.
  mutating func begin(_ queues: RunQueues, _ track: Track) -> Bool {
    // With another rotation or fit, another decoder may be needed.
    guard arrangement == selector.arrangementGeneration || !selector.dependsOnArrangement,
      chain.begin(queues, track)
    else { return false }
    waitsForKey = false
    retry.recordSeek()
    return true
  }

  /// Decodes a packet of the run, unless it was sent to the decoder in an earlier one.
  mutating func feed(_ packet: Packet) throws(PlaybackError) {
    guard chain.readsAgain else { return try decode(new: packet) }
    for packet in chain.skipKnown(packet) { try decode(new: packet) }
  }

  private mutating func decode(new packet: Packet) throws(PlaybackError) {
    let queues = chain.queues
    guard !queues.isClosed else { return }
    if waitsForKey {
      guard packet.isKey else { return queues.counts.update { $0.leftOut += 1 } }
      waitsForKey = false
    }
    if chain.device == nil { try returnToDevice(with: packet) }
    guard chain.admit(packet) else { return }
    try decode(packet)
  }

  /// Takes the finished pictures of a hardware decoder while no packets arrive, because the device
  /// works in parallel.
  mutating func settle() throws(PlaybackError) {
    guard chain.device != nil, !chain.queues.isClosed else { return }
    do throws(VideoDecoder.Fault) {
      try chain.settle(until: .now() + Self.settling)
    } catch {
      try recover(from: error, isAtEnd: false)
    }
    try checkShowing(isAtEnd: false)
  }

  /// Decodes what remains of the run. Returns false if the run has no picture.
  mutating func finish() throws(PlaybackError) -> Bool {
    try drain()
    return try chain.finish()
  }

  /// Decodes what remains of this rendition.
  mutating func drain() throws(PlaybackError) {
    if chain.readsAgain { for packet in chain.restart() { try decode(new: packet) } }
    try decode(nil)
  }

  /// Closes the decoder. Returns the writer, for another rendition of the track.
  consuming func close(changingTo track: Track) -> PictureWriter {
    chain.close(changingTo: track)
  }

  private mutating func decode(_ packet: Packet?) throws(PlaybackError) {
    do throws(VideoDecoder.Fault) {
      try chain.decode(packet)
    } catch {
      try recover(from: error, isAtEnd: packet == nil)
    }
    try checkShowing(isAtEnd: packet == nil)
    if let failure = chain.consumeFailure() { throw failure }
  }

  private mutating func recover(
    from fault: VideoDecoder.Fault, isAtEnd: Bool
  ) throws(PlaybackError) {
    switch fault {
    case .media(.undecodable(let track, let detail)):
      guard chain.device != nil else {
        throw PlaybackError(MediaError.undecodable(track: track, detail: detail))
      }
      try leaveDevice(detail, isLasting: false, isAtEnd: isAtEnd)
    case .media(.noAcceleration(let reason, let refusal)):
      try leaveDevice(reason, isLasting: refusal == .kind, isAtEnd: isAtEnd)
    case .media(let error): throw PlaybackError(error)
    case .device(let error):
      try leaveDevice(error.description, isLasting: !error.isPassing, isAtEnd: isAtEnd)
      if error.isShortage { retry.recordShortage() }
    }
  }

  /// Checks after each packet whether the CPU converts the pictures, and whether they can be
  /// shown at all.
  private mutating func checkShowing(isAtEnd: Bool) throws(PlaybackError) {
    guard let device = chain.device else { return }
    if let refusal = chain.consumeRefusal() {
      if let reading = refusal.reading { selector.record(reading, of: device) }
      return try leaveDevice(refusal.reason, isLasting: false, isAtEnd: isAtEnd)
    }
    let present = chain.conversion
    guard present != conversion else { return }
    conversion = present
    selector.reportConversion(by: device, because: present, chain.queues)
  }

  /// Replaces a hardware decoder by the software decoder, starting at the latest key frame. Queued
  /// pictures and the one on screen stay.
  private mutating func leaveDevice(
    _ reason: String, isLasting: Bool, isAtEnd: Bool
  ) throws(PlaybackError) {
    guard let device = chain.device else { return }
    let queues = chain.queues
    selector.recordFailure(
      of: device, at: chain.track, because: reason, isLasting: isLasting,
      isReported: fallbackReason == reason, queues)
    let group = chain.leaveDevice()
    waitsForKey = group.isCut
    fallbackReason = reason
    conversion = nil
    try chain.openSoftware(selector, because: "\(device.driver): \(reason)")
    for packet in group.packets where !queues.isClosed { try decode(packet) }
    if isAtEnd, !queues.isClosed { try decode(nil) }
  }

  /// Returns to a hardware decoder that was left. The software decoder's remaining pictures are
  /// shown first.
  private mutating func returnToDevice(with packet: Packet) throws(PlaybackError) {
    let (track, queues) = (chain.track, chain.queues)
    switch retry.step(isKey: packet.isKey, seenAt: packet.pts(in: track.timebase)) {
    case .none: return
    case .store(let isFresh): return chain.store(packet, fresh: isFresh)
    case .switchToDevice: break
    }
    // Hardware decoders leave interlaced video to the software decoder, whose filter holds
    // pictures.
    guard !chain.isInterlaced else { return retry.end() }
    switch selector.openDevice(track, queues) {
    case .none(_, let isShortage):
      if isShortage { retry.recordShortage() }
      chain.dropStored()
    case .opened(let decoder, let device):
      try decode(nil)
      let group = chain.replaceDecoder(by: decoder, on: device)
      for packet in group.packets where !queues.isClosed { try decode(packet) }
    }
  }
}
