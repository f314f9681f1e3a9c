internal import VitrineMedia
internal import VitrinePictures
internal import VitrinePlayback
internal import VitrineScanout
internal import VitrineTiming

/// Reads the packets of one run and removes the discontinuities of their timestamps.
struct PacketReader {
  /// For containers without discontinuities.
  private let bounds: TimestampBounds?
  private var continuity: ContinuousTime<Content>
  /// Readings to return, in order.
  private var ready: [PacketReading] = []
  private var hasEnded = false

  private struct Content {
    let reading: PacketReading
    let packet: Packet
    let timebase: Timebase
  }

  /// Starts at the current position of `source`.
  init(_ source: borrowing some PacketSource & ~Copyable) {
    guard source.mayJump else {
      bounds = TimestampBounds(start: source.start, duration: source.duration)
      continuity = ContinuousTime(limits: .file)
      return
    }
    bounds = nil
    let period = source.timestampPeriod
    guard let landing = source.landing else {
      continuity = ContinuousTime(period: period)
      return
    }
    let tracks = [source.video, source.audio].compactMap { $0?.index }
    continuity = ContinuousTime(beginningAt: landing, tracks: tracks, period: period)
  }

  /// The next packet, in the file's order, except for packets that wait for others after a
  /// discontinuity.
  mutating func next(_ source: inout some PacketSource & ~Copyable) throws(MediaError)
    -> PacketReading
  {
    while ready.isEmpty {
      if hasEnded { return .ended }
      let reading = try source.read()
      accept(reading, source)
    }
    return ready.removeFirst()
  }

  private mutating func accept(
    _ reading: PacketReading, _ source: borrowing some PacketSource & ~Copyable
  ) {
    switch reading {
    case .video(let packet): accept(reading, packet, source.video)
    case .audio(let packet): accept(reading, packet, source.audio)
    case .subtitle(let packet): accept(reading, packet, source.subtitle)
    case .other, .changed, .withoutSubtitles: ready.append(reading)
    case .ended: end()
    }
  }

  /// Stops reading: packets that wait for others are released.
  mutating func end() {
    hasEnded = true
    queue(continuity.flush())
  }

  private mutating func accept(_ reading: PacketReading, _ packet: Packet, _ track: Track?) {
    guard let track else { return }
    if let bounds { packet.keepTimes(in: bounds, of: track) }
    let content = Content(reading: reading, packet: packet, timebase: track.timebase)
    queue(continuity.push(content, packet.stamp(of: track)))
  }

  private mutating func queue(_ items: [ContinuousTime<Content>.Timed]) {
    for (content, offset) in items {
      if offset != .zero { content.packet.delay(by: offset, in: content.timebase) }
      ready.append(content.reading)
    }
  }
}

/// An undecoded cover picture of a sound file.
struct CoverImage: Sendable {
  let track: Track
  let packet: Packet
}

extension PacketSource where Self: ~Copyable {
  var coverImage: CoverImage? {
    guard let cover, let packet = coverPacket() else { return nil }
    return CoverImage(track: cover, packet: packet)
  }

  /// Selects the requested tracks, or the source's best ones if there is no request. Returns the
  /// selected tracks, including subtitles, which may be from a sidecar file.
  mutating func choose(
    _ choices: TrackChoices, _ sidecars: SidecarFiles
  ) throws(MediaError) -> [TrackInfo] {
    let all = infos + sidecars.infos
    func choice(_ kind: TrackInfo.Kind, _ selection: TrackSelection) -> TrackInfo? {
      let chosen = TrackChoice.choose(
        all, kind: kind, selection: selection, preferences: choices.preferences)
      return chosen ?? (selection == .off ? nil : best(kind))
    }
    let audio = choice(.audio, choices.audio)
    var wanted = choices.subtitle
    if wanted == .automatic, let asked = sidecars.preferred(choices.preferences) {
      wanted = .index(asked)
    }
    let subtitle = TrackChoice.choose(
      all, kind: .subtitle, selection: wanted, preferences: choices.preferences,
      audioLanguage: audio?.language)
    let chosen = [choice(.video, choices.video), audio, subtitle].compactMap(\.self)
    try select(chosen)
    return chosen
  }

  var summary: MediaSummary {
    var summary = MediaSummary(
      title: title, duration: duration,
      video: video.map { "\($0.codec) \($0.picture?.size.description ?? "")" },
      audio: audio.map(\.codec), frameDuration: video?.frameDuration,
      isStill: video?.isStill == true && audio == nil)
    summary.chapters = chapters
    summary.tags = tags
    summary.videoSize = video?.picture?.displaySize
    return summary
  }
}
