internal import VitrineMedia
internal import VitrineNetwork
internal import VitrinePictures
internal import VitrinePlayback
internal import VitrineStreams
internal import VitrineTiming

/// A reader of one row of segments: runs one demuxer after the other, and returns packets with
/// continuous times. Bound to the demuxer's thread.
final class RowReader {
  let feed: SegmentFeed
  /// The selected tracks, with timestamps in nanoseconds.
  private(set) var video: Track?
  private(set) var audio: Track?
  /// The audio tracks of the current segments.
  private(set) var sounds: [TrackInfo] = []
  private(set) var hasEnded = false
  /// The end of the packets read, in nanoseconds.
  private(set) var reached: Int64 = .min
  private(set) var stretch: SegmentStretch?
  /// The playback time at which the current stretch begins.
  private(set) var start: Int64 = 0
  private var demuxer: Demuxer?
  /// The demuxer's bytes.
  private var bytes: StretchBytes?
  private let interrupter: Demuxer.Interrupter
  private let limits: PictureLimits
  private let wantsVideo: Bool
  /// The index of the selected audio track, if any.
  private var sound: Int? = 0
  /// The audio tracks of the latest segments.
  private var ownSounds: [Track] = []
  private var shift: Int64 = 0
  private var period: Int64?
  /// The latest decoding time of each kind; the next one is close to it.
  private var latest: [TrackInfo.Kind: Int64] = [:]
  /// The latest decoding timestamp of each kind.
  private var latestDecoded: [TrackInfo.Kind: Int64] = [:]
  private var repeated = RepeatedPackets()
  private var jumps = TimestampJumpDetector()
  /// By discontinuity number.
  private var anchors: [Int64: StretchTimes.Anchor] = [:]
  /// The end of the latest packet that was read without a break.
  private var end: Int64?
  private var pending: [PacketReading] = []
  private var refused = 0

  /// The indexes of its tracks among the item's.
  static let videoIndex = 0
  static let firstSound = 1
  /// With more unreadable segments in a row, the stream is broken.
  private static let mostRefused = 5
  private static let mostAnchors = 1000

  init(
    _ feed: SegmentFeed, wantsVideo: Bool, _ interrupter: Demuxer.Interrupter,
    _ limits: PictureLimits
  ) {
    self.feed = feed
    self.wantsVideo = wantsVideo
    self.interrupter = interrupter
    self.limits = limits
  }

  /// Selects an audio track, or none.
  func select(sound: Int?) {
    self.sound = sound
    audio = sound.flatMap { ownSounds.indices.contains($0) ? ownSounds[$0] : nil }
    chooseTracks()
  }

  /// Waits for the first segment to find the tracks.
  func begin(_ times: inout StretchTimes) throws(MediaError) {
    if demuxer == nil, try !open(&times) { throw .noTracks }
    pending = []
  }

  /// Discards the reader's state before a seek.
  func leave() {
    demuxer = nil
    (stretch, bytes, end, pending, hasEnded, refused) = (nil, nil, nil, [], false, 0)
    (latest, reached, repeated) = ([:], .min, RepeatedPackets())
  }

  /// Returns the next packet.
  func next(_ times: inout StretchTimes) throws(MediaError) -> PacketReading {
    while true {
      if !pending.isEmpty { return pending.removeFirst() }
      if demuxer == nil, try !open(&times) {
        hasEnded = true
        return .ended
      }
      if !pending.isEmpty { continue }
      if let reading = try read(&times) { return reading }
    }
  }

  /// Returns nil at the end of a stretch, or if it cannot be read further.
  private func read(_ times: inout StretchTimes) throws(MediaError) -> PacketReading? {
    do throws(MediaError) {
      switch try demuxer?.read() {
      case .video(let packet):
        place(packet, .video, demuxer?.video?.timebase, Self.videoIndex, &times)
        return repeated.contains(packet, .video) ? .other : .video(packet)
      case .audio(let packet):
        place(
          packet, .audio, demuxer?.audio?.timebase, audio?.index ?? Self.firstSound, &times)
        return repeated.contains(packet, .audio) ? .other : .audio(packet)
      case .subtitle, .other, .changed, .withoutSubtitles: return .other
      case .ended, nil:
        demuxer = nil
        return nil
      }
    } catch .interrupted {
      throw .interrupted
    } catch {
      demuxer = nil
      try refuse(error)
      return nil
    }
  }

  private func place(
    _ packet: Packet, _ kind: TrackInfo.Kind, _ timebase: Timebase?, _ index: Int,
    _ times: inout StretchTimes
  ) {
    guard let timebase else { return }
    let (shift, period, near) = (
      shift.saturatingAdd(jumps.correction(of: kind)), period, latest[kind] ?? start
    )
    packet.move(to: index, from: timebase) { stamp in
      StretchTimes.unwrapped(stamp.saturatingAdd(shift), near: near, period)
    }
    refused = 0
    follow(packet, kind, &times)
    guard let time = packet.pts(in: .nanoseconds)?.nanoseconds else { return }
    latest[kind] = time
    reached = max(reached, time)
    let length = packet.duration(in: .nanoseconds)?.nanoseconds ?? 0
    end = max(end ?? time, time.saturatingAdd(length))
  }

