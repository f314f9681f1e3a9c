public import VitrineKit
internal import VitrineLinux
internal import VitrinePlayback
internal import VitrineTiming

/// A place for players that need no display, no files and no time: displays in memory, films as they are
/// described, and a clock that stands until a test turns it.
///
/// What plays on it is a `Player`, the real one, down to the pictures that go to each vblank and the samples
/// that are mixed; only the devices, the files and the threads are missing. All of it happens within `advance`,
/// at moments of the stage's own clock, one after the other: the same on each run, on any machine.
///
/// ```swift
/// let stage = Stage()
/// stage.films["a.mp4"] = Film(seconds: 12)
/// let player = stage.player([Item(path: "a.mp4"), Item(path: "b.mp4")])
/// stage.advance(by: .seconds(13))
/// #expect(player.status.item?.location == "b.mp4")
/// ```
///
/// A player begins with the first `advance` after it was made. As with devices it takes three vblanks or so
/// (0.05 s) until the first picture goes on; between items there is nothing. What is asked of a player is done
/// by the next `advance`, also by one by no time, and by `await player.settle()`.
///
/// Thread-safe.
public final class Stage: Sendable {
  let hand = HandClock()
  let sleepers = Sleepers()
  let thread = PlayedThread()
  let cast = Shared<[Role]>([])
  let book = Shared(FilmBook())
  private let size: (width: Int, height: Int)
  private let refresh: Double

  /// With displays of this size in pixels, and so many vblanks in a second.
  public init(width: Int = 1280, height: Int = 720, refresh: Double = 60) {
    (size, self.refresh) = ((width, height), refresh)
    startTime = Moment(hand.now)
  }

  /// When it was made, on its clock: events tell moments on that.
  public let startTime: Moment

  /// How far its clock was turned.
  public var time: Duration { startTime.duration(to: Moment(hand.now)) }

  /// Its clock, for what the program itself waits for.
  public var clock: StageClock { StageClock(hand: hand, sleepers: sleepers) }

  /// What the files of items turn out to be, by `Item.location`, and of their covers, by `Item.placeholder`; what is not
  /// among them is a `Film()`. What is open already stays as it is.
  public var films: [String: Film] {
    get { book.value.films }
    set { book.update { $0.films = newValue } }
  }

  /// Whether nothing comes over the network: of films with a `downloadRate`, no more than has.
  public var isOffline: Bool {
    get { book.value.isOffline }
    set {
      thread.play {
        book.update { $0.isOffline = newValue }
        for role in cast.value { role.player.sources.forEach { $0.isCut = newValue } }
      }
    }
  }

  /// A player on a display of its own. It has no need of `run`, which may be called all the same: it then returns
  /// once the queue has come to its end within an `advance`, `close` was called, or the task was cancelled.
  ///
  /// `screen`, `sound`, `decoder` and what there is of input devices are the stage's. Options that are wrong are
  /// thrown by `run`, and nothing plays.
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

  /// Lets so much time pass: all that happens in it has happened when this returns, and statuses are those of
  /// that moment. By `.zero`, what was asked for so far is done.
  ///
  /// It keeps its thread until then: tasks that follow what happens come to that later, wherever the time is by then.
  /// `advance(for:)` gives them room.
  public func advance(by duration: Duration) {
    precondition(duration >= .zero, "time passes in one direction")
    thread.play { turn(by: duration) }
    sleepers.wake(at: clock.now)
  }

  /// Lets time pass, a vblank at a time, until `condition` holds, for `patience` at the most. Whether it does.
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

  /// From one to the next.
  var vblank: Duration { .seconds(1 / refresh) }

  /// Within `play` only.
  func turn(by duration: Duration) {
    let roles = cast.value.filter { !$0.isOver }
    hand.turn(to: hand.now + duration, with: roles.map(\.player))
    for role in roles { role.noteEnd() }
  }
}

/// What a stage knows of items.
struct FilmBook: Sendable {
  var films: [String: Film] = [:]
  var isOffline = false
}
