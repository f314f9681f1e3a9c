package import VitrineLinux
package import VitrineMedia
internal import VitrinePictures
package import VitrinePlayback
package import VitrineScanout
package import VitrineTiming

/// What the decoders make of one run: pictures and sound in queues, and how far they are.
/// Thread-safe.
package final class RunQueues: Sendable {
  /// Where a run begins and ends: as it was asked for, counted from the source's beginning;
  /// once the source is open, in the source's own time.
  package struct Bounds: Sendable {
    /// The moment to begin at; nil begins with the first that is decoded.
    var start: MediaTime?
    /// Begin at the picture of that very moment, not with the one that comes first.
    var isExact = false
    /// One picture is enough.
    var isPreview = false
    /// What comes at this moment or after it is left out.
    var end: MediaTime?
    /// How long a picture is shown that nothing follows.
    var imageDuration: MediaTime

    package init(
      start: MediaTime? = nil, isExact: Bool = false, isPreview: Bool = false,
      end: MediaTime? = nil, imageDuration: MediaTime
    ) {
      (self.start, self.isExact, self.isPreview) = (start, isExact, isPreview)
      (self.end, self.imageDuration) = (end, imageDuration)
    }
  }

  /// How a run ends.
  package struct Ending: Sendable {
    var lastPicture: MediaTime
    var pictureEnd: MediaTime
    /// False while it is only what the container promises.
    var isCertain: Bool

    package init(lastPicture: MediaTime, pictureEnd: MediaTime, isCertain: Bool) {
      (self.lastPicture, self.pictureEnd) = (lastPicture, pictureEnd)
      self.isCertain = isCertain
    }
  }

  package let run: Run
  package let pictures = BoundedQueue<ScanoutPicture>(limit: 4)
  /// Weighted in frames.
  package let sound = BoundedQueue<SoundChunk>(limit: SoundFormat.standard.rate / 2)
  let subtitles = BoundedQueue<SubtitlePicture>(limit: 4)
  /// Of the run's pictures where they are shown as HDR; what lies over them is drawn for that.
  let transfer = Shared<HDRMetadata.Transfer?>(nil)
  /// How far the source is read, in its own time.
  package let readTo = Shared<MediaTime?>(nil)
  let counts = Shared(DecodeCounts())
  package let ending = Shared<Ending?>(nil)
  private let settledBounds: Shared<Bounds>
  private let settledOrigin = Shared(MediaTime.zero)
  private let readiness = Shared(Readiness())
  private let report: @Sendable (PipelineReport, Run) -> Void

  /// Where the tracks begin, as their decoders find out.
  private struct Readiness {
    var waits: Set<TrackInfo.Kind> = []
    var starts: [TrackInfo.Kind: MediaTime] = [:]
    /// Tracks of which nothing will come.
    var absent: Set<TrackInfo.Kind> = []
    var isReported = false
    var hasFailed = false
    var isClosed = false
    var headStart = 3
  }

  package init(
    _ run: Run, _ bounds: Bounds, report: @escaping @Sendable (PipelineReport, Run) -> Void
  ) {
    (self.run, self.report) = (run, report)
    settledBounds = Shared(bounds)
  }

  var bounds: Bounds { settledBounds.value }
  /// The source's own time of its beginning.
  var origin: MediaTime { settledOrigin.value }

  /// The source is open: its own time begins at `origin`.
  package func settle(at origin: MediaTime) {
    settledOrigin.update { $0 = origin }
    settledBounds.update { bounds in
      bounds.start = bounds.start.map { origin + $0 }
      bounds.end = bounds.end.map { origin + $0 }
    }
  }

  /// The place that was asked for is not there: it begins at this one.
  func begin(at place: MediaTime) { settledBounds.update { $0.start = place } }

  /// A run fails once, with the first cause: what comes of that is no cause of its own.
  package func tell(_ news: PipelineReport) {
    if case .failed = news {
      let isFirst = readiness.update { state in
        defer { (state.isReported, state.hasFailed) = (true, true) }
        return !state.hasFailed
      }
      guard isFirst else { return }
    }
    report(news, run)
  }

  /// Who has to say something before the run can begin.
  package func await(_ kinds: Set<TrackInfo.Kind>) {
    readiness.update { state in
      state.waits = kinds
      state.absent = Set([.audio, .video]).subtracting(kinds)
    }
  }

  /// The media time at which this run begins: where it was asked to, if its picture is there,
  /// else its earliest picture or sound.
  var startTime: MediaTime {
    let starts = readiness.value.starts
    guard let wanted = bounds.start else { return starts.values.min() ?? origin }
    guard let picture = starts[.video] else { return wanted }
    return bounds.isExact ? max(wanted, picture) : picture
  }

  /// The media time of the first picture, once it is decoded.
  var firstPicture: MediaTime? { readiness.value.starts[.video] }

  /// How many pictures wait before the clock starts: a decoder takes a while to find its pace.
  var headStart: Int { readiness.value.headStart }

  /// There is memory for no more pictures than wait now, or for one.
  func limitHeadStart() {
    let waiting = pictures.weight
    readiness.update { $0.headStart = max(1, min($0.headStart, waiting)) }
  }

  /// Whether any sound came out of its decoder.
  var hasSound: Bool { readiness.value.starts[.audio] != nil }

  /// Whether sound came, or may still come.
  var mayHaveSound: Bool {
    let state = readiness.value
    return state.starts[.audio] != nil || !state.absent.contains(.audio)
  }

  /// Its output is wanted no more. Decoders that wait to put something in go on.
  package func close() {
    readiness.update { $0.isClosed = true }
    pictures.close(discarding: true)
    sound.close(discarding: true)
    subtitles.close(discarding: true)
  }

  var isClosed: Bool { readiness.value.isClosed }

  /// A track's first output is there, at this media time; nil when it will have none.
  package func noteStart(of kind: TrackInfo.Kind, at time: MediaTime?) {
    change { state in
      if let time, state.starts[kind] == nil { state.starts[kind] = time }
      if time == nil { state.absent.insert(kind) }
      state.waits.remove(kind)
    }
  }

  /// The run may begin without a track, which may come yet.
  func stopAwaiting(_ kind: TrackInfo.Kind) {
    change { $0.waits.remove(kind) }
  }

  private func change(_ change: (inout Readiness) -> Void) {
    let news = readiness.update { state -> Pipeline.Report? in
      change(&state)
      guard state.waits.isEmpty, !state.isReported, !state.isClosed else { return nil }
      state.isReported = true
      return state.starts.isEmpty ? .failed(Self.nothing) : .ready
    }
    if let news { tell(news) }
  }

  private static let nothing = PlaybackError(
    .decode, "nothing in it could be decoded; the file is damaged", exitStatus: .data)
}
