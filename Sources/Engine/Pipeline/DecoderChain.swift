internal import VitrineLinux
internal import VitrineMedia
internal import VitrinePlayback
internal import VitrineScanout
internal import VitrineTiming
internal import VitrineVideoDecoders

/// A decoder and the writer of its pictures: decodes the packets of a track into scanout memory, run
/// after run. Bound to the video thread of its pipeline.
struct DecoderChain: ~Copyable {
  let track: Track
  /// The hardware decoder in use; nil for the software decoder.
  private(set) var device: HardwareDecoder?
  private var decoder: VideoDecoder
  private var writer: PictureWriter
  private var load: VideoLoad
  /// The number of consecutive packets that the decoder has rejected.
  private var rejections = 0
  private var stage = Stage.start
  /// The packets that another decoder would start with.
  private var group = PacketGroup()
  /// The packets sent to the software decoder; nil if it must be flushed before another run.
  private var decoded: DecodedGroup?
  /// The latest pictures while playback is paused.
  private var kept: KeptPictures
  /// Pictures of the run are kept from here; nil keeps none.
  private var keptFrom: MediaTime?
  /// Within this time before the target of a seek every frame is decoded.
  private var lead = Self.reordering

  /// How far a run has been decoded.
  private enum Stage {
    /// Only packets sent to the decoder in an earlier run were read.
    case again
    /// No packet of the run was decoded yet.
    case start
    /// The decoder has the run's first key frame, and has returned no picture.
    case keyFrame(Packet)
    case underway
    /// All pictures that the run needs are queued: its packets are dropped.
    case complete
  }

  /// The number of consecutive packets that a decoder may reject before the track is given up.
  private static let rejectionLimit = 200
  /// The number after which the software decoder takes over from a hardware decoder.
  private static let deviceRejectionLimit = 64
  /// Packets are not in display order, but not further apart.
  private static let reordering = MediaTime(1, 2)

  /// `device` is the hardware decoder behind `decoder`, if any.
  init(
    _ track: Track, _ decoder: consuming VideoDecoder, on device: HardwareDecoder?,
    into writer: consuming PictureWriter, _ load: VideoLoad
  ) {
    self.track = track
    self.device = device
    self.decoder = decoder
    self.writer = writer
    self.load = load
    kept = KeptPictures(of: track)
  }

  /// The output of the current run.
  var queues: RunQueues { writer.queues }
  /// Why the CPU converts the hardware decoder's pictures; nil if it does not.
  var conversion: String? { writer.conversion }
  /// Whether the current run's frames are interlaced.
  var isInterlaced: Bool { writer.isInterlaced }

  /// Continues with another run of the same track. Returns false if another decoder must be opened.
  mutating func begin(_ queues: RunQueues, _ next: Track) -> Bool {
    guard track.index == next.index, track.decodes(like: next), decoder.isOpen else { return false }
    group.removeAll()
    let bounds = queues.bounds
    let start = bounds.isExact && bounds.end == nil ? bounds.start : nil
    let isKept = bounds.keepsPictures && start.map(kept.covers) ?? false
    if !isKept { kept.removeAll() }
    lead = bounds.keepsPictures ? max(Self.reordering, kept.lead) : Self.reordering
    let continues = canContinue(from: start, isKept: isKept)
    keptFrom = bounds.keepsPictures ? start.map { $0 - lead } : nil
    // Earlier pictures were decoded for another target, and may have gaps.
    if continues, !isKept, let end = decoded?.end { keptFrom = keptFrom.map { max($0, end) } }
    if continues {
      self.decoded?.readAgain()
      stage = .again
    } else {
      do throws(VideoDecoder.Fault) {
        try decoder.flush()
      } catch {
        return false
      }
      stage = .start
      decoded = nil
    }
    load.begin()
    rejections = 0
    writer.begin(queues)
    if isKept, let start { showKept(from: start, isWhole: continues) }
    return true
  }

  /// Whether the decoder continues with the packets that it has, without a flush.
  private func canContinue(from start: MediaTime?, isKept: Bool) -> Bool {
    // A deinterlacer needs frames before the target, and at the end of the run the last one before it may be shown.
    guard let start, let decoded, !isInterlaced else { return false }
    return isKept && decoded.begins(before: start) || decoded.hasAll(from: start)
  }

  /// Shows the pictures that are kept; those that the decoder repeats are skipped. Only the first one if the decoder starts
  /// at a key frame again, so that the run does not start before it has caught up.
  private mutating func showKept(from start: MediaTime, isWhole: Bool) {
    for video in kept.pictures(from: start).prefix(isWhole ? .max : 1) {
      guard writer.write(video) else { return }
    }
    writer.resume()
  }

  /// Whether the run has only read packets sent to the decoder in an earlier one.
  var readsAgain: Bool { if case .again = stage { true } else { false } }

  /// While the run `readsAgain`: returns the packets to decode now, none if this one was sent before.
  mutating func skipKnown(_ packet: Packet) -> [Packet] {
    switch decoded?.compare(packet, in: track.timebase) {
    case .known: return []
    case .next: stage = .underway
    case .different(let packets):
      flush()
      return packets
    case nil: flush()
    }
    return [packet]
  }

