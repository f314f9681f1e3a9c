import Gestures
import Pictures
import Playback
import Testing
import Timing

@testable import Overlay

@Suite("A tap shows and hides the bars")
struct InterfaceTapTests {
  @Test("Hidden bars are seen at once")
  func shows() {
    var guest = Guest.watching()
    #expect(guest.drawings.isEmpty)
    guest.tap(guest.place(.middle))
    #expect(guest.seesBars)
    #expect(guest.drawings.allSatisfy { $0.opacity >= 0.3 } && !guest.drawings.isEmpty)
  }

  @Test("Shown bars go once no second tap can follow, and not before")
  func hides() {
    var guest = Guest.watching()
    guest.tap(guest.place(.left))
    guest.wait(1000)
    guest.tap(guest.place(.left))
    guest.wait(299)
    #expect(guest.seesBars)
    guest.wait(1)
    #expect(!guest.seesBars && !guest.drawings.isEmpty)
    guest.wait(250)
    #expect(guest.drawings.isEmpty)
  }

  @Test("They go although another finger has landed elsewhere by then")
  func hidesBelowAnotherFinger() {
    var guest = Guest.watching()
    guest.tap(guest.place(.left))
    guest.wait(1000)
    guest.tap(guest.place(.left))
    guest.wait(200)
    guest.touch(guest.place(.right))
    guest.wait(100)
    #expect(!guest.seesBars)
  }

  @Test("They go by themselves 3 s after the last touch, however often the player reports")
  func goByThemselves() {
    var guest = Guest.watching()
    guest.tap(guest.place(.middle))
    for _ in 0..<29 {
      guest.wait(100)
      guest.hear { $0.position = $0.position + .milliseconds(100) }
    }
    guest.wait(99)
    #expect(guest.seesBars)
    guest.wait(1)
    #expect(!guest.seesBars)
  }

  @Test("That no second tap has followed is no touch")
  func tapsEndedIsNoTouch() {
    var guest = Guest.watching()
    guest.tap(guest.place(.middle))
    guest.wait(3000)
    #expect(!guest.seesBars)
  }

  @Test("Nothing hides them while it is paused", arguments: ["tap", "time", "KEY_BACK", "skip"])
  func paused(attempt: String) {
    var guest = Guest.watching()
    guest.tap(guest.place(.middle))
    guest.hear { $0.isPaused = true }
    guest.wait(500)
    switch attempt {
    case "tap": guest.tap(guest.place(.middle))
    case "skip": guest.tap(guest.place(.left), times: 3)
    case "time": guest.wait(60_000)
    default: guest.key("KEY_UP", attempt)
    }
    guest.wait(5000)
    #expect(guest.seesBars)
    #expect(guest.drawings.allSatisfy { $0.opacity == 1 })
  }

  @Test("Who pauses by another way sees them, and after a long pause they stay for 3 s")
  func resumed() {
    var guest = Guest.watching()
    guest.hear { $0.isPaused = true }
    #expect(guest.seesBars)
    guest.wait(600_000)
    guest.hear { $0.isPaused = false }
    guest.wait(2999)
    #expect(guest.seesBars)
    guest.wait(1)
    #expect(!guest.seesBars)
  }

  @Test("A finger on the slider keeps them, and they go 3 s after it")
  func scrubbing() throws {
    var guest = Guest.watching()
    guest.tap(guest.place(.middle))
    guest.pull(from: try guest.onSlider(0.2), to: try guest.onSlider(0.6))
    guest.wait(30_000)
    #expect(guest.seesBars)
    guest.lift()
    guest.wait(2999)
    #expect(guest.seesBars)
    guest.wait(1)
    #expect(!guest.seesBars)
  }

  @Test("A second tap elsewhere is another tap")
  func elsewhere() {
    var guest = Guest.watching()
    guest.tap(guest.place(.left))
    guest.wait(100)
    guest.tap(guest.place(.right))
    guest.wait(400)
    #expect(guest.asked() == [])
    #expect(!guest.seesBars)
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
    var guest = Guest.watching()
    guest.tap(guest.place(third), times: taps)
    #expect(guest.asked() == requests)
    #expect(guest.skipLabels == [label])
    guest.wait(549)
    #expect(guest.texts == [label])
    guest.wait(251)
    #expect(guest.drawings.isEmpty)
  }

  @Test("The middle third plays or pauses, with two taps at a time")
  func middle() {
    var guest = Guest.watching()
    guest.tap(guest.place(.middle), times: 2)
    #expect(guest.asked() == ["toggle"])
    guest.wait(400)
    guest.tap(guest.place(.middle))
    #expect(guest.asked() == [])
    guest.wait(100)
    guest.tap(guest.place(.middle))
    #expect(guest.asked() == ["toggle"])
    #expect(guest.seesBars)
  }

  @Test("A third tap in time adds to the label, a late one begins anew", arguments: [540, 560])
  func window(pause: Int) {
    var guest = Guest.watching()
    guest.tap(guest.place(.right), times: 2)
    guest.wait(pause)
    guest.tap(guest.place(.right))
    #expect(guest.asked() == (pause < 550 ? ["skip 10.0", "skip 10.0"] : ["skip 10.0"]))
  }

