internal import VitrineLinux
package import VitrineMedia
package import VitrinePictures
package import VitrinePlayback
package import VitrinePlaylists
package import VitrineScanout
internal import VitrineTiming
package import VitrineVideoDecoders

/// A preflight check of one item: opens and decodes its beginning like a player, on a display in
/// memory and as fast as possible.
package struct Preflight {
  private let item: Item
  private let display: PreflightDisplay
  private let decoders: Decoders
  private let remotes: [any RemoteAccess]
  private let quality: VariantPolicy.Preference

  /// Gives up on an item that has produced nothing by then.
  package static let timeout = Duration.seconds(20)
  /// Limits of the decoded media time and of the time spent.
  private static let mediaLimit = Duration.seconds(8)
  private static let timeLimit = Duration.seconds(4)
  /// Threads that have not ended by then are abandoned.
  private static let closingTimeout = Duration.seconds(1)

  /// `rotation` and `fit` apply to all items; the item's own are combined with them.
  package init(
    _ item: Item, on route: ExpectedRoute, _ arrangement: Arrangement, decoders: Decoders,
    remotes: [any RemoteAccess], quality: VariantPolicy.Preference
  ) {
    self.item = item
    display = PreflightDisplay(route, item.arrangement.applied(to: arrangement))
    self.decoders = decoders
    self.remotes = remotes
    self.quality = quality
  }

  /// Opens and decodes the item. Returns shortly after `timeout` at the latest, whatever the item
  /// does.
  package func run() -> PreflightResult {
    let reported = Shared(PreflightResult())
    // A player's clock before its start: no frame is late.
    let clock = PlaybackClock(
      steady: SteadyClock(rate: 48000, position: 0, at: .now()),
      timeline: SoundTimeline(rate: 48000))
    let pipeline = Pipeline(
      item, Run(1), choices: TrackChoices(), display: display, decoders: decoders,
      remotes: remotes, quality: quality, clock: { clock },
      report: { report, _ in reported.update { $0.apply(report) } })
    var (collector, network) = (Collector(), NetworkWatch())
    let end = HostTime.now() + Self.timeout
    while collector.step(pipeline.queues, hasFailed: reported.value.failure != nil),
      HostTime.now() < end,
      !network.isDown(pipeline)
    {}
    var result = reported.value
    result.output = collector.finish(pipeline.queues)
    if result.output.frames > 0, let shown = display.shown {
      (result.description, result.renderPath) = (shown.description, .init(shown))
    }
    if let failure = pipeline.queues.ending.value?.failure {
      // Everything before the failure could be decoded.
      result.failure = result.failure ?? failure
      result.output.reachedEnd = false
    }
    pipeline.close()
    pipeline.awaitThreads(until: .now() + Self.closingTimeout)
    if result.failure == nil, result.output.isEmpty {
      let cause = network.problem ?? "no result in \(Self.timeout.components.seconds) s"
      result.failure = PlaybackError(.source, cause, exitStatus: .unavailable)
    }
    return result
  }

  /// The state of the network. The check gives up sooner than a player would.
  private struct NetworkWatch {
    private(set) var problem: String?
    private var since: HostTime?

    private static let limit = Duration.seconds(6)

    mutating func isDown(_ pipeline: Pipeline) -> Bool {
      let now = HostTime.now()
      guard let reported = pipeline.arrival(at: pipeline.origin)?.networkError else {
        (problem, since) = (nil, nil)
        return false
      }
      (problem, since) = (reported, since ?? now)
      return since.map { now - $0 >= Self.limit } ?? false
    }
  }

  /// Counts what was decoded, and when.
  private struct Collector {
    private var output = PreflightResult.Output()
    private var first: (pts: MediaTime, time: HostTime)?
    private var last: (pts: MediaTime, time: HostTime)?
    private var begin: HostTime?

    /// Empties the queues; returns false once enough was decoded.
    mutating func step(_ queues: RunQueues, hasFailed: Bool) -> Bool {
      var isIdle = true
      while let picture = queues.pictures.tryPop() {
        isIdle = false
        count(picture)
      }
      while let chunk = queues.sound.tryPop() {
        isIdle = false
        count(chunk)
      }
      if hasFailed { return false }
      if queues.pictures.isExhausted, queues.sound.isExhausted {
        output.reachedEnd = true
        return false
      }
      if let begin, HostTime.now() - begin >= Preflight.timeLimit { return false }
      if let first, let last, (last.pts - first.pts).duration >= Preflight.mediaLimit {
        return false
      }
      if first == nil, queues.pictures.isExhausted, output.sound >= Preflight.mediaLimit {
        return false
      }
      if isIdle { rest(queues) }
      return true
    }

    private mutating func count(_ picture: ScanoutPicture) {
      let now = HostTime.now()
      begin = begin ?? now
      output.pictures += 1
      // Not counted from the first picture: it includes the time to open.
      if output.pictures == 2 { first = (picture.pts, now) }
      last = (picture.pts, now)
    }

    private mutating func count(_ chunk: SoundChunk) {
      begin = begin ?? .now()
      output.sound += .seconds(Double(chunk.count) / Double(chunk.format.rate))
    }

    /// Waits briefly for more: the other queue may be full.
    private mutating func rest(_ queues: RunQueues) {
      let moment = HostTime.now() + .milliseconds(2)
      if !queues.pictures.isExhausted {
        if let picture = queues.pictures.pop(until: moment) { count(picture) }
      } else if let chunk = queues.sound.pop(until: moment) {
        count(chunk)
      }
    }

    /// Adds the pipeline's counts and the time spent.
    func finish(_ queues: RunQueues) -> PreflightResult.Output {
      var output = output
      let counts = queues.counts.value
      (output.frames, output.damaged) = (counts.frames, counts.damaged)
      if let first, let last, last.pts > first.pts {
        (output.decoded, output.spent) = ((last.pts - first.pts).duration, last.time - first.time)
      } else if let begin, !output.reachedEnd {
        // Decoding was so slow that there was no third picture.
        output.spent = HostTime.now() - begin
      }
      return output
    }
  }
}

extension PreflightResult {
  fileprivate mutating func apply(_ report: Pipeline.Report) {
    switch report {
    case .failed(let error): failure = failure ?? error
    case .silent(let error): silence = error.message
    case .withoutSubtitles(let error): subtitleError = error.message
    case .damaged(let error): damage = error.message
    case .decoder(let text):
      (decoder, isOnDevice) = (text, !text.hasPrefix("software"))
    case .opened(let found, _, _): summary = found
    case .decoderFallback, .converting, .decoding, .ready, .overloaded, .tracks, .selected,
      .videoSize, .withoutInset:
      break
    }
  }
}

extension PreflightResult.RenderPath {
  fileprivate init(_ shown: PreflightDisplay.Shown) {
    let (description, plan) = (shown.description, shown.plan)
    isDirect = plan.isDirect(for: description)
    (isScaled, isRotated) = (plan.isScaledByPass, plan.rotation != .none)
    mapsHDR = plan.tones(of: description) != nil
  }
}
