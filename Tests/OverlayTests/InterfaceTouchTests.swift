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

@Suite("Drags")
struct InterfaceDragTests {
  private func shown(list: Int = 0) -> Guest {
    var guest = Guest.watching(list: list)
    guest.tap(guest.place(.middle))
    guest.wait(400)
    return guest
  }

  @Test("Along the slider a finger scrubs, and one seek comes at the end")
  func slider() throws {
    var guest = shown()
    guest.drag(from: try guest.onSlider(0.2), to: try guest.onSlider(0.6))
    let asked = guest.asked()
    #expect(asked.first == "scrub-begin" && asked.last == "scrub-end")
    #expect(asked.contains("scrub-move 360.0") && asked.contains("thumbnail 360.0"))
    #expect(asked.count { $0 == "scrub-begin" || $0 == "scrub-end" } == 2)
  }

  @Test("A finger that rests there asks for nothing more")
  func rests() throws {
    var guest = shown()
    guest.pull(from: try guest.onSlider(0.2), to: try guest.onSlider(0.6))
    _ = guest.asked()
    let place = try guest.onSlider(0.6)
    for _ in 0..<5 {
      guest.wait(16)
      guest.touch(Point(place.x, place.y - 1))
      guest.wait(16)
      guest.touch(place)
    }
    #expect(guest.asked() == [])
  }

  @Test("Across the picture it is finer: 90 s for all of the width")
  func fine() {
    var guest = Guest.watching()
    guest.drag(from: Point(400, 400), to: Point(1360, 410))
    #expect(guest.asked().contains("scrub-move 105.0"))
    guest.drag(from: Point(1800, 400), to: Point(200, 400))
    #expect(guest.asked().contains("scrub-move 0.0"))
  }

  @Test("Unplugging in the middle of it ends it, where it began")
  func unplugged() throws {
    var guest = shown()
    guest.pull(from: try guest.onSlider(0.2), to: try guest.onSlider(0.6))
    _ = guest.asked()
    guest.unplugTouchscreen()
    #expect(guest.asked() == ["scrub-move 60.0", "scrub-end"])
    guest.wait(10_000)
    #expect(guest.drawings.isEmpty && guest.interface.deadline(guest.now) == nil)
  }

  @Test("So does turning the display, as soon as it can be told")
  func turned() throws {
    var guest = shown()
    guest.pull(from: try guest.onSlider(0.2), to: try guest.onSlider(0.6))
    _ = guest.asked()
    guest.setMetrics(PixelSize(1080, 1920))
    #expect(guest.interface.deadline(guest.now) == guest.now)
    guest.hear { $0.rotation = .clockwise }
    #expect(guest.asked() == ["scrub-move 60.0", "scrub-end"])
    guest.lift()
    guest.wait(10_000)
    #expect(guest.asked() == [] && guest.drawings.isEmpty)
  }

  @Test("When another item comes, the finger's search is over and the rest of its way is nothing")
  func otherItem() throws {
    var guest = shown()
    guest.pull(from: try guest.onSlider(0.2), to: try guest.onSlider(0.6))
    _ = guest.asked()
    guest.hear { $0.play(entry: 2) }
    #expect(guest.asked() == ["scrub-end"])
    guest.touch(try guest.onSlider(0.9))
    guest.wait(16)
    guest.lift()
    #expect(guest.asked() == [])
  }

  @Test("A drag of ages does not trap", arguments: [Int64.max, 1 << 40])
  func ages(seconds: Int64) throws {
    var guest = shown()
    guest.hear { $0.duration = MediaTime(seconds, 1) }
    guest.drag(from: try guest.onSlider(0.2), to: try guest.onSlider(0.9))
    guest.tap(try guest.onSlider(1))
    guest.drag(from: Point(400, 400), to: Point(1360, 410))
    guest.key("KEY_9")
    #expect(guest.asked().count { $0 == "scrub-end" } == 2)
  }

  @Test("At the right edge it changes the volume, upwards makes louder")
  func volume() {
    var guest = Guest.watching()
    guest.hear { $0.volume = 0.5 }
    guest.drag(from: Point(1800, 700), to: Point(1800, 376))
    #expect(guest.asked().last == "volume 1.0")
    #expect(!guest.drawings.isEmpty)
    guest.wait(1199)
    #expect(guest.interface.volume.fade.isShown)
    guest.wait(1)
    #expect(!guest.interface.volume.fade.isShown)
  }

  @Test("Unplugging restores the volume, and that it was muted", arguments: [false, true])
  func volumeRestored(isMuted: Bool) {
    var guest = Guest.watching()
    guest.hear { ($0.volume, $0.isMuted) = (0.7, isMuted) }
    guest.pull(from: Point(1800, 700), to: Point(1800, 600))
    #expect(guest.asked().contains("mute off") == isMuted)
    guest.unplugTouchscreen()
    #expect(guest.asked() == (isMuted ? ["mute on"] : []) + ["volume 0.7"])
    guest.wait(2000)
    #expect(guest.drawings.isEmpty)
  }

  @Test("Turning down what is muted changes nothing")
  func mutedDown() {
    var guest = Guest.watching()
    guest.hear { ($0.volume, $0.isMuted) = (0.7, true) }
    guest.drag(from: Point(1800, 400), to: Point(1800, 700))
    #expect(guest.asked() == [])
  }

