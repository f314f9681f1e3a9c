import Foundation
import Synchronization
import Testing
import VitrineAddresses
import VitrineLinux
import VitrineMedia
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

  @Test("Thumbnails of a video on a server are prepared once the controls are visible")
  func prepared() throws {
    let host = CountingHost()
    let access = RecordingAccess()
    let work = try host.makeWork([access])
    defer { work.close() }
    let (hidden, local, shown) = try (
      #require(Item(source: "http://films.example/hidden.mp4")), Item(path: "/films/evening.mp4"),
      #require(Item(source: "http://films.example/shown.mp4"))
    )
    work.handle(.status(host.status(0, hidden)))
    work.handle(.controls(true))
    work.handle(.status(host.status(1, local)))
    var live = host.status(2, shown)
    live.duration = nil
    work.handle(.status(live))
    work.handle(.status(host.status(3, shown)))
    #expect(access.opened.pop() == "http://films.example/shown.mp4")
    // Another title is the same video.
    var titled = shown
    titled.title = "The Old Port"
    work.handle(.status(host.status(4, titled)))
    work.handle(.status(host.status(5, hidden)))
    #expect(access.opened.pop() == "http://films.example/hidden.mp4")
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
  func makeWork(_ remotes: [any RemoteAccess] = []) throws -> InterfaceWork {
    var configuration = InterfaceConfiguration()
    configuration.input = nil
    configuration.thumbnailFolder =
      FileManager.default.temporaryDirectory
      .appending(path: "vitrine-interface-work").path
    var options = PlayerConfiguration(
      queue: Queue([]), display: .headless(PixelSize(640, 360), refresh: 60))
    options.remotes = remotes
    let player = Player(options, events: { _ in })
    let work = try InterfaceWork(
      configuration, player, self, SharedDisplay(self, fit: .contain, rotation: .none),
      BoundedQueue(limit: .max))
    (orders, questions, nudges) = (0, 0, 0)
    return work
  }

  /// The player's status at this tenth of a second of a long film.
  func status(
    _ tenths: Int, _ item: Item = Item(path: "/films/evening.mp4")
  ) -> PlaybackStatus {
    var status = PlaybackStatus()
    status.phase = .playing
    status.item = item
    status.position = MediaTime(Int64(tenths), 10)
    status.duration = MediaTime(7200, 1)
    return status
  }
}

/// Access to a server that refuses each request, and records the requests.
private final class RecordingAccess: RemoteAccess {
  let opened = BoundedQueue<String>(limit: .max)

  func stills(
    at url: RemoteURL, _ interrupter: Demuxer.Interrupter
  ) throws(MediaError) -> StillReader? {
    opened.force("\(url)")
    throw .missing
  }

  func stream(at url: RemoteURL, quality: VariantPolicy.Preference) -> (any RemoteStream)? { nil }
  func download(_ url: RemoteURL, limit: Int) -> (any RemoteDownload)? { nil }
  var throughput: Double? { nil }
  func add(fields: [String: String], for origin: RemoteURL.Origin) {}
  func close() {}
}
