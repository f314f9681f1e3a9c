import Testing
import VitrineGestures
import VitrinePictures
import VitrinePlayback
import VitrineScenes
import VitrineTiming

@testable import VitrineOverlay

@Suite("A tap shows and hides the bars")
struct InterfaceTapTests {
  @Test("Hidden bars appear at once")
  func shows() {
    var user = SimulatedUser.watching()
    #expect(user.drawings.isEmpty)
    user.tap(user.place(.middle))
    #expect(user.seesBars)
    #expect(user.drawings.allSatisfy { $0.opacity >= 0.3 } && !user.drawings.isEmpty)
  }

  @Test("Visible bars hide once no second tap can follow, and not before")
  func hides() {
    var user = SimulatedUser.watching()
    user.tap(user.place(.left))
    user.wait(1000)
    user.tap(user.place(.left))
    user.wait(299)
    #expect(user.seesBars)
    user.wait(1)
    #expect(!user.seesBars && !user.drawings.isEmpty)
    user.wait(250)
    #expect(user.drawings.isEmpty)
  }

  @Test("The bars hide even if another finger has landed elsewhere by then")
  func hidesBelowAnotherFinger() {
    var user = SimulatedUser.watching()
    user.tap(user.place(.left))
    user.wait(1000)
    user.tap(user.place(.left))
    user.wait(200)
    user.touch(user.place(.right))
    user.wait(100)
    #expect(!user.seesBars)
  }

  @Test("The bars hide 3 s after the last touch, however often the player reports")
  func goByThemselves() {
    var user = SimulatedUser.watching()
    user.tap(user.place(.middle))
    for _ in 0..<29 {
      user.wait(100)
      user.hear { $0.position = $0.position + .milliseconds(100) }
    }
    user.wait(99)
    #expect(user.seesBars)
    user.wait(1)
    #expect(!user.seesBars)
  }

  @Test("The end of the double-tap delay does not count as a touch")
  func tapsEndedIsNoTouch() {
    var user = SimulatedUser.watching()
    user.tap(user.place(.middle))
    user.wait(3000)
    #expect(!user.seesBars)
  }

  @Test("Nothing hides the bars during a pause", arguments: ["tap", "time", "KEY_BACK", "skip"])
  func paused(attempt: String) {
    var user = SimulatedUser.watching()
    user.tap(user.place(.middle))
    user.hear { $0.isPaused = true }
    user.wait(500)
    switch attempt {
    case "tap": user.tap(user.place(.middle))
    case "skip": user.tap(user.place(.left), times: 3)
    case "time": user.wait(60_000)
    default: user.key("KEY_UP", attempt)
    }
    user.wait(5000)
    #expect(user.seesBars)
    #expect(user.drawings.allSatisfy { $0.opacity == 1 })
  }

  @Test("A remote pause shows the bars, and after a long pause they stay for 3 s")
  func resumed() {
    var user = SimulatedUser.watching()
    user.hear { $0.isPaused = true }
    #expect(user.seesBars)
    user.wait(600_000)
    user.hear { $0.isPaused = false }
    user.wait(2999)
    #expect(user.seesBars)
    user.wait(1)
    #expect(!user.seesBars)
  }

  @Test("A finger on the slider keeps the bars, which hide 3 s after it lifts")
  func scrubbing() throws {
    var user = SimulatedUser.watching()
    user.tap(user.place(.middle))
    user.pull(from: try user.onSlider(0.2), to: try user.onSlider(0.6))
    user.wait(30_000)
    #expect(user.seesBars)
    user.lift()
    user.wait(2999)
    #expect(user.seesBars)
    user.wait(1)
    #expect(!user.seesBars)
  }

  @Test("A second tap elsewhere is a separate tap")
  func elsewhere() {
    var user = SimulatedUser.watching()
    user.tap(user.place(.left))
    user.wait(100)
    user.tap(user.place(.right))
    user.wait(400)
    #expect(user.asked() == [])
    #expect(!user.seesBars)
  }
}

@Suite("Double taps")
struct InterfaceDoubleTapTests {
  @Test(
    "The outer thirds skip by 10 s for each tap after the first",
    arguments: [
      (Region.Third.right, 2, ["skip 10.0"], "+10 s"),
      (.right, 4, ["skip 10.0", "skip 10.0", "skip 10.0"], "+30 s"),
      (.left, 2, ["skip -10.0"], "−10 s"), (.left, 3, ["skip -10.0", "skip -10.0"], "−20 s"),
    ])
  func skips(third: Region.Third, taps: Int, requests: [String], label: String) {
    var user = SimulatedUser.watching()
    user.tap(user.place(third), times: taps)
    #expect(user.asked() == requests)
    #expect(user.skipLabels == [label])
    user.wait(549)
    #expect(user.texts == [label])
    user.wait(251)
    #expect(user.drawings.isEmpty)
  }

  @Test("The middle third toggles playback with every two taps")
  func middle() {
    var user = SimulatedUser.watching()
    user.tap(user.place(.middle), times: 2)
    #expect(user.asked() == ["toggle"])
    user.wait(400)
    user.tap(user.place(.middle))
    #expect(user.asked() == [])
    user.wait(100)
    user.tap(user.place(.middle))
    #expect(user.asked() == ["toggle"])
    #expect(user.seesBars)
  }

