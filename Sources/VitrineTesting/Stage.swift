public import VitrineKit
internal import VitrineLinux
internal import VitrinePlayback
internal import VitrineTiming

/// A simulated environment for players: displays in memory, films that you describe, and a clock
/// that your test advances.
///
/// The `Player` on a stage is the real one, down to the picture for each vblank and the mixed sound
/// samples; only devices, files and threads are simulated. Everything happens within
/// ``advance(by:)``, in the order of the stage's clock, so each run is identical on every machine.
///
/// ```swift
/// let stage = Stage()
/// stage.films["a.mp4"] = Film(seconds: 12)
/// let player = stage.player([Item(path: "a.mp4"), Item(path: "b.mp4")])
/// stage.advance(by: .seconds(13))
/// #expect(player.status.item?.location == "b.mp4")
/// ```
///
/// A player starts with the first ``advance(by:)`` after its creation. As with devices, it takes
/// about three vblanks (0.05 s) until the first frame advances; between items there is no gap.
/// Commands are carried out by the next ``advance(by:)``, even by one of zero, and by
/// `Player.waitUntilApplied()`.
///
/// Thread-safe.
public final class Stage: Sendable {
  let manualClock = ManualClock()
  let sleepers = Sleepers()
  let thread = VirtualThread()
  let players = Shared<[SimulatedPlayer]>([])
  let files = Shared(SimulatedFiles())
  private let size: (width: Int, height: Int)
  private let refresh: Double

  /// Creates a stage.
  ///
  /// - Parameters:
  ///   - width: The width of its displays in pixels.
  ///   - height: The height of its displays in pixels.
  ///   - refresh: The refresh rate of its displays in hertz.
  public init(width: Int = 1280, height: Int = 720, refresh: Double = 60) {
    (size, self.refresh) = ((width, height), refresh)
    startTime = Moment(manualClock.now)
  }

  /// The time of creation on the stage's clock; ``time`` is measured from it.
  public let startTime: Moment

  /// The total time by which the clock has been advanced.
  public var time: Duration { startTime.duration(to: Moment(manualClock.now)) }

  /// The stage's clock, for code that sleeps.
  public var clock: StageClock { StageClock(manualClock: manualClock, sleepers: sleepers) }

  /// The simulated files, by `Item.location`, and images, by `Item.placeholder`. A file that is
  /// missing here is a default ``Film``. Changes do not affect items that are open.
  public var films: [String: Film] {
    get { files.value.films }
    set { files.update { $0.films = newValue } }
  }

  /// Whether the network is down: films with a ``Film/downloadRate`` then receive no more data.
  public var isOffline: Bool {
    get { files.value.isOffline }
    set {
      thread.play {
        files.update { $0.isOffline = newValue }
        for simulated in players.value { simulated.player.sources.forEach { $0.isCut = newValue } }
      }
    }
  }

  /// Creates a player on its own display.
  ///
  /// The player needs no `run`. If you call it anyway, it returns when the queue ends within an
  /// ``advance(by:)``, after `close`, or when its task is cancelled. It also throws if an option is
  /// invalid; nothing plays then.
  ///
  /// The stage replaces the sound device, the decoder and the input devices of the options.
  public func player(
    _ items: [Item] = [], options: PlayerOptions = PlayerOptions()
  ) -> Player {
    let recorder = PlayerRecorder(manualClock, since: HostTime(nanoseconds: startTime.nanoseconds))
    let screen = Screen.headless(width: size.width, height: size.height, refresh: refresh)
    let player = Player(
      items, on: screen, options: options, now: { [manualClock] in manualClock.now },
      onEvent: { recorder.record($0) }
    ) { engine, over in
      let simulated = thread.play { SimulatedPlayer(engine, self, recorder, over) }
      players.update { $0.append(simulated) }
      return StageDriver(stage: self, player: simulated)
    }
    thread.play { simulatedPlayer(of: player)?.kitPlayer = player }
    return player
  }

  /// Advances the clock. When this returns, everything that is due has happened, and statuses are
  /// current. `.zero` carries out the commands so far.
  ///
  /// It blocks its thread, so tasks that follow events run only afterwards; use ``advance(for:)``
  /// for them.
  public func advance(by duration: Duration) {
    precondition(duration >= .zero, "time cannot go backwards")
    thread.play { advanceClock(by: duration) }
    sleepers.wake(at: clock.now)
  }

  /// Advances the clock by one vblank at a time until a condition holds, by `patience` at most.
  ///
  /// - Returns: Whether the condition holds.
  @discardableResult
  public func advance(
    within patience: Duration = .seconds(60), until condition: () -> Bool
  ) -> Bool {
    let end = time + patience
    advance(by: .zero)
    while !condition() {
      guard time < end else { return false }
      advance(by: min(vblank, end - time))
    }
    return true
  }

  /// The time from one vblank to the next.
  var vblank: Duration { .seconds(1 / refresh) }

  /// Advances the clock; only within `play`.
  func advanceClock(by duration: Duration) {
    let running = players.value.filter { !$0.isOver }
    manualClock.advance(to: manualClock.now + duration, with: running.map(\.player))
    for simulated in running { simulated.reportEnd() }
  }
}

/// The simulated files and the state of the network.
struct SimulatedFiles: Sendable {
  var films: [String: Film] = [:]
  var isOffline = false
}

extension Stage {
  /// A frame that appeared on screen.
  public struct Frame: Sendable {
    /// Its item; nil for black or an error card.
    public let item: Item?
    /// Its position in the item.
    public let position: Duration
    /// The time of its vblank, measured from the stage's creation.
    public let time: Duration
  }

  /// An event of a player.
  public struct Event: Sendable {
    /// The event.
    public let event: PlayerEvent
    /// The time of the event, measured from the stage's creation.
    public let time: Duration
  }
}

// Frames, events and screenshots.
extension Stage {
  /// The frames that came on screen, each once, in chronological order. At least the newest 100,000
  /// of each player are kept.
  public var frames: [Frame] {
    let all = players.value.map(\.recorder.shown)
    return all.count == 1 ? all[0] : all.joined().sorted { $0.time < $1.time }
  }

  /// Returns the frames of one player.
  public func frames(of player: Player) -> [Frame] {
    simulatedPlayer(of: player)?.recorder.shown ?? []
  }

  /// The events of all players in chronological order, as their `events` deliver them. At least the
  /// newest 100,000 of each player are kept.
  public var events: [Event] {
    let all = players.value.map(\.recorder.events)
    return all.count == 1 ? all[0] : all.joined().sorted { $0.time < $1.time }
  }

  /// Returns the events of one player.
  public func events(of player: Player) -> [Event] {
    simulatedPlayer(of: player)?.recorder.events ?? []
  }

  /// Returns a screenshot with everything drawn over the video, like `Player.screenshot()`; nil if
  /// nothing was shown yet. If `player` is nil, it is of the latest player.
  public func screenshot(of player: Player? = nil) -> Screenshot? {
    guard let simulated = simulatedPlayer(of: player) else { return nil }
    return thread.play {
      advanceClock(by: .zero)
      return simulated.capture().map { Screenshot(capture: $0) }
    }
  }

  /// The simulation of a player; of the latest one if `player` is nil.
  func simulatedPlayer(of player: Player?) -> SimulatedPlayer? {
    guard let player else { return players.value.last }
    return players.value.first { $0.player.player === player.engine }
  }
}
