internal import VitrineLinux
internal import VitrineMedia
internal import VitrineNetwork
internal import VitrineOverlay
package import VitrinePlayback
package import VitrinePlaylists
package import VitrineScanout
internal import VitrineScenes
internal import VitrineStreaming
internal import VitrineStreams
package import VitrineTiming
internal import VitrineVideoDecoders

/// Where a session's presenter is: on a thread of its own, or in a test's hands. Thread-safe.
package protocol PresenterHost: Sendable {
  /// Has the presenter do something soon; it gets nil where there is no display any more.
  func perform(_ order: @escaping @Sendable (Presenter?) -> Void)
  /// Asks the presenter and waits for the answer; nil where there is none.
  func ask<Answer: Sendable>(_ question: @escaping @Sendable (Presenter) -> Answer) -> Answer?
  /// Has it look at its queues and clock again.
  func nudge()
  /// How far it is, without asking its thread.
  var progress: DisplayProgress { get }
  /// What its thread has computed so far.
  var cpuTime: Duration { get }
}

/// Where a session's sound goes. Thread-safe.
package protocol SoundOutput: Sendable {
  func perform(_ order: SoundOrder)
  /// A copy of the clock and what belongs to it.
  var state: SoundState { get }
}

/// An opened item, as a session sees it. Thread-safe.
package protocol OpenedSource: Sendable {
  var item: Item { get }
  /// What the present run's decoders give.
  var queues: RunQueues { get }
  /// The source's own time of its beginning, from which people count.
  var origin: MediaTime { get }
  /// Whether nothing waits to be decoded.
  var isDry: Bool { get }
  /// Whether its decoders have nothing because the source is being read. At the source's end it is not.
  var isReading: Bool { get }
  /// What it has read, and asked of the display, so far.
  var workDone: PipelineWork { get }
  /// Whether the display's thread works for it now.
  var isAsking: Bool { get }
  /// What its threads have computed so far.
  var cpuTime: Duration { get }
  /// How it arrives over the network, for what plays at `position`, in the source's own time; nil of
  /// what does not.
  func arrival(at position: MediaTime) -> Arrival?
  /// Goes to another place, counted from the source's beginning, as a new run.
  func seek(_ run: Run, _ seek: PlaybackState.Seek, choices: TrackChoices)
  /// Takes this encoding of a stream that has several, from soon on.
  func setQuality(_ wish: VariantPolicy.Wish)
  /// Decodes the cover and hands it on, in its own time.
  func makeCover(_ path: String, _ show: @escaping @Sendable (ScanoutPicture) -> Void)
  /// Ends everything without waiting: a decoder may hang.
  func close()
  /// Whether all its threads have ended.
  var hasEnded: Bool { get }
  /// Waits until all has ended, or until `deadline`.
  func awaitThreads(until deadline: HostTime)
}

/// What a session works with.
package struct SessionParts {
  package typealias Report = @Sendable (PipelineReport, Run) -> Void

  let sound: any SoundOutput
  let display: any PresenterHost
  let pictures: SharedDisplay
  /// Opens an item; what comes of it is reported.
  let open: @Sendable (Item, Run, TrackChoices, @escaping Report) -> any OpenedSource
  let now: @Sendable () -> HostTime
  /// Nil where no table turns the display on and off.
  var powerClock: PowerClock?

  /// The real ones.
  init(
    sound: SoundFeed, display: DisplayThread, powerClock: PowerClock?,
    _ configuration: PlayerConfiguration
  ) {
    let pictures = SharedDisplay(
      display, fit: configuration.fit, rotation: configuration.rotation,
      theme: configuration.interface?.options.theme ?? Theme())
    let decoders = Decoders(configuration.decoder, known: configuration.knownDecoders)
    self.init(sound: sound, display: display, pictures: pictures, now: HostTime.now) {
      Pipeline(
        $0, $1, choices: $2, display: ItemDisplay(display: pictures, own: $0.arrangement),
        decoders: decoders, remote: $0.remote(over: configuration.remotes, configuration.streams),
        remotes: configuration.remotes, clock: { sound.state.clock }, report: $3)
    }
    self.powerClock = powerClock
  }

  /// Those of a session that is worked by hand.
  package init(
    sound: any SoundOutput, display: any PresenterHost, pictures: SharedDisplay,
    now: @escaping @Sendable () -> HostTime,
    open: @escaping @Sendable (Item, Run, TrackChoices, @escaping Report) -> any OpenedSource
  ) {
    (self.sound, self.display, self.pictures) = (sound, display, pictures)
    (self.now, self.open) = (now, open)
  }
}

extension Item {
  /// What fetches it; nil of what is on this machine, and where nothing is fetched.
  func remote(
    over sources: RemoteSources?, _ wishes: StreamWishes
  ) -> RemoteItem? {
    guard case .remote(let url) = source, let sources else { return nil }
    return RemoteItem(url, sources, wishes: wishes)
  }
}

extension DisplayThread: PresenterHost {}
extension SoundFeed: SoundOutput {}

extension Pipeline: OpenedSource {
  var isDry: Bool { videoFeed.isEmpty }
  var isReading: Bool { isDry && isDemuxing.value }
  var hasEnded: Bool { threadCount == 0 }
  var workDone: PipelineWork {
    PipelineWork(
      reads: interrupter.reads, packets: packets.value, answers: display.questions.answered)
  }
  var isAsking: Bool { display.questions.open > 0 }

  func makeCover(_ path: String, _ show: @escaping @Sendable (ScanoutPicture) -> Void) {
    let run = queues.run
    start("cover") { [display] in
      // A cover that cannot be shown is no reason not to play.
      guard let frame = StillPicture.firstFrame(of: path),
        let picture = try? StillPicture(display).picture(of: frame, run: run)
      else { return }
      show(picture)
    }
  }
}