  @Test("Turning up what is muted sounds from silence on, never as loud as before")
  func mutedUp() {
    var guest = Guest.watching()
    guest.hear { ($0.volume, $0.isMuted) = (0.7, true) }
    guest.drag(from: Point(1800, 600), to: Point(1800, 535))
    let asked = guest.asked()
    #expect(asked.first?.hasPrefix("volume 0.0") == true && asked.dropFirst().first == "mute off")
    #expect(asked.last == "volume 0.1")
  }

  @Test(
    "Down leads back to the list, if it is far or fast enough",
    arguments: [
      (Point(700, 300), Point(720, 700), ["leave"]), (Point(700, 300), Point(700, 560), ["leave"]),
      (Point(700, 300), Point(700, 360), []), (Point(700, 700), Point(700, 200), []),
      (Point(1800, 300), Point(1800, 340), []),
    ])
  func swipe(start: Point, end: Point, requests: [String]) {
    var guest = Guest.watching(list: 5)
    guest.hear { $0.volume = 0 }
    guest.drag(from: start, to: end)
    #expect(guest.asked() == requests)
    #expect(guest.interface.isListShown == !requests.isEmpty)
  }

  @Test("Without a list it leads nowhere")
  func swipeWithoutList() {
    var guest = Guest.watching()
    guest.drag(from: Point(700, 200), to: Point(700, 900))
    #expect(guest.asked() == [])
  }

  @Test("Two fingers play or pause, a long press opens the menu")
  func others() {
    var guest = Guest.watching()
    guest.touch(Point(300, 300), Point(500, 320))
    guest.wait(60)
    guest.lift()
    #expect(guest.asked() == ["toggle"])
    guest.wait(4000)
    guest.touch(guest.place(.left))
    guest.wait(600)
    #expect(guest.interface.menu != nil)
    guest.lift()
    #expect(guest.interface.menu != nil && guest.asked() == [])
    guest.tap(guest.place(.left))
    #expect(guest.interface.menu == nil)
  }

  @Test("Palms and ghosts do nothing")
  func palms() {
    var guest = Guest.watching()
    for _ in 0..<20 {
      guest.touch(Point(300, 300))
      guest.wait(8)
      guest.lift()
      guest.wait(50)
    }
    guest.touch(
      Dictionary(uniqueKeysWithValues: (0..<8).map { ($0, Point(100.0 * Double($0), 500)) }))
    guest.wait(200)
    guest.lift()
    guest.wait(1000)
    #expect(guest.asked() == [] && guest.drawings.isEmpty)
  }
}

@Suite("The track menu under a finger")
struct InterfaceMenuTouchTests {
  private func opened() throws -> Guest {
    var guest = Guest.watching()
    guest.tap(guest.place(.middle))
    guest.wait(400)
    guest.tap(try guest.middle(of: .tracks))
    guest.wait(400)
    return guest
  }

  @Test(
    "A tap on a row chooses, and one on a heading does not",
    arguments: [
      (0, [], true), (1, ["subtitle none"], false), (2, ["subtitle 2"], false), (3, [], true),
      (5, ["audio 3"], false), (7, [], true),
    ])
  func rows(row: Int, requests: [String], isOpen: Bool) throws {
    var guest = try opened()
    guest.tap(guest.layout.menuRow(row, offset: 0).center)
    #expect(guest.asked() == requests)
    #expect((guest.interface.menu != nil) == isOpen)
  }

  @Test("It closes by itself 8 s after the last touch, the bars soon after it")
  func closes() throws {
    var guest = try opened()
    guest.wait(7599)
    #expect(guest.interface.menu != nil)
    guest.wait(1)
    #expect(guest.interface.menu == nil && guest.seesBars)
    guest.wait(3000)
    #expect(!guest.seesBars)
  }

  @Test("Many tracks scroll under the finger, and no further than to the last")
  func scrolls() throws {
    var guest = try opened()
    guest.hear { status in
      status.tracks = (0..<500).map { TrackInfo(kind: .audio, index: $0, codec: "aac") }
    }
    guest.drag(from: Point(1600, 1000), to: Point(1600, 600))
    #expect(guest.interface.menu?.offset == 400)
    for _ in 0..<40 { guest.drag(from: Point(1600, 1000), to: Point(1600, 100)) }
    let menu = try #require(guest.interface.menu)
    #expect(menu.offset == guest.layout.menuRange(rows: menu.rows.count))
    guest.tap(Point(1600, 1000))
    #expect(guest.asked() == ["audio 63"])
  }

  @Test("Other tracks of the item are offered at once, and it closes when none are left")
  func otherTracks() throws {
    var guest = try opened()
    guest.hear { $0.tracks[0].index = 9 }
    guest.tap(guest.layout.menuRow(2, offset: 0).center)
    #expect(guest.asked() == ["subtitle 9"])
    guest.wait(400)
    guest.tap(try guest.middle(of: .tracks))
    #expect(guest.interface.menu != nil)
    guest.hear { $0.tracks = [] }
    #expect(guest.interface.menu == nil)
  }

  @Test("It closes when another item comes")
  func otherItem() throws {
    var guest = try opened()
    guest.hear { $0.play(entry: 2) }
    #expect(guest.interface.menu == nil)
  }
}