  /// Corrects an unannounced jump of the timestamps: they continue at the previous end.
  private func follow(_ packet: Packet, _ kind: TrackInfo.Kind, _ times: inout StretchTimes) {
    let decoded = packet.dts(in: .nanoseconds)?.nanoseconds
    guard let stretch, let presented = packet.pts(in: .nanoseconds)?.nanoseconds else { return }
    let stamp = TimestampJumpDetector.Stamp(
      kind: kind, time: decoded ?? presented, isDecoding: decoded != nil, presented: presented)
    let before = jumps.correction(of: kind)
    let (feed, start) = (feed, start)
    let hasJumped = jumps.check(stamp, latest: latestDecoded[kind], end: end) {
      let listed = feed.takenEnd ?? stretch.start
      return start.saturatingAdd((listed - stretch.start).nanoseconds)
    }
    latestDecoded[kind] = stamp.time
    guard hasJumped else { return }
    let jump = jumps.correction(of: kind).saturatingSubtract(before)
    packet.delay(by: MediaTime(nanoseconds: jump), in: .nanoseconds)
    latestDecoded[kind] = stamp.time.saturatingAdd(jump)
    times.distrust(stretch.discontinuity)
  }
}

// Changes of the stretch.
extension RowReader {
  /// Returns false at the end.
  private func open(_ times: inout StretchTimes) throws(MediaError) -> Bool {
    while true {
      guard let next = try nextBytes() else { return false }
      bytes = next
      do throws(MediaError) {
        let opened = try Demuxer(
          reading: next, isPart: true, interrupter: .init(), limits: limits)
        begin(next.stretch, opened, stamp: next.stamp, &times)
        return true
      } catch .interrupted {
        throw .interrupted
      } catch {
        try refuse(error)
      }
    }
  }

  /// Returns nil at the end.
  private func nextBytes() throws(MediaError) -> StretchBytes? {
    if let rest = bytes?.restarted() { return rest }
    let next = try fetching { () throws(NetworkError) in try feed.nextStretch() }
    return next.map { StretchBytes(feed, $0, interrupter) }
  }

  private func refuse(_ error: MediaError) throws(MediaError) {
    // A seek interrupted the segment; it is not broken.
    if feed.isLeft { throw .interrupted }
    refused += 1
    if refused > Self.mostRefused { throw error }
    bytes = nil
    feed.refuse()
  }

  /// `stamp` is the start from the ID3 tag of audio without timestamps, if it has one.
  private func begin(
    _ next: SegmentStretch, _ opened: consuming Demuxer, stamp: Int64?, _ times: inout StretchTimes
  ) {
    period = opened.timestampPeriod?.nanoseconds
    let own = opened.start.nanoseconds
    let anchor = anchors[next.discontinuity]
    if let stamp {
      let place = times.place(
        next, first: stamp, after: end, period: AudioTimestampTag.period, isStamped: true,
        anchor: anchor)
      (start, shift) = (place.start, place.start.saturatingSubtract(own))
    } else {
      let first = own.saturatingSubtract(next.stampOrigin.nanoseconds)
      (start, shift) = times.place(
        next, first: first, after: end, period: period, anchor: anchor)
      shift = shift.saturatingSubtract(next.stampOrigin.nanoseconds)
    }
    if anchors.count >= Self.mostAnchors { anchors = [:] }
    anchors[next.discontinuity] = anchor ?? times.anchor(of: next, at: start)
    (latest, latestDecoded, jumps) = ([:], [:], TimestampJumpDetector())
    repeated.begin(isRest: next.joint == .rest)
    stretch = next
    demuxer = consume opened
    chooseTracks()
  }

  /// Selects the tracks of the current demuxer.
  private func chooseTracks() {
    guard let tracks = demuxer?.tracks else { return }
    let all = tracks.filter { $0.kind == .audio }
    let newVideo = wantsVideo ? demuxer?.bestVideo : nil
    let newAudio = sound.flatMap { all.indices.contains($0) ? all[$0] : demuxer?.bestAudio }
    demuxer?.select(video: newVideo, audio: newAudio, subtitle: nil)
    sounds = all.enumerated().map { index, track in
      var info = track.info
      info.index = Self.firstSound + index
      return info
    }
    ownSounds = zip(all, sounds).map { track, info in track.moved(as: info) }
    if let newVideo { video = renewed(video, newVideo, Self.videoIndex) }
    if let newAudio { audio = renewed(audio, newAudio, Self.firstSound + (sound ?? 0)) }
  }

  /// Announces a track that needs another decoder before its packets.
  private func renewed(_ known: Track?, _ new: Track, _ index: Int) -> Track {
    if let known, known.index == index, known.decodes(like: new) { return known }
    if known != nil { pending.append(.changed(new.kind)) }
    var info = new.info
    info.index = index
    return new.moved(as: info)
  }
}

/// A filter for packets that were already read when their segment arrived in parts.
struct RepeatedPackets {
  /// The latest decoding time of each kind, in nanoseconds.
  private var latest: [TrackInfo.Kind: Int64] = [:]
  /// The end of the packets that were already read.
  private var known: [TrackInfo.Kind: Int64] = [:]

  /// Timestamps are rounded.
  private static let tolerance: Int64 = 1_000_000

  /// Starts a demuxer. With `isRest`, its first segment was partly read before.
  mutating func begin(isRest: Bool) { known = isRest ? latest : [:] }

  /// Whether the packet was read before. To be called once for each packet, in order.
  mutating func contains(_ packet: Packet, _ kind: TrackInfo.Kind) -> Bool {
    guard let time = packet.dts(in: .nanoseconds)?.nanoseconds else { return false }
    return contains(time, kind)
  }

  mutating func contains(_ time: Int64, _ kind: TrackInfo.Kind) -> Bool {
    if let known = known[kind], time <= known.saturatingAdd(Self.tolerance) { return true }
    (known[kind], latest[kind]) = (nil, time)
    return false
  }
}
