internal import VitrineMedia
internal import VitrineNetwork
internal import VitrinePlayback
internal import VitrineStreams
internal import VitrineTiming

/// The subtitles of a stream in separate segments. Playback does not wait for them: late subtitles
/// are shown late. Bound to the demuxer's thread.
final class TextRow {
  let feed: SegmentFeed
  /// Its packets are WebVTT with timestamps in nanoseconds.
  let track: Track
  private let countsAsStamps: Bool
  private var head: [UInt8] = []
  /// Recently read cues: a cue that spans segments is repeated in each of them.
  private var known: [Cue] = []
  private var pending: [Packet] = []
  /// In playback time: there is no need to check earlier.
  private var nextLook = Int64.min
  private var refused = 0

  private struct Cue: Hashable {
    let start: Int64?
    let end: Int64?
    let text: [UInt8]
  }

  /// How long before their time subtitles are read, in nanoseconds.
  private static let lead: Int64 = 10_000_000_000
  private static let pause: Int64 = 100_000_000
  private static let mostKnown = 200
  private static let mostRefused = 5

  init(_ feed: SegmentFeed, as info: TrackInfo, countsAsStamps: Bool) throws(MediaError) {
    self.feed = feed
    self.countsAsStamps = countsAsStamps
    let sample = TextCue.file([TextCue(start: 0, end: 1, text: ".")])
    track = try SubtitleFile.load(sample).track.moved(as: info)
  }

  /// Discards the reader's state before a seek.
  func leave() { (known, pending, nextLook, refused) = ([], [], .min, 0) }

  /// Returns the next available packet; the video has been read up to `reached`.
  func next(reached: Int64, _ times: StretchTimes) throws(MediaError) -> Packet? {
    while pending.isEmpty {
      guard reached >= nextLook else { return nil }
      let until = Duration.nanoseconds(times.listed(reached).saturatingAdd(Self.lead))
      let part = try fetching { () throws(NetworkError) in
        try feed.partThatIsThere(before: until)
      }
      guard let part else {
        nextLook = max(reached, 0).saturatingAdd(Self.pause)
        return nil
      }
      try append(part, times)
    }
    return pending.removeFirst()
  }

  /// Skips a broken segment, up to a number in a row.
  private func append(_ part: SegmentPart, _ times: StretchTimes) throws(MediaError) {
    if !part.head.isEmpty { head = part.head }
    do throws(MediaError) {
      let segment = try fetching { () throws(NetworkError) in
        try TextSegment(try part.plain(), head: part.segment.map == nil ? [] : head)
      }
      let file = try SubtitleFile.load(segment.file)
      for packet in file.packets { append(packet, file.track.timebase, segment.clock, part, times) }
      refused = 0
    } catch {
      refused += 1
      if refused > Self.mostRefused { throw error }
    }
  }

  private func append(
    _ packet: Packet, _ timebase: Timebase, _ clock: TextSegment.Clock, _ part: SegmentPart,
    _ times: StretchTimes
  ) {
    packet.move(to: track.index, from: timebase) { time in
      place(time, clock, part, times)
    }
    let start = packet.pts(in: .nanoseconds)?.nanoseconds
    let length = packet.duration(in: .nanoseconds)?.nanoseconds
    let cue = Cue(
      start: start, end: length.flatMap { start?.saturatingAdd($0) }, text: packet.bytes)
    guard !known.contains(cue) else { return }
    known.append(cue)
    if known.count > Self.mostKnown { known.removeFirst() }
    pending.append(packet)
  }

  /// Returns the playback time of a time in the file.
  private func place(
    _ time: Int64, _ clock: TextSegment.Clock, _ part: SegmentPart, _ times: StretchTimes
  ) -> Int64 {
    var (offset, period): (Int64, Int64?) = (0, nil)
    if case .stamps(let told, let turn) = clock { (offset, period) = (told, turn) }
    let listed = part.place.start.nanoseconds
    let isStamped = clock != .unknown || countsAsStamps
    guard isStamped, let shift = times.shift(of: part.segment.discontinuity, at: listed) else {
      return times.played(time)
    }
    let origin = part.segment.stampOrigin.nanoseconds
    let played = time.saturatingAdd(offset).saturatingSubtract(origin).saturatingAdd(shift)
    return StretchTimes.unwrapped(played, near: times.played(listed), period)
  }
}
