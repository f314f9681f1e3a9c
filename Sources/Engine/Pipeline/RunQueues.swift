package import VitrineLinux
package import VitrineMedia
package import VitrinePictures
package import VitrinePlayback
package import VitrineScanout
package import VitrineTiming

/// The decoded pictures and sound of one run, and its progress. Thread-safe.
package final class RunQueues: Sendable {
  /// The start and end of a run: at first as requested, relative to the source's beginning; once
  /// the source is open, in the source's own time.
  package struct Bounds: Sendable {
    /// Nil starts with the first decoded frame.
    var start: MediaTime?
    /// Start at the picture of exactly that time, not at the nearest key frame.
    var isExact = false
    /// One picture is enough.
    var isPreview = false
    /// Keep decoded pictures for further seeks nearby, because playback is paused.
    var keepsPictures = false
    /// Everything from this time on is omitted.
    var end: MediaTime?
    /// How long a still picture is shown.
    var imageDuration: MediaTime
    /// How the first picture replaces another item's.
    var transition: Transition

    package init(
      start: MediaTime? = nil, isExact: Bool = false, isPreview: Bool = false,
      keepsPictures: Bool = false, end: MediaTime? = nil, imageDuration: MediaTime,
      transition: Transition = .cut
    ) {
      self.transition = transition
      self.start = start
      self.isExact = isExact
      self.isPreview = isPreview
      self.keepsPictures = keepsPictures
      self.end = end
      self.imageDuration = imageDuration
    }
  }

  /// How a run ends.
  package struct Ending: Sendable {
    var lastPicture: MediaTime
    var pictureEnd: MediaTime
    /// False while it is only the container's estimate.
    var isCertain: Bool
    /// The end of the sound by its packets; nil without sound.
    var soundEnd: MediaTime?
    /// Why the source cannot be read further. The run fails once everything read before was shown.
    package var failure: PlaybackError?

    package init(
      lastPicture: MediaTime, pictureEnd: MediaTime, isCertain: Bool, soundEnd: MediaTime? = nil
    ) {
      self.soundEnd = soundEnd
      self.lastPicture = lastPicture
      self.pictureEnd = pictureEnd
      self.isCertain = isCertain
    }

    /// When the next item starts, by the same rule as that of the sound; nil if the end is not certain.
    var edge: MediaTime? {
      guard isCertain, failure == nil else { return nil }
      let rate = SoundFormat.standard.rate
      func place(_ time: MediaTime) -> Double { time.seconds * Double(rate) }
      let boundary = ItemBoundary(
        lastPicture: place(lastPicture), pictureEnd: place(pictureEnd),
        soundEnd: soundEnd.map(place))
      return MediaTime(
        boundary.place(rate: Double(rate), vblank: nil, period: nil), Int32(rate))
    }
  }

  /// The properties of the latest picture.
  struct PictureTraits: Equatable {
    /// Nil for pictures that are not shown as HDR.
    var transfer: HDRMetadata.Transfer?
    var displaySize: PixelSize?
  }

  package let run: Run
  package let pictures = BoundedQueue<ScanoutPicture>(limit: 4)
  /// Weighted in frames.
  package let sound = BoundedQueue<SoundChunk>(limit: SoundFormat.standard.rate / 2)
  let subtitles = BoundedQueue<SubtitlePicture>(limit: 4)
  /// The output for a video above the pictures, with times of another source; nil without one.
  let inset = Shared<RunQueues?>(nil)
  private let traits = Shared(PictureTraits())
  private let captions = Shared(Captions())
  /// How far the source has been read, in its own time.
  package let readTo = Shared<MediaTime?>(nil)
  let counts = Shared(DecodeCounts())
  package let ending = Shared<Ending?>(nil)
  private let settled: Shared<(bounds: Bounds, origin: MediaTime, gain: ItemGain)>
  private let readiness = Shared(Readiness())
  private let onEvent: @Sendable (PipelineReport, Run) -> Void

  /// The starts of the tracks, as decoders find them.
  private struct Readiness {
    var waits: Set<TrackInfo.Kind> = []
    var starts: [TrackInfo.Kind: MediaTime] = [:]
    /// Tracks without any output.
    var absent: Set<TrackInfo.Kind> = []
    var isReported = false
    var hasFailed = false
    var isClosed = false
    /// Whether the display waits for the first picture.
    var isAwaited = false
    var headStart = 3
  }

  package init(
    _ run: Run, _ bounds: Bounds, report: @escaping @Sendable (PipelineReport, Run) -> Void
  ) {
    self.run = run
    self.onEvent = report
    settled = Shared((bounds, .zero, ItemGain()))
    if bounds.isPreview { readiness.update { $0.headStart = 1 } }
  }

  var bounds: Bounds { settled.value.bounds }
  package var transition: Transition { settled.value.bounds.transition }
  /// The source's own timestamp of its beginning.
  var origin: MediaTime { settled.value.origin }

  /// The gain of the item's sound, for its loudness.
  var gain: ItemGain { settled.value.gain }

  /// Converts the bounds once the source is open and its own time starts at `origin`.
  package func settle(at origin: MediaTime, gain: ItemGain = ItemGain()) {
    settled.update { settled in
      (settled.origin, settled.gain) = (origin, gain)
      settled.bounds.start = settled.bounds.start.map { origin + $0 }
      settled.bounds.end = settled.bounds.end.map { origin + $0 }
    }
  }

  /// Moves the start if the requested position cannot be reached.
  func begin(at place: MediaTime) { settled.update { $0.bounds.start = place } }

  /// The transfer function of HDR pictures shown as HDR, for drawing the layers above them.
  var transfer: HDRMetadata.Transfer? { traits.value.transfer }

  /// The receiver of the captions in the video's frames, and the time of the latest ones.
  private struct Captions {
    var feed: BoundedQueue<Pipeline.SubtitleFeed>?
    var latest: MediaTime?
  }

  /// Sends the captions in the video's frames to the subtitle thread; nil if they are not shown.
  func sendCaptions(to feed: BoundedQueue<Pipeline.SubtitleFeed>?) {
    captions.update { $0.feed = feed }
  }

  /// Passes on the captions of a frame. Small: those that do not fit are dropped. A replaced decoder repeats frames, which
  /// are ignored.
  func receiveCaptions(of frame: Frame, at time: () -> MediaTime) {
    guard let feed = captions.value.feed, !isClosed, feed.weight < DemuxLoop.mostSubtitles else {
      return
    }
    let pts = time()
    let isNew = captions.update { captions in
      guard captions.latest.map({ pts > $0 }) ?? true else { return false }
      captions.latest = pts
      return true
    }
    guard isNew, let packet = frame.captions(at: pts) else { return }
    feed.force(.captions(packet, run), weight: packet.weight)
  }

  /// Records the properties of a picture, and reports a new display size.
  func record(_ traits: PictureTraits) {
    let isResized = self.traits.update { known in
      defer { known = traits }
      return known.displaySize != traits.displaySize
    }
    if isResized, let size = traits.displaySize { report(.videoSize(size)) }
  }

  /// A run fails only once, with the first cause: the errors that follow are consequences.
  package func report(_ event: PipelineReport) {
    if case .failed = event {
      let isFirst = readiness.update { state in
        defer { (state.isReported, state.hasFailed) = (true, true) }
        return !state.hasFailed
      }
      guard isFirst else { return }
    }
    onEvent(event, run)
  }

  /// Sets the tracks that must have output before the run can start.
  package func await(_ kinds: Set<TrackInfo.Kind>) {
    readiness.update { state in
      state.waits = kinds
      state.absent = Set([.audio, .video]).subtracting(kinds)
    }
  }

  /// The media time at which this run starts: the requested one if its picture exists, otherwise
  /// the earliest picture or sound.
  var startTime: MediaTime {
    let starts = readiness.value.starts
    guard let wanted = bounds.start else { return starts.values.min() ?? origin }
    guard let picture = starts[.video] else { return wanted }
    return bounds.isExact ? max(wanted, picture) : picture
  }

  /// The media time of the first picture, once it is decoded.
  var firstPicture: MediaTime? { readiness.value.starts[.video] }

  /// Whether the display waits for the first picture; false for a run prepared for later.
  var isAwaited: Bool { readiness.value.isAwaited }
  func setAwaited() { readiness.update { $0.isAwaited = true } }

  /// How many pictures are queued before the clock starts: a decoder needs a while to reach its
  /// speed.
  var headStart: Int { readiness.value.headStart }

  /// There is no memory for more pictures than are queued now.
  func limitHeadStart() {
    let waiting = pictures.weight
    readiness.update { $0.headStart = max(1, min($0.headStart, waiting)) }
  }

  /// Whether any sound was decoded.
  var hasSound: Bool { readiness.value.starts[.audio] != nil }

  /// Whether sound was decoded or may still be.
  var mayHaveSound: Bool {
    let state = readiness.value
    return state.starts[.audio] != nil || !state.absent.contains(.audio)
  }

  /// Discards the output. Decoders that wait to queue more are released.
  package func close() {
    readiness.update { $0.isClosed = true }
    pictures.close(discarding: true)
    sound.close(discarding: true)
    subtitles.close(discarding: true)
  }

  var isClosed: Bool { readiness.value.isClosed }

  /// Records the media time of a track's first output; nil if it will have none.
  package func recordStart(of kind: TrackInfo.Kind, at time: MediaTime?) {
    change { state in
      if let time, state.starts[kind] == nil { state.starts[kind] = time }
      if time == nil { state.absent.insert(kind) }
      state.waits.remove(kind)
    }
  }

  /// Lets the run start without a track, which may still follow.
  func stopAwaiting(_ kind: TrackInfo.Kind) {
    change { $0.waits.remove(kind) }
  }

  private func change(_ change: (inout Readiness) -> Void) {
    let event = readiness.update { state -> Pipeline.Report? in
      change(&state)
      guard state.waits.isEmpty, !state.isReported, !state.isClosed else { return nil }
      state.isReported = true
      return state.starts.isEmpty ? .failed(ending.value?.failure ?? Self.nothing) : .ready
    }
    if let event { report(event) }
  }

  private static let nothing = PlaybackError(
    .decode, "nothing could be decoded: the file is damaged", exitStatus: .data)
}
