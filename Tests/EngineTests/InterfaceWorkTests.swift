import Synchronization
import Testing
import VitrineLinux
import VitrineOverlay
import VitrinePictures
import VitrinePlayback
import VitrinePlaylists
import VitrineTesting
import VitrineTiming

@testable import VitrineEngine
@testable import VitrineScanout

@Suite("The interface's requests to the display")
struct InterfaceWorkTests {
  @Test("A hidden interface requests nothing and uses no CPU time while a film plays")
  func hidden() throws {
    let host = CountingHost()
    let work = try host.makeWork()
    defer { work.close() }
    for tick in 0..<600 {
      work.handle(.status(host.status(tick)))
      work.turn(.now())
      #expect(work.deadline(.now()) == nil)
    }
    // The display thread is not even woken.
    #expect(host.calls == 0)
  }

  @Test("Preparing for the first touch commits nothing to the display")
  func rehearsal() throws {
    let host = CountingHost()
    let work = try host.makeWork()
    defer { work.close() }
    work.handle(.scripted(.touchUp, .now()))
    for tick in 0..<5 {
      work.handle(.status(host.status(tick)))
      work.turn(.now())
    }
    #expect(host.orders == 0)
  }

  @Test("A picture already on screen is not checked again")
  func shown() throws {
    let host = CountingHost()
    let work = try host.makeWork()
    defer { work.close() }
    work.handle(.status(host.status(0)))
    let start = HostTime.now()
    work.handle(.scripted(.key("KEY_INFO", isDown: true), start))
    work.handle(.scripted(.key("KEY_INFO", isDown: false), start))
    let faded = start + .milliseconds(500)
    for number in 1...3 {
      work.turn(faded)
      work.handle(.shown(number, faded))
    }
    #expect(host.orders == 1)
    let looks = host.looks
    for _ in 0..<100 { work.turn(faded) }
    #expect(host.orders == 1 && host.looks == looks)
    // The changed subtitles may be the same: that is checked once.
    work.handle(.subtitlesChanged)
    for _ in 0..<100 { work.turn(faded) }
    #expect(host.orders == 1 && host.looks == looks + 1)
    // A second later the displayed time differs.
    work.handle(.status(host.status(10)))
    work.turn(faded)
    #expect(host.orders == 2)
    // None of this waits for the display thread.
    #expect(host.questions == 0)
  }
}

/// A display in memory that counts how often it is disturbed.
private final class CountingHost: PresenterHost, @unchecked Sendable {
  // @unchecked: a test has one thread.
  private let presenter: Presenter
  private(set) var orders = 0
  private(set) var questions = 0
  /// How often its published progress was read, which disturbs no thread.
  private(set) var looks = 0
  private var nudges = 0
  var calls: Int { orders + questions + nudges }

  init() {
    let clock = ManualClock()
    let display = FakeDisplay(size: PixelSize(640, 360), refresh: 60, clock: clock)
    let sound = ManualSound(clock)
    presenter = Presenter(sink: display, clock: { sound.state }, report: { _ in })
  }

  var cpuTime: Duration { .zero }
  var progress: DisplayProgress {
    looks += 1
    return presenter.progress.value
  }
  var facts: DisplayFacts? { presenter.facts.value }
  func perform(_ order: @escaping @Sendable (Presenter?) -> Void) { orders += 1 }
  func ask<Answer: Sendable>(_ question: @escaping @Sendable (Presenter) -> Answer) -> Answer? {
    questions += 1
    return question(presenter)
  }
  func nudge() { nudges += 1 }

  /// The interface's work on this display; its initial requests are not counted.
  func makeWork() throws -> InterfaceWork {
    var configuration = InterfaceConfiguration()
    configuration.input = nil
    let player = Player(
      PlayerConfiguration(queue: Queue([]), display: .headless(PixelSize(640, 360), refresh: 60)),
      events: { _ in })
    let work = try InterfaceWork(
      configuration, player, self, SharedDisplay(self, fit: .contain, rotation: .none),
      BoundedQueue(limit: .max))
    (orders, questions, nudges) = (0, 0, 0)
    return work
  }

  /// The player's status at this tenth of a second of a long film.
  func status(_ tenths: Int) -> PlaybackStatus {
    var status = PlaybackStatus()
    status.phase = .playing
    status.item = Item(path: "/films/evening.mp4")
    status.position = MediaTime(Int64(tenths), 10)
    status.duration = MediaTime(7200, 1)
    return status
  }
}
