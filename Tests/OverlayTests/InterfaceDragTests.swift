import Gestures
import Pictures
import Playback
import Testing
import Timing

@testable import Overlay

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

  @Test("A finger may rest on the slider for as long as it likes before it scrubs or taps")
  func patience() throws {
    var guest = shown()
    guest.touch(try guest.onSlider(0.2))
    guest.wait(2_000)
    guest.touch(try guest.onSlider(0.4))
    guest.wait(16)
    guest.touch(try guest.onSlider(0.6))
    guest.lift()
    let asked = guest.asked()
    #expect(asked.first == "scrub-begin" && asked.last == "scrub-end")
    guest.wait(1_000)
    guest.touch(try guest.onSlider(0.5))
    guest.wait(1_500)
    guest.lift()
    #expect(guest.asked() == ["seek 300.0"])
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