  /// While the run `readsAgain`: starts at the key frame after all. Returns the packets that the run has read.
  mutating func restart() -> [Packet] {
    defer { flush() }
    return decoded?.unfollowed ?? []
  }

  private mutating func flush() {
    decoder.flushSoftware()
    (stage, decoded) = (.start, nil)
  }

  /// Prepares the decoder for a packet. Returns false if the packet is skipped.
  mutating func admit(_ packet: Packet) -> Bool {
    let (isEarly, queues) = (isEarly(packet), queues)
    // A single wrong timestamp does not end the run.
    if writer.isPastEnd, let end = queues.bounds.end,
      packet.pts(in: track.timebase).map({ $0 >= end }) ?? false
    {
      decoded = nil
      return false
    }
    // Swift 6.2 does not tell two properties of one value apart.
    var load = load
    let isAdmitted = load.admit(packet, isHurrying: isEarly, &decoder, queues)
    self.load = load
    // A later run may need the skipped pictures.
    if !isAdmitted || load.isReduced {
      decoded = nil
      kept.removeAll()
    }
    return isAdmitted
  }

  /// Whether a packet is only decoded on the way to the target of a seek.
  private func isEarly(_ packet: Packet) -> Bool {
    guard queues.bounds.isExact, let start = queues.bounds.start else { return false }
    return packet.pts(in: track.timebase).map { $0 + lead < start } ?? false
  }

  /// Decodes one packet and writes all resulting pictures; nil drains the decoder at the end of the
  /// source. Damaged packets are counted, and are an error if too many follow each other.
  mutating func decode(_ packet: Packet?) throws(VideoDecoder.Fault) {
    if let packet, device != nil { group.append(packet, in: track.timebase) }
    let before = stage
    stage = .underway
    switch before {
    case .start:
      try send(packet)
      guard let packet else { return }
      if queues.bounds.isPreview {
        if canShowAlone(packet), !showKeyFrame() { try send(packet) }
        if device == nil, !writer.isEmpty { stage = .complete }
      } else if canShowAlone(packet) {
        stage = .keyFrame(packet)
      }
    case .keyFrame(let first):
      // Some files have pictures to show before their first key frame, which follow it.
      if let packet, let next = packet.pts(in: track.timebase),
        first.pts(in: track.timebase).map({ $0 < next }) ?? false
      {
        _ = showKeyFrame()
        try send(first)
      }
      try send(packet)
    case .underway: try send(packet)
    case .again: preconditionFailure("skipKnown and restart come first")
    case .complete: stage = .complete
    }
  }

  private mutating func send(_ packet: Packet?) throws(VideoDecoder.Fault) {
    do throws(VideoDecoder.Fault) {
      while try !decoder.send(packet) {
        guard try drain() else { return }
      }
      record(packet)
      if try drain() { rejections = 0 }
    } catch {
      decoded = nil
      try tolerate(error)
    }
  }

  /// Records a packet sent to the decoder.
  private mutating func record(_ packet: Packet?) {
    guard device == nil, let packet else { return decoded = nil }
    if decoded == nil {
      decoded = DecodedGroup(packet, in: track.timebase)
    } else if decoded?.append(packet, in: track.timebase) == false {
      decoded = nil
    }
    // The decoder may skip its picture.
    if isEarly(packet), let pts = packet.pts(in: track.timebase) {
      record(pictureAt: pts, for: packet.duration(in: track.timebase))
    }
  }

  private mutating func record(pictureAt pts: MediaTime, for duration: MediaTime?) {
    let end = pts + (duration ?? frameDuration)
    decoded?.recordPicture(until: end)
  }

  private var frameDuration: MediaTime { track.frameDuration ?? .defaultFrameDuration }

  /// Keeps a picture for further seeks nearby, until playback continues.
  private mutating func keep(_ video: DecodedVideo, at pts: MediaTime) {
    guard let keptFrom else { return }
    guard case .frame(let frame) = video.content, !frame.isInterlaced, !load.isPlaying(pts, queues)
    else {
      return kept.removeAll()
    }
    guard pts >= keptFrom else { return }
    let end = pts + (video.duration ?? frameDuration)
    kept.append(video, at: pts, until: end)
  }

  /// Whether a picture is awaited that this packet may have and the decoder does not return yet.
  private func canShowAlone(_ packet: Packet) -> Bool {
    let bounds = queues.bounds
    // The first picture of another rendition follows the previous ones.
    guard device == nil, queues.isAwaited, writer.isEmpty, rejections == 0, packet.isKey,
      !track.isStill,
      let pts = packet.pts(in: track.timebase)
    else { return false }
    return !bounds.isExact || bounds.start.map { pts >= $0 } ?? true
  }

