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
  private var tracks: RowTracks
  private var timeline = RowTimeline()
  private(set) var hasEnded = false
  private var demuxer: Demuxer?
  /// The demuxer's bytes.
  private var bytes: StretchBytes?
  private let interrupter: Demuxer.Interrupter
  private let limits: PictureLimits
  private var repeated = RepeatedPackets()
  private var pending: [PacketReading] = []
  private var refused = 0

  /// With more unreadable segments in a row, the stream is broken.
  private static let mostRefused = 5

  init(
    _ feed: SegmentFeed, wantsVideo: Bool, _ interrupter: Demuxer.Interrupter,
    _ limits: PictureLimits
  ) {
    self.feed = feed
    tracks = RowTracks(wantsVideo: wantsVideo)
    self.interrupter = interrupter
    self.limits = limits
  }

  /// The selected tracks, with timestamps in nanoseconds.
  var video: Track? { tracks.video }
  var audio: Track? { tracks.audio }
  /// The audio tracks of the current segments.
  var sounds: [TrackInfo] { tracks.sounds }
  var stretch: SegmentStretch? { timeline.stretch }
  /// The playback time at which the current stretch begins, in nanoseconds.
  var start: Int64 { timeline.start }
  /// The end of the packets read, in nanoseconds.
  var reached: Int64 { timeline.reached }

  /// Selects an audio track, or none.
  func select(sound: Int?) {
    tracks.select(sound: sound)
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
    timeline.leave()
    (bytes, pending, hasEnded, refused) = (nil, [], false, 0)
    repeated = RepeatedPackets()
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
        place(packet, .video, demuxer?.video?.timebase, RowTracks.videoIndex, &times)
        return repeated.contains(packet, .video) ? .other : .video(packet)
      case .audio(let packet):
        place(
          packet, .audio, demuxer?.audio?.timebase, audio?.index ?? RowTracks.firstSound, &times)
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
    refused = 0
    timeline.place(packet, kind, timebase, index, &times) { [feed] in feed.takenEnd }
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

  private func begin(
    _ next: SegmentStretch, _ opened: consuming Demuxer, stamp: Int64?, _ times: inout StretchTimes
  ) {
    timeline.begin(
      next, own: opened.start.nanoseconds, period: opened.timestampPeriod?.nanoseconds,
      stamp: stamp, &times)
    repeated.begin(isRest: next.joint == .rest)
    demuxer = consume opened
    chooseTracks()
  }

  /// Selects the tracks of the current demuxer. A track that needs another decoder is announced
  /// before its packets.
  private func chooseTracks() {
    guard let all = demuxer?.tracks else { return }
    let choice = tracks.choose(
      among: all, bestVideo: demuxer?.bestVideo, bestAudio: demuxer?.bestAudio)
    demuxer?.select(video: choice.video, audio: choice.audio, subtitle: nil)
    pending += choice.changed.map { .changed($0) }
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
