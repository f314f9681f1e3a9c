internal import VitrineEngine
internal import VitrineKit
internal import VitrineLinux
internal import VitrinePictures
internal import VitrinePlayback
internal import VitrinePlaylists
internal import VitrineScanout
internal import VitrineTiming

/// A player on a stage, with its recorder.
final class SimulatedPlayer: @unchecked Sendable {
  // @unchecked: used only within the stage's `VirtualThread.play`.
  let player: StagedPlayer
  let recorder: PlayerRecorder
  private let clock: ManualClock
  private let over: @Sendable (PlaybackError?) -> Void
  private(set) var isOver = false
  /// The layers on screen.
  private var onScreen: Layers?
  /// The player that the program uses.
  weak var kitPlayer: VitrineKit.Player?

  /// The number of elements sent to the program's tasks so far.
  var sentCount: Int { kitPlayer?.sentCount ?? 0 }

  init(
    _ engine: VitrineEngine.Player, _ stage: Stage, _ recorder: PlayerRecorder,
    _ over: @escaping @Sendable (PlaybackError?) -> Void
  ) {
    (clock, self.recorder, self.over) = (stage.manualClock, recorder, over)
    let display = Self.display(engine, stage.manualClock)
    let files = stage.files
    player = StagedPlayer(
      engine, display, clock, script: { files.value.script(of: $0) },
      opened: { source in
        source.isCut = files.value.isOffline
        recorder.record(source)
      })
    display.sink.onFlip = { [unowned self] flip in
      onScreen = flip.layers
      recorder.record(flip)
    }
  }

  private static func display(_ engine: VitrineEngine.Player, _ clock: ManualClock) -> ManualDisplay
  {
    guard case .headless(let size, let refresh) = engine.configuration.display else {
      preconditionFailure("a stage has in-memory displays only")
    }
    return ManualDisplay(clock, size: size, refresh: refresh)
  }

  /// Reports the end of playback, once.
  func reportEnd() {
    guard !isOver, let outcome = player.outcome else { return }
    isOver = true
    over(outcome.error)
  }

  /// The current screen; nil if nothing was shown yet.
  func capture() -> Capture? {
    guard let onScreen else { return nil }
    let buffer = try? Composition.compose(onScreen, size: player.display.sink.size)
    return buffer.map { Capture(buffer: $0, origin: .composition) }
  }
}

/// Drives a player from its stage. Thread-safe.
struct StageDriver: PlayerDriver {
  let stage: Stage
  let player: SimulatedPlayer

  func settle() { stage.advance(by: .zero) }

  func capture() -> Capture? {
    stage.thread.play {
      stage.advanceClock(by: .zero)
      return player.capture()
    }
  }
}

extension SimulatedFiles {
  func script(of item: VitrinePlaylists.Item) -> SourceScript {
    if case .color(let color) = item.source { return .picture(color, of: item) }
    var script = (films[item.location] ?? Film()).script(for: item)
    script.coverColor = { [films] in (films[$0] ?? Film()).color & 0xFFFFFF }
    return script
  }
}