  @Test("The bars that the first tap has brought go, those that were there stay")
  func bars() {
    var guest = Guest.watching()
    guest.tap(guest.place(.right), times: 2)
    #expect(!guest.seesBars)
    guest.wait(1000)
    guest.tap(guest.place(.right))
    guest.wait(500)
    guest.tap(guest.place(.right), times: 2)
    guest.wait(2000)
    #expect(guest.seesBars)
  }

  @Test("The second tap is not on the button that has appeared below the finger")
  func buttonBelow() throws {
    var guest = Guest.watching()
    let rotate = try guest.middle(of: .rotate)
    guest.tap(rotate, times: 2)
    #expect(guest.asked() == ["skip 10.0"])
  }

  @Test("Where nothing plays there is nothing to skip in")
  func idle() {
    var guest = Guest()
    guest.tap(guest.place(.right), times: 3)
    #expect(guest.asked() == [] && guest.skipLabels == [])
  }

  @Test("A second tap on the button for tracks does not choose one")
  func tracksTwice() throws {
    var guest = Guest.watching()
    guest.hear { status in
      status.tracks = (0..<60).map { TrackInfo(kind: .audio, index: $0, codec: "aac") }
    }
    guest.tap(guest.place(.middle))
    guest.wait(400)
    guest.tap(try guest.middle(of: .tracks), times: 2)
    #expect(guest.asked() == [])
    #expect(guest.interface.menu != nil)
  }

  @Test("A second tap on a row does not touch what lies below the menu")
  func rowTwice() throws {
    var guest = Guest.watching()
    guest.tap(guest.place(.middle))
    guest.wait(400)
    guest.tap(try guest.middle(of: .tracks))
    guest.wait(400)
    guest.tap(guest.layout.menuRow(2, offset: 0).center, times: 2)
    guest.wait(400)
    #expect(guest.asked() == ["subtitle 2"])
    #expect(guest.interface.menu == nil && guest.seesBars)
  }

  @Test("A second tap on a message does not touch what lies below it")
  func messageTwice() {
    var guest = Guest.watching()
    guest.tap(guest.place(.left))
    guest.wait(400)
    guest.hearFailure()
    guest.tap(guest.screen.center, times: 2)
    guest.wait(400)
    #expect(guest.asked() == [])
    #expect(!guest.interface.message.fade.isShown && guest.seesBars)
  }
}

@Suite("Controls under a finger")
struct InterfaceControlTests {
  @Test(
    "A tap on a control does what it says",
    arguments: [
      (Control.playPause, ["toggle"]), (.rotate, ["rotation 90"]), (.tracks, []),
      (.back, ["leave"]),
    ])
  func tap(control: Control, requests: [String]) throws {
    var guest = Guest.watching(list: 3)
    guest.tap(guest.place(.left))
    guest.wait(400)
    guest.tap(try guest.middle(of: control))
    #expect(guest.asked() == requests)
    #expect((guest.interface.menu != nil) == (control == .tracks))
  }

  @Test("A tap on the slider seeks to its place", arguments: [0.0, 0.25, 0.5])
  func slider(part: Double) throws {
    var guest = Guest.watching()
    guest.tap(guest.place(.middle))
    guest.wait(400)
    guest.tap(try guest.onSlider(part))
    #expect(guest.asked() == ["seek \(600 * part)"])
  }

  @Test("Hidden controls are no controls")
  func hidden() throws {
    var guest = Guest.watching()
    for control in [Control.playPause, .rotate, .slider] {
      guest.tap(try guest.middle(of: control))
      guest.wait(5000)
    }
    #expect(guest.asked() == [])
  }

  @Test("What has no end has no slider: neither taps nor drags do anything")
  func live() throws {
    var guest = Guest.watching()
    let place = try guest.onSlider(0.3)
    let end = try guest.onSlider(0.8)
    for duration in [nil, MediaTime.zero, MediaTime(-5, 1)] {
      guest.hear { $0.duration = duration }
      guest.tap(guest.place(.left))
      guest.wait(400)
      #expect(guest.interface.frame(of: .slider) == nil)
      guest.tap(place)
      guest.wait(400)
      guest.drag(from: place, to: end)
      guest.drag(from: guest.place(.left), to: guest.place(.right))
      guest.wait(4000)
      #expect(guest.asked() == [])
    }
  }

  @Test("A button that a finger is on looks pressed until it is lifted")
  func pressed() throws {
    var guest = Guest.watching()
    guest.tap(guest.place(.left))
    guest.wait(400)
    let before = guest.drawings
    guest.touch(try guest.middle(of: .rotate))
    guest.wait(20)
    #expect(guest.interface.pressed == .control(.rotate) && guest.drawings != before)
    guest.lift()
    #expect(guest.interface.pressed == nil && guest.drawings == before)
  }
}
