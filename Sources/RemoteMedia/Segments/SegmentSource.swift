internal import VitrineLinux
package import VitrineMedia
internal import VitrineNetwork
internal import VitrinePictures
package import VitrinePlayback
internal import VitrineStreams
package import VitrineTiming

/// A packet source that reads segments with adaptive bitrate. Thread-bound, except for its feeds,
/// which other threads use.
package final class SegmentSource: PacketSource {
  private let extent: Extent
  private let plan: SegmentPlan
  private let rows: SegmentRows
  private let main: RowReader
  /// The selected separate audio stream, and its index in the plan.
  private var apart: (place: Int, row: RowReader)?
  /// The default separate audio stream, requested in parallel with the video; nil once the
  /// selection is known.
  private var early: EarlySound?
  private var text: TextRow?
  /// Created at the first preview, if there is a key-frame-only stream.
  private lazy var keyFrames = rows.keyFrames(of: plan)
  /// Whether reads return preview pictures.
  private var isPreview = false
  private var times: StretchTimes
  /// The place before the latest seek position.
  private var sought: HLSTimeline.Place?

  /// Waits for the first segments.
  init(_ plan: SegmentPlan, _ rows: SegmentRows) throws(MediaError) {
    let row = rows.main(of: plan)
    var times = StretchTimes()
    let early = rows.isForStills ? nil : try EarlySound(of: plan, beside: row.feed, rows)
    try row.begin(&times)
    let list = try fetching { () throws(NetworkError) in try row.feed.timeline() }
    times.isFilm = !list.list.isLive
    let length = MediaTime(nanoseconds: (list.end - list.start).nanoseconds)
    // With a seek window, a live stream starts with its oldest segment.
    let first = list.hasWindow ? times.played(list.start.nanoseconds) : row.start
    extent = Extent(
      duration: list.list.isLive ? nil : length,
      start: MediaTime(nanoseconds: min(first, row.start)),
      beginning: list.hasWindow ? MediaTime(nanoseconds: row.start) : nil)
    (self.plan, self.rows, self.times, main) = (plan, rows, times, row)
    self.early = early
  }

  /// The duration, the start, and where playback begins if that differs.
  private struct Extent {
    let duration: MediaTime?
    let start: MediaTime
    let beginning: MediaTime?
  }

  package var duration: MediaTime? { extent.duration }
  package var start: MediaTime { extent.start }
  package var beginning: MediaTime? { extent.beginning }
  package var video: Track? { isPreview ? keyFrames?.track : main.video }
  package var audio: Track? { apart.map { $0.row.audio } ?? main.audio }
  package var subtitle: Track? { text?.track }
  package var infos: [TrackInfo] {
    var own = main.sounds
    if let told = plan.ownSound, !own.isEmpty {
      (own[0].title, own[0].language) = (
        own[0].title ?? told.name, own[0].language ?? told.language
      )
      own[0].isDefault = told.isDefault
    }
    return [video?.info].compactMap(\.self) + own + plan.sounds.map(\.info) + plan.texts.map(\.info)
  }

  package func best(_ kind: TrackInfo.Kind) -> TrackInfo? {
    switch kind {
    case .video: video?.info
    case .audio: plan.bestSound.map { plan.sounds[$0].info } ?? main.sounds.first
    case .subtitle: nil
    }
  }

  package var cover: Track? { nil }
  package var title: String? { nil }
  package var landing: MediaTime? { nil }
  package var mayJump: Bool { false }
  /// Packets that decoders already have are not replaced when the rendition changes.
  package var headroom: MediaTime? {
    MediaTime(nanoseconds: SegmentScheduler.readAhead.nanoseconds)
  }
  package var timestampPeriod: MediaTime? { nil }
  package var isSinglePicture: Bool { false }
  package var isAnimation: Bool { false }
  package func coverPacket() -> Packet? { nil }
  package func attachments(limit: Int) -> [Demuxer.Attachment] { [] }

  package func select(_ infos: [TrackInfo]) throws(MediaError) {
    let index = infos.first { $0.kind == .audio }?.index
    if let index, index >= SegmentPlan.firstSound,
      plan.sounds.indices.contains(index - SegmentPlan.firstSound)
    {
      main.select(sound: nil)
      try open(sound: index - SegmentPlan.firstSound)
    } else {
      closeSound()
      leaveEarly()
      main.select(sound: index.map { $0 - RowTracks.firstSound })
    }
    let wanted = infos.first { $0.kind == .subtitle }?.index
    try open(text: plan.texts.first { $0.info.index == wanted })
  }

  /// Opens a subtitle stream at the video's position, or closes it.
  private func open(text side: SegmentPlan.Side?) throws(MediaError) {
    guard side?.info.index != text?.track.index else { return }
    closeText()
    guard let side else { return }
    var scheduler = plan.scheduler(of: side, over: rows.sources)
    // Seeks before the first request.
    if let before = beforeNext {
      _ = duration == nil ? scheduler.seek(behind: before) : scheduler.seek(to: before.end)
    }
    let feed = SegmentFeed(scheduler, over: rows.sources)
    let row = try TextRow(feed, as: side.info, countsAsStamps: side.countsAsStamps)
    rows.feeds.add(feed, isAside: true)
    text = row
  }

  private func closeText() {
    if let feed = text?.feed { rows.feeds.remove(feed) }
    text = nil
  }

  /// Subtitle segments may differ in length from the video's.
  private func seek(_ text: TextRow, _ before: HLSTimeline.Place) {
    if duration == nil { text.feed.seek(behind: before) } else { text.feed.seek(to: before.end) }
    text.leave()
  }

  private func closeSound() {
    if let feed = apart?.row.feed { rows.feeds.remove(feed) }
    apart = nil
  }

  /// The place before the next video segment.
  private var beforeNext: HLSTimeline.Place? {
    guard let stretch = main.stretch else { return sought }
    // Before its first packet, a demuxer may have looked at more than one segment.
    return main.reached == .min ? stretch.before : main.feed.beforeTaken
  }

  /// Opens a separate audio stream at the video's position.
  private func open(sound place: Int) throws(MediaError) {
    guard place != apart?.place else { return }
    closeSound()
    guard let before = beforeNext else { return }
    let row =
      openEarly(place, behind: before) ?? rows.sound(plan.sounds[place], of: plan, behind: before)
    do throws(MediaError) {
      try row.begin(&times)
    } catch {
      rows.feeds.remove(row.feed)
      throw error
    }
    apart = (place, row)
  }

  /// Returns the early audio stream if it is the selected one and starts at the right place.
  private func openEarly(_ place: Int, behind before: HLSTimeline.Place) -> RowReader? {
    guard let early, early.place == place, early.before == before else {
      leaveEarly()
      return nil
    }
    self.early = nil
    return early.row
  }

  private func leaveEarly() {
    if let early { rows.feeds.remove(early.row.feed) }
    early = nil
  }

  /// Returns the next packet of the row that is furthest behind.
  package func read() throws(MediaError) -> PacketReading {
    defer { reportProgress() }
    return try readOn()
  }

  private func reportProgress() {
    if duration == nil { rows.feeds.update(times) }
    guard let encoding = main.stretch?.encoding else { return }
    rows.feeds.record(encoding, from: MediaTime(nanoseconds: main.start))
  }

  private func readOn() throws(MediaError) -> PacketReading {
    if isPreview, let keyFrames { return keyFrames.read() }
    if let packet = try readText() { return packet }
    guard let sound = apart?.row else { return try main.next(&times) }
    if main.hasEnded || !sound.hasEnded && sound.reached < main.reached {
      if sound.hasEnded { return .ended }
      let reading = try sound.next(&times)
      if case .ended = reading { return .other }
      return reading
    }
    let reading = try main.next(&times)
    if case .ended = reading { return .other }
    return reading
  }

  private func readText() throws(MediaError) -> PacketReading? {
    do throws(MediaError) {
      return try text?.next(reached: main.reached, times).map { .subtitle($0) }
    } catch .interrupted {
      throw .interrupted
    } catch {
      closeText()
      return .withoutSubtitles(error)
    }
  }

  /// Limits a seek in a live stream to the latest start.
  package func reachable(_ time: MediaTime) throws(MediaError) -> MediaTime {
    guard duration == nil else { return time }
    let feed = main.feed
    let list = try fetching { () throws(NetworkError) in try feed.timeline() }
    return min(time, MediaTime(nanoseconds: times.played(list.beginning.nanoseconds)))
  }

  /// Returns false if there is no key frame.
  private func preview(_ time: Duration) throws(MediaError) -> Bool {
    guard let keyFrames else { return false }
    // Segments that will soon be skipped would take its bandwidth.
    main.feed.rest()
    apart?.row.feed.rest()
    return try keyFrames.seek(to: time, &times)
  }

  /// A preview is usually followed by another one.
  private static let rest = Duration.milliseconds(200)

  /// Segments begin with key frames, so that `mode` matters only for previews, which use the
  /// key-frame-only stream.
  package func seek(to time: MediaTime, _ mode: Demuxer.SeekMode) throws(MediaError) {
    let listed = Duration.nanoseconds(times.listed(time.nanoseconds))
    let wasPreview = isPreview
    isPreview = false
    if mode == .preview, duration != nil, try preview(listed) { return isPreview = true }
    let feed = main.feed
    let before = try fetching { () throws(NetworkError) in try feed.place(before: listed) }
    sought = before
    feed.seek(behind: before, due: wasPreview ? .now() + Self.rest : nil)
    main.leave()
    apart?.row.feed.seek(behind: before)
    apart?.row.leave()
    if let text { seek(text, before) }
  }
}

/// A separate audio stream that is requested before the player selects it. Otherwise it would
/// arrive only after the first video segment, and playback starts with both.
struct EarlySound {
  /// The index in the plan.
  let place: Int
  /// The place before its first segment.
  let before: HLSTimeline.Place
  let row: RowReader

  /// Waits for the video's list. Returns nil if no audio is separate, and for live streams: the
  /// place may have changed once the first segment arrives.
  init?(
    of plan: SegmentPlan, beside picture: SegmentFeed, _ rows: SegmentRows
  ) throws(MediaError) {
    guard let best = plan.bestSound else { return nil }
    let list = try fetching { () throws(NetworkError) in try picture.timeline() }
    guard !list.list.isLive else { return nil }
    before = try fetching { () throws(NetworkError) in try picture.place(before: list.beginning) }
    place = best
    row = rows.sound(plan.sounds[best], of: plan, behind: before)
  }
}
