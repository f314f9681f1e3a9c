internal import VitrineLinux
internal import VitrineMedia
internal import VitrineOverlay
package import VitrinePlayback
package import VitrinePlaylists
package import VitrineScanout
internal import VitrineScenes
internal import VitrineThumbnails
package import VitrineTiming
internal import VitrineVideoDecoders

/// Runs a session's presenter: on its own thread, or manually in tests. Thread-safe.
package protocol PresenterHost: Sendable {
  /// Runs an order on the presenter soon; it receives nil if the display is gone.
  func perform(_ order: @escaping @Sendable (Presenter?) -> Void)
  /// Asks the presenter and waits for the answer; returns nil if there is none.
  func ask<Answer: Sendable>(_ question: @escaping @Sendable (Presenter) -> Answer) -> Answer?
  /// Makes the presenter check its queues and clock again.
  func nudge()
  /// Its progress, without waiting for its thread.
  var progress: DisplayProgress { get }
  /// The facts about its display, without waiting for its thread; nil while there is none.
  var facts: DisplayFacts? { get }
  /// The CPU time of its thread.
  var cpuTime: Duration { get }
  /// Ends the presenter.
  func close()
}

extension PresenterHost {
  /// Presenters that tests drive end with them.
  package func close() {}
}

/// A session's sound output. Thread-safe.
package protocol SoundOutput: Sendable {
  func perform(_ command: SoundCommand)
  /// A snapshot of the clock and its state.
  var state: SoundState { get }
}

/// An opened item, as a session sees it. Thread-safe.
package protocol OpenedSource: Sendable {
  var item: Item { get }
  /// The output of the current run's decoders.
  var queues: RunQueues { get }
  /// The source's own timestamp of its beginning, which is position 0 for users.
  var origin: MediaTime { get }
  /// Whether no packets wait to be decoded.
  var isDry: Bool { get }
  /// Whether its decoders wait for the source to be read. False at the source's end.
  var isReading: Bool { get }
  /// How much it has read and requested from the display.
  var workDone: PipelineWork { get }
  /// Whether the display's thread works for it now.
  var isAsking: Bool { get }
  /// The CPU time of its threads.
  var cpuTime: Duration { get }
  /// The state of the download at `position` in the source's own time; nil for local items.
  func arrival(at position: MediaTime) -> Arrival?
  /// Seeks to a position, relative to the source's beginning, as a new run.
  func seek(_ run: Run, _ seek: PlaybackState.Seek, isPaused: Bool, choices: TrackChoices)
  /// Selects a rendition of an adaptive stream, from soon on.
  func setQuality(_ preference: VariantPolicy.Preference)
  /// Records that decoding hangs. Returns the step for its hardware decoder; nil if there is none.
  func recordHang(because reason: String, now: HostTime) -> RecoveryLadder.Step?
  /// Decodes the cover and delivers it later.
  func makeCover(_ path: String, _ show: @escaping @Sendable (ScanoutPicture) -> Void)
  /// Ends everything without waiting: a decoder may hang.
  func close()
  /// Whether all its threads have ended.
  var hasEnded: Bool { get }
  /// Waits until all threads have ended, or until `deadline`.
  func awaitThreads(until deadline: HostTime)
}

/// The components of a session.
package struct SessionParts {
  package typealias Report = @Sendable (PipelineReport, Run) -> Void

  let sound: any SoundOutput
  let display: any PresenterHost
  let pictures: SharedDisplay
  /// Nil for a session without one.
  package var interface: (any InterfaceHost)?
  /// Opens an item and reports the result.
  let open: @Sendable (Item, Run, TrackChoices, @escaping Report) -> any OpenedSource
  let now: @Sendable () -> HostTime
  /// Starts or stops to skip the loop filter in all decoders.
  var easeDecoding: @Sendable (Bool) -> Void = { _ in }

  /// The real components.
  init(
    sound: SoundFeed, companions: [SoundCompanion], loudness: LoudnessScan?,
    display: any PresenterHost, _ configuration: PlayerConfiguration,
    zones: Shared<VideoZones>
  ) {
    let isZone = if case .zone = configuration.display { true } else { false }
    let pictures = SharedDisplay(
      display, fit: configuration.fit, rotation: configuration.rotation,
      theme: configuration.interface?.options.theme ?? Theme(), area: configuration.filmArea,
      inset: configuration.insetArea, isZone: isZone, hasZones: { !zones.value.all.isEmpty })
    let decoders = Decoders(configuration.decoder, known: configuration.knownDecoders)
    var preparation = Pipeline.SoundPreparation(format: { sound.state.format })
    preparation.passesThrough = { sound.passesThrough($0) }
    if let loudness { preparation.gain = { loudness.gain(of: $0, $1) } }
    let all: any SoundOutput =
      companions.isEmpty ? sound : SoundOutputs(main: sound, companions: companions)
    self.init(sound: all, display: display, pictures: pictures, now: HostTime.now) {
      [preparation, insets = InsetPipelines()] in
      Pipeline(
        $0, $1, choices: $2, display: ItemDisplay(display: pictures, own: $0.arrangement),
        decoders: decoders, remotes: configuration.remotes, quality: configuration.quality,
        clock: { sound.state.clock }, sound: preparation,
        insets: insets, report: $3)
    }
    interface = InterfaceThread(display, pictures, sound)
    easeDecoding = { decoders.easesDecoding = $0 }
  }

  /// The components of a manually driven session.
  package init(
    sound: any SoundOutput, display: any PresenterHost, pictures: SharedDisplay,
    now: @escaping @Sendable () -> HostTime,
    open: @escaping @Sendable (Item, Run, TrackChoices, @escaping Report) -> any OpenedSource
  ) {
    self.sound = sound
    self.display = display
    self.pictures = pictures
    self.now = now
    self.open = open
  }
}

extension DisplayThread: PresenterHost {}
extension SoundFeed: SoundOutput {}

/// The main sound, and the companions that follow it.
private struct SoundOutputs: SoundOutput {
  let main: SoundFeed
  let companions: [SoundCompanion]

  var state: SoundState { main.state }

  func perform(_ command: SoundCommand) {
    main.perform(command)
    for companion in companions { companion.perform(command) }
  }
}

extension Pipeline: OpenedSource {
  var isDry: Bool { feeds.video.isEmpty }
  var isReading: Bool { isDry && source.isReading }
  var hasEnded: Bool { threadCount == 0 }
  var workDone: PipelineWork {
    PipelineWork(
      reads: source.readCount, packets: source.packetCount,
      answers: display.calls.completed)
  }
  var isAsking: Bool { display.calls.pending > 0 }

  func makeCover(_ path: String, _ show: @escaping @Sendable (ScanoutPicture) -> Void) {
    let run = queues.run
    start("cover") { [display] in
      // A cover that cannot be shown does not prevent playback.
      guard let frame = StillPicture.firstFrame(of: path),
        let picture = try? StillPicture(display).picture(of: frame, run: run)
      else { return }
      show(picture)
    }
  }
}
