internal import VitrineAddresses
internal import VitrineNetwork
internal import VitrinePlayback
internal import VitrineStreams

/// The rows of segments that make up a presentation.
struct SegmentPlan: Sendable {
  /// A separate audio or subtitle stream.
  struct Side: Sendable {
    let info: TrackInfo
    let source: SegmentListSource
    /// Returns its list, if it is already known.
    var known: @Sendable () -> HLSMediaPlaylist? = { nil }
    /// Whether times in subtitles without a timestamp map count like timestamps, and not from the
    /// start of the list.
    var countsAsStamps = false
  }

  let main: [SegmentScheduler.Encoding]
  var sounds: [Side] = []
  var texts: [Side] = []
  /// Key-frame-only renditions of the video.
  var keyFrames: [SegmentScheduler.Encoding] = []
  /// The rendition that describes the audio in the video's segments, if the list has one.
  var ownSound: HLSRendition?
  /// Returns the lists of video renditions that are already known.
  let knownMain: @Sendable (Int) -> HLSMediaPlaylist?
  /// How local the addresses in the list may be.
  let scope: AddressScope?

  /// Separate audio tracks are numbered after those in the video's segments.
  static let firstSound = 100
  static let firstText = 1000
}

extension SegmentPlan {
  /// The index of the default audio; nil means audio in the video's own segments, if there is any.
  /// If the list describes that audio, it is as good as a separate one.
  var bestSound: Int? {
    if let index = sounds.firstIndex(where: \.info.isDefault) { return index }
    guard ownSound == nil else { return nil }
    return sounds.firstIndex { $0.info.audience == .everyone } ?? sounds.indices.first
  }

  /// Returns the reading of the video, or of the only row.
  func scheduler(over sources: RemoteSources, _ policy: VariantPolicy) -> SegmentScheduler {
    var scheduler = SegmentScheduler(
      main, Throughput(guess: sources.rate), scope: scope, known: knownMain,
      isCached: { sources.isCached($0, $1) })
    scheduler.policy = policy
    return scheduler
  }

  /// Returns the reading of key frames, one at each position; nil if there is no such stream.
  func keyFrameScheduler(over sources: RemoteSources, _ policy: VariantPolicy) -> SegmentScheduler?
  {
    guard !keyFrames.isEmpty else { return nil }
    var scheduler = SegmentScheduler(
      keyFrames, Throughput(guess: sources.rate), scope: scope,
      isCached: { sources.isCached($0, $1) })
    scheduler.policy = policy
    (scheduler.limits.stretch, scheduler.limits.count) = (.zero, 1)
    return scheduler
  }

  /// Returns the reading of a separate audio or subtitle stream.
  func scheduler(of side: Side, over sources: RemoteSources) -> SegmentScheduler {
    var scheduler = SegmentScheduler(
      [.init(source: side.source, variant: .init(bandwidth: 0))], Throughput(guess: sources.rate),
      scope: scope, known: { _ in side.known() })
    scheduler.beginsAnywhere = true
    return scheduler
  }
}

// HLS.
extension SegmentPlan {
  init(_ list: HLSMediaPlaylist, from url: RemoteURL, scope: AddressScope?) {
    main = [.init(source: .playlist(url), variant: .init(bandwidth: 0))]
    knownMain = { _ in list }
    self.scope = scope
  }

  /// Returns nil if the list names no stream to play.
  init?(_ master: HLSMultivariantPlaylist, scope: AddressScope?) {
    // If some variants have video, those without are for audio-only clients.
    let seen = master.variants.filter { $0.height != nil }
    var addresses: Set<RemoteURL> = []
    // A repeated address differs only in its audio.
    let variants = (seen.isEmpty ? master.variants : seen).filter {
      addresses.insert($0.url).inserted
    }
    guard let first = variants.first else { return nil }
    let variables = master.variables
    main = variants.map { SegmentScheduler.Encoding($0, variables) }
    keyFrames = master.keyFrameVariants.map { SegmentScheduler.Encoding($0, variables) }
    let codec = first.codecs.lazy.compactMap(Self.soundCodec).first ?? "aac"
    let renditions = master.renditions(.audio, of: first.audio)
    ownSound = renditions.first { $0.url == nil }
    let apart = renditions.filter { $0.url != nil }
    sounds = apart.enumerated().compactMap { index, rendition in
      rendition.url.map { url in
        Side(
          info: TrackInfo(
            kind: .audio, index: Self.firstSound + index, codec: codec,
            language: rendition.language, title: rendition.name, isDefault: rendition.isDefault,
            audience: rendition.describesVideo ? .visuallyImpaired : .everyone),
          source: .playlist(url, variables: variables))
      }
    }
    let written = master.renditions(.subtitles, of: first.subtitles)
    texts = written.enumerated().compactMap { index, rendition in
      rendition.url.map { url in
        Side(
          info: TrackInfo(
            kind: .subtitle, index: Self.firstText + index, codec: "webvtt",
            language: rendition.language, title: rendition.name, isDefault: rendition.isDefault,
            isForced: rendition.isForced,
            audience: rendition.describesSound ? .hardOfHearing : .everyone),
          source: .playlist(url, variables: variables))
      }
    }
    knownMain = { _ in nil }
    self.scope = scope
  }