  @Test("A third tap in time adds to the label, and a late one starts over", arguments: [540, 560])
  func window(pause: Int) {
    var user = SimulatedUser.watching()
    user.tap(user.place(.right), times: 2)
    user.wait(pause)
    user.tap(user.place(.right))
    #expect(user.asked() == (pause < 550 ? ["skip 10.0", "skip 10.0"] : ["skip 10.0"]))
  }

  @Test("Bars shown by the first tap hide, and bars already visible stay")
  func bars() {
    var user = SimulatedUser.watching()
    user.tap(user.place(.right), times: 2)
    #expect(!user.seesBars)
    user.wait(1000)
    user.tap(user.place(.right))
    user.wait(500)
    user.tap(user.place(.right), times: 2)
    user.wait(2000)
    #expect(user.seesBars)
  }

  @Test("The second tap does not hit the button that appeared below the finger")
  func buttonBelow() throws {
    var user = SimulatedUser.watching()
    let rotate = try user.middle(of: .rotate)
    user.tap(rotate, times: 2)
    #expect(user.asked() == ["skip 10.0"])
  }

  @Test("Nothing is skipped while nothing plays")
  func idle() {
    var user = SimulatedUser()
    user.tap(user.place(.right), times: 3)
    #expect(user.asked() == [] && user.skipLabels == [])
  }

  @Test("A second tap on the track button selects no track")
  func tracksTwice() throws {
    var user = SimulatedUser.watching()
    user.hear { status in
      status.tracks = (0..<60).map { TrackInfo(kind: .audio, index: $0, codec: "aac") }
    }
    user.tap(user.place(.middle))
    user.wait(400)
    user.tap(try user.middle(of: .tracks), times: 2)
    #expect(user.asked() == [])
    #expect(user.interface.menu != nil)
  }

  @Test("A second tap on a row does not reach the control below the menu")
  func rowTwice() throws {
    var user = SimulatedUser.watching()
    user.tap(user.place(.middle))
    user.wait(400)
    user.tap(try user.middle(of: .tracks))
    user.wait(400)
    user.tap(user.layout.menuRow(2, offset: 0).center, times: 2)
    user.wait(400)
    #expect(user.asked() == ["subtitle 2"])
    #expect(user.interface.menu == nil && user.seesBars)
  }

  @Test("A second tap on a message does not reach the control below it")
  func messageTwice() {
    var user = SimulatedUser.watching()
    user.tap(user.place(.left))
    user.wait(400)
    user.hearFailure()
    user.tap(user.screen.center, times: 2)
    user.wait(400)
    #expect(user.asked() == [])
    #expect(!user.interface.context.message.isShown && user.seesBars)
  }
}

@Suite("Controls under a finger")
struct InterfaceControlTests {
  @Test(
    "A tap on a control performs its action",
    arguments: [
      (Control.playPause, ["toggle"]), (.rotate, ["rotation 90"]), (.tracks, []),
      (.back, ["leave"]),
    ])
  func tap(control: Control, requests: [String]) throws {
    var user = SimulatedUser.watching(list: 3)
    user.tap(user.place(.left))
    user.wait(400)
    user.tap(try user.middle(of: control))
    #expect(user.asked() == requests)
    #expect((user.interface.menu != nil) == (control == .tracks))
  }

  @Test("A tap on the slider seeks to its position", arguments: [0.0, 0.25, 0.5])
  func slider(part: Double) throws {
    var user = SimulatedUser.watching()
    user.tap(user.place(.middle))
    user.wait(400)
    user.tap(try user.onSlider(part))
    #expect(user.asked() == ["seek \(600 * part)"])
  }

  @Test("Hidden controls cannot be touched")
  func hidden() throws {
    var user = SimulatedUser.watching()
    for control in [Control.playPause, .rotate, .slider] {
      user.tap(try user.middle(of: control))
      user.wait(5000)
    }
    #expect(user.asked() == [])
  }

  @Test("An item without an end has no slider, so taps and drags on it do nothing")
  func live() throws {
    var user = SimulatedUser.watching()
    let place = try user.onSlider(0.3)
    let end = try user.onSlider(0.8)
    for duration in [nil, MediaTime.zero, MediaTime(-5, 1)] {
      user.hear { $0.duration = duration }
      user.tap(user.place(.left))
      user.wait(400)
      #expect(user.layout.frame(of: .slider) == nil)
      user.tap(place)
      user.wait(400)
      user.drag(from: place, to: end)
      user.drag(from: user.place(.left), to: user.place(.right))
      user.wait(4000)
      #expect(user.asked() == [])
    }
  }

  @Test("A button looks pressed until the finger lifts")
  func pressed() throws {
    var user = SimulatedUser.watching()
    user.tap(user.place(.left))
    user.wait(400)
    let before = user.drawings
    user.touch(try user.middle(of: .rotate))
    user.wait(20)
    #expect(user.interface.pressed == .control(.rotate) && user.drawings != before)
    user.lift()
    #expect(user.interface.pressed == nil && user.drawings == before)
  }
}
