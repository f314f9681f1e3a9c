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
  let hand = HandClock()
  let sleepers = Sleepers()
  let thread = VirtualThread()
  let cast = Shared<[Role]>([])
  let book = Shared(FilmBook())
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
    startTime = Moment(hand.now)
  }

  /// The time of creation on the stage's clock; ``time`` is measured from it.
  public let startTime: Moment

  /// The total time by which the clock has been advanced.
  public var time: Duration { startTime.duration(to: Moment(hand.now)) }

  /// The stage's clock, for code that sleeps.
  public var clock: StageClock { StageClock(hand: hand, sleepers: sleepers) }

  /// The simulated files, by `Item.location`, and images, by `Item.placeholder`. A file that is
  /// missing here is a default ``Film``. Changes do not affect items that are open.
  public var films: [String: Film] {
    get { book.value.films }
    set { book.update { $0.films = newValue } }
  }

  /// Whether the network is down: films with a ``Film/downloadRate`` then receive no more data.
  public var isOffline: Bool {
    get { book.value.isOffline }
    set {
      thread.play {
        book.update { $0.isOffline = newValue }
        for role in cast.value { role.player.sources.forEach { $0.isCut = newValue } }
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
    let record = Record(hand, since: HostTime(nanoseconds: startTime.nanoseconds))
    let screen = Screen.headless(width: size.width, height: size.height, refresh: refresh)
    let player = Player(
      items, on: screen, options: options, now: { [hand] in hand.now },
      noting: { record.note($0) }
    ) { engine, over in
      let role = thread.play { Role(engine, self, record, over) }
      cast.update { $0.append(role) }
      return StageHand(stage: self, role: role)
    }
    thread.play { role(of: player)?.door = player }
    return player
  }

  /// Advances the clock. When this returns, everything that is due has happened, and statuses are
  /// current. `.zero` carries out the commands so far.
  ///
  /// It blocks its thread, so tasks that follow events run only afterwards; use ``advance(for:)``
  /// for them.
  public func advance(by duration: Duration) {
    precondition(duration >= .zero, "time cannot go backwards")
    thread.play { turn(by: duration) }
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
  func turn(by duration: Duration) {
    let roles = cast.value.filter { !$0.isOver }
    hand.turn(to: hand.now + duration, with: roles.map(\.player))
    for role in roles { role.noteEnd() }
  }
}

/// The simulated files and the state of the network.
struct FilmBook: Sendable {
  var films: [String: Film] = [:]
  var isOffline = false
}