  /// Returns FFmpeg's name of a codec from its RFC 6381 string.
  private static func soundCodec(_ text: String) -> String? {
    let names = ["mp4a": "aac", "ac-3": "ac3", "ec-3": "eac3", "opus": "opus", "flac": "flac"]
    return names[text.prefix { $0 != "." }.lowercased()]
  }
}

extension SegmentScheduler.Encoding {
  fileprivate init(_ variant: HLSVariant, _ variables: [String: String]) {
    source = .playlist(variant.url, variables: variables)
    self.variant = .init(
      bandwidth: variant.bandwidth, width: variant.width, height: variant.height)
  }
}

// DASH.
extension SegmentPlan {
  /// Returns nil if the MPD names no stream to play. `now` is the server's clock in seconds since
  /// 1970, which is behind by `lag`.
  init?(
    _ presentation: DASHPresentation, from url: RemoteURL, scope: AddressScope?, at now: Double,
    lag: Double = 0
  ) {
    var presentation = presentation
    presentation.open(at: now + lag)
    self.init(opened: presentation, from: url, scope: scope, Clock(now: now + lag, lag: lag))
  }

  private init?(
    opened presentation: DASHPresentation, from url: RemoteURL, scope: AddressScope?, _ clock: Clock
  ) {
    guard let period = presentation.periods.first else { return nil }
    let sets = Dictionary(grouping: period.sets.filter { !$0.representations.isEmpty }, by: \.kind)
    let (pictures, sounds) = (sets[.video] ?? [], sets[.audio] ?? [])
    guard let first = pictures.first ?? sounds.first else { return nil }
    let kind = first.kind
    main = first.representations.enumerated().map { index, representation in
      let selection = DASHSelection(kind: kind, set: 0, representation: index)
      return .init(
        source: Self.source(selection, presentation, url, clock),
        variant: .init(
          bandwidth: representation.bandwidth, width: representation.width,
          height: representation.height))
    }
    self.sounds = pictures.isEmpty ? [] : Self.sounds(sounds, presentation, url, clock)
    texts = Self.texts(sets[.text] ?? [], presentation, url, clock)
    knownMain = { index in
      try? presentation.list(
        of: DASHSelection(kind: kind, set: 0, representation: index), at: clock.now)
    }
    self.scope = scope
  }

  private static func source(
    _ selection: DASHSelection, _ presentation: DASHPresentation, _ url: RemoteURL,
    _ clock: Clock
  ) -> SegmentListSource {
    // Errors are reported when the list is requested.
    guard let segments = try? presentation.segments(of: selection, at: clock.now),
      !segments.files.isEmpty
    else {
      return .presentation(
        url, selection, lag: clock.lag, start: presentation.availabilityStart)
    }
    return .files(segments)
  }

  /// The corrected time in seconds since 1970, and how far the server's clock is behind.
  private struct Clock {
    let now: Double
    let lag: Double
  }

  /// In bits per second: a higher rate is not audible.
  private static let enoughForSound: Int64 = 256_000

  private static func sounds(
    _ sets: [DASHSet], _ presentation: DASHPresentation, _ url: RemoteURL, _ clock: Clock
  ) -> [Side] {
    sets.enumerated().map { index, set in
      let order = set.representations.indices.sorted {
        set.representations[$0].bandwidth < set.representations[$1].bandwidth
      }
      let best = order.last { set.representations[$0].bandwidth <= enoughForSound } ?? order[0]
      let codec = set.representations[best].codecs.flatMap(soundCodec) ?? "aac"
      let selection = DASHSelection(kind: .audio, set: index, representation: best)
      return Side(
        info: TrackInfo(
          kind: .audio, index: firstSound + index, codec: codec, language: set.language,
          title: set.title, isDefault: set.isMain,
          audience: set.describesVideo ? .visuallyImpaired : .everyone),
        source: source(selection, presentation, url, clock),
        // The list of a live presentation is outdated by now.
        known: { presentation.isRunning ? nil : try? presentation.list(of: selection, at: 0) })
    }
  }

  private static func texts(
    _ sets: [DASHSet], _ presentation: DASHPresentation, _ url: RemoteURL, _ clock: Clock
  ) -> [Side] {
    sets.enumerated().map { index, set in
      let selection = DASHSelection(kind: .text, set: index, representation: 0)
      return Side(
        info: TrackInfo(
          kind: .subtitle, index: firstText + index, codec: "webvtt", language: set.language,
          title: set.title, isDefault: set.isMain, isForced: set.isForced,
          audience: set.describesSound ? .hardOfHearing : .everyone),
        source: source(selection, presentation, url, clock),
        known: { presentation.isRunning ? nil : try? presentation.list(of: selection, at: 0) },
        countsAsStamps: true)
    }
  }
}