  /// Shows the key frame that the decoder holds. Decoders return it only after several more packets, because pictures shown
  /// before it may follow; each thread adds one packet. Empties the decoder: the packet has to be sent again with the
  /// others, and the writer then skips its picture. Returns false if it was not shown.
  private mutating func showKeyFrame() -> Bool {
    let queues = queues
    defer {
      decoder.flushSoftware()
      decoded = nil
    }
    // A damaged packet fails again with the others, and is counted then.
    guard (try? decoder.send(nil)) == true,
      case .picture(let video)? = try? decoder.receive(unless: { queues.isClosed }),
      case .frame(let frame) = video.content, !frame.isInterlaced, writer.write(video)
    else { return false }
    // The last one of a preview; otherwise it is counted with the others.
    if !writer.isEmpty, queues.bounds.isPreview { queues.counts.update { $0.frames += 1 } }
    writer.resume()
    return !writer.isEmpty
  }

  /// Writes the pictures that a hardware decoder finishes until `deadline`, without a packet.
  mutating func settle(until deadline: HostTime) throws(VideoDecoder.Fault) {
    do throws(VideoDecoder.Fault) {
      _ = try drain(until: deadline)
    } catch {
      try tolerate(error)
    }
  }

  private mutating func tolerate(_ fault: VideoDecoder.Fault) throws(VideoDecoder.Fault) {
    guard case .media(.undecodable) = fault else { throw fault }
    queues.counts.update { $0.damaged += 1 }
    rejections += 1
    let limit = device == nil ? Self.rejectionLimit : Self.deviceRejectionLimit
    if rejections > limit { throw fault }
  }

  /// Takes frames until the decoder needs more input. Returns false once the run is closed.
  private mutating func drain(
    until deadline: HostTime? = nil
  ) throws(VideoDecoder.Fault) -> Bool {
    let queues = queues
    while true {
      switch try decoder.receive(until: deadline, unless: { queues.isClosed }) {
      case .needsInput, .ended: return !queues.isClosed
      case .picture(let video):
        if let pts = video.pts {
          record(pictureAt: pts, for: video.duration)
          keep(video, at: pts)
        } else {
          decoded = nil
          kept.removeAll()
        }
        guard isInTime(video) else { continue }
        queues.counts.update { $0.frames += 1 }
        guard writer.write(video) else { return false }
        group.recordPicture(at: video.pts)
      // A hardware decoder that returns only damaged pictures is given up.
      case .damaged: queues.counts.update { $0.damaged += 1 }
      case .changing: writer.dropImports()
      case .allLent: writer.startWithFewer()
      }
    }
  }

  private mutating func isInTime(_ video: DecodedVideo) -> Bool {
    let (queues, isFirst) = (queues, writer.isEmpty)
    guard case .frame(let frame) = video.content else {
      return writer.conversion == nil || load.converts(video.pts, isFirst: isFirst, queues)
    }
    return load.admit(frame, isFirst: isFirst, queues)
  }

  /// Queues the pictures that a filter still holds. Returns false if the run has no picture.
  mutating func finish() throws(PlaybackError) -> Bool {
    try writer.finish()
    return !writer.isEmpty
  }

  /// Why the latest picture of a hardware decoder could not be shown.
  mutating func consumeRefusal() -> DeviceOutput.Refusal? { writer.consumeRefusal() }
  /// Why no further picture can be shown.
  mutating func consumeFailure() -> PlaybackError? { writer.consumeFailure() }
}

// Another decoder. Queued pictures and the one on screen stay.
extension DecoderChain {
  /// Stores a packet for a hardware decoder to start with; with `fresh`, drops those stored before.
  mutating func store(_ packet: Packet, fresh: Bool) {
    if fresh { group.removeAll() }
    group.append(packet, in: track.timebase)
  }

  mutating func dropStored() { group.removeAll() }

  /// Replaces the software decoder by a hardware decoder. Returns the packets that it starts with.
  mutating func replaceDecoder(
    by decoder: consuming VideoDecoder, on device: HardwareDecoder
  ) -> PacketGroup {
    let packets = closeDecoder()
    writer.leaveMemory()
    self.device = device
    self.decoder = decoder
    resume()
    return packets
  }

  /// Closes a hardware decoder. Returns the packets that the software decoder starts with.
  mutating func leaveDevice() -> PacketGroup {
    let packets = closeDecoder()
    resume()
    return packets
  }

  /// Opens the software decoder after `leaveDevice`; `reason` is why.
  mutating func openSoftware(
    _ selector: DecoderSelector, because reason: String
  ) throws(PlaybackError) {
    decoder = try selector.openSoftware(track, into: &writer, because: reason)
  }

  private mutating func closeDecoder() -> PacketGroup {
    let packets = group
    group.removeAll()
    (device, decoded) = (nil, nil)
    kept.removeAll()
    rejections = 0
    decoder.close()
    return packets
  }

  private mutating func resume() {
    writer.resume()
    load.begin()
  }

  /// Closes the decoder. Returns the writer, for another rendition of the track.
  consuming func close(changingTo track: Track) -> PictureWriter {
    decoder.close()
    writer.change(to: track)
    return writer
  }
}
