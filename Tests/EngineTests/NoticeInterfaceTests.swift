import Testing
import VitrineLinux
import VitrineOverlay
import VitrinePictures
import VitrinePlaylists
import VitrineScenes
import VitrineTesting
import VitrineTiming

@testable import VitrineEngine

/// Notices over signage whose interface is off.
@Suite("The interface that opens for notices")
struct NoticeInterfaceTests {
  private let fake: FakePlayer

  init() {
    var configuration = InterfaceConfiguration()
    (configuration.isForNotices, configuration.input) = (true, nil)
    configuration.options.isBare = true
    configuration.looksIntoFiles = false
    fake = FakePlayer(
      [Item(path: "film")], scripts: ["film": SourceScript(frames: 2000)], interface: configuration)
    fake.play(for: .seconds(1))
  }

  private var player: Player { fake.player }

  private func show(_ text: String, for time: Duration) {
    #expect(player.show(text, as: .warning, for: time))
  }

  /// Whether the latest commit had an overlay.
  private var hasOverlay: Bool { fake.display.sink.offers.last?.map { _ in true } ?? false }

  @Test("It opens for the first notice, closes after it, and does so again", arguments: [1, 3])
  func opens(times: Int) {
    #expect(!fake.hasInterface)
    for _ in 0..<times {
      show("The lift is out of order", for: .seconds(2))
      fake.play(for: .seconds(1))
      #expect(fake.hasInterface && hasOverlay)
      fake.play(for: .milliseconds(900))
      #expect(hasOverlay)
      fake.play(for: .milliseconds(500))
      #expect(!fake.hasInterface && !hasOverlay)
    }
  }

  @Test("Without a notice nothing opens, and other requests are refused")
  func others() {
    #expect(player.show(nil))
    #expect(
      !player.setHidden(.title, true) && !player.setIdle(.never) && !player.showControls(true))
    fake.play(for: .seconds(1))
    #expect(!fake.hasInterface)
    show("The lift is out of order", for: .seconds(5))
    fake.play(for: .seconds(1))
    #expect(!player.setHidden(.title, true))
    #expect(!player.tap(Point(0.5, 0.5)))
  }

  @Test("A removed notice closes it at once")
  func removed() {
    show("The lift is out of order", for: .seconds(600))
    fake.play(for: .seconds(1))
    player.show(nil)
    fake.play(for: .milliseconds(400))
    #expect(!fake.hasInterface && !hasOverlay)
  }

  @Test(
    "Another notice keeps it open, however close to the end of the first",
    arguments: Array(stride(from: 1900, through: 2400, by: 4)))
  func kept(milliseconds: Int) {
    show("The lift is out of order", for: .seconds(2))
    fake.play(for: .milliseconds(milliseconds))
    show("The lift works again", for: .seconds(2))
    fake.play(for: .seconds(1))
    #expect(fake.hasInterface && hasOverlay)
    fake.play(for: .seconds(2))
    #expect(!fake.hasInterface && !hasOverlay)
  }

  @Test("A notice that has expired before it could be shown is not shown")
  func expired() {
    let count = fake.display.sink.offers.count
    show("The lift is out of order", for: .zero)
    fake.play(for: .seconds(1))
    #expect(!fake.hasInterface)
    #expect(fake.display.sink.offers.dropFirst(count).allSatisfy { $0 == nil })
  }

  @Test(
    "A notice is refused once playback ends", arguments: [true, false])
  func ending(hasEnded: Bool) {
    show("The lift is out of order", for: .seconds(5))
    fake.play(for: .seconds(1))
    player.quit()
    if hasEnded { fake.play(for: .seconds(1)) }
    #expect(!player.show("The lift works again", as: .warning, for: .seconds(5)))
    #expect(!player.show(nil) && player.isEnding)
  }

  @Test("A notice sent while the interface has others on their way does not close it")
  func overtaken() {
    let mail = InterfaceMailbox()
    var requests = NoticeRequests()
    let notice = Notice("x", title: "", until: .now())
    var opens = [requests.show(notice), requests.show(notice)]
    requests.open(mail)
    opens.append(requests.show(notice))
    #expect(opens == [true, false, false])
    let closes = [1, 2, 2].map { requests.close(after: $0) }
    #expect(closes == [false, true, false])
    opens = [requests.show(nil), requests.show(notice)]
    requests.fail()
    opens.append(requests.show(notice))
    #expect(opens == [false, true, true])
  }
}
