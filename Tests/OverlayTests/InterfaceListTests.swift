import Gestures
import Pictures
import Playback
import Testing
import Timing

@testable import Overlay

@Suite("Between the list and the video")
struct InterfaceListTests {
  /// The middle of a card of the list.
  private func card(_ guest: Guest, _ position: Int) -> Point {
    let catalogue = guest.interface.catalogue
    return catalogue.layout.frame(of: position).moved(0, -catalogue.place).center
  }

  @Test("A kiosk begins with the list, and a tap on a card opens it")
  func opens() {
    var guest = Guest(list: 5)
    #expect(guest.interface.isListShown && guest.texts.contains("Video 0"))
    guest.tap(card(guest, 3))
    #expect(guest.asked() == ["open 3"])
    #expect(!guest.interface.isListShown && guest.drawings.isEmpty)
  }

  @Test("A second tap on the card means nothing to the video")
  func opensByDoubleTap() {
    var guest = Guest(list: 5)
    guest.tap(card(guest, 3), times: 2)
    guest.wait(400)
    #expect(guest.asked() == ["open 3"] && guest.drawings.isEmpty)
  }

  @Test("A second tap on the back button means nothing to the list")
  func leavesByDoubleTap() throws {
    var guest = Guest.watching(list: 40)
    guest.tap(guest.place(.middle))
    guest.wait(400)
    let back = try guest.middle(of: .back)
    guest.tap(back)
    guest.wait(100)
    guest.tap(card(guest, 0))
    #expect(guest.asked() == ["leave"] && guest.interface.isListShown)
    guest.wait(600)
    guest.tap(card(guest, 0))
    #expect(guest.asked() == ["open 0"])
  }

  @Test("Where nothing plays any more the list comes back, once", arguments: [true, false])
  func ends(isFailure: Bool) {
    var guest = Guest.watching(list: 5)
    let failure = PlaybackError(.source, "no such file", exitStatus: .noInput)
    let phase: PlaybackState.Phase = isFailure ? .failed(failure) : .ended
    guest.hear { ($0.phase, $0.entry) = (phase, nil) }
    guest.hear { $0.position = .zero }
    #expect(guest.asked() == ["leave"] && guest.interface.isListShown)
  }

  @Test("Without a list the end is nothing special")
  func endsWithoutList() {
    var guest = Guest.watching()
    guest.hear { ($0.phase, $0.entry) = (.ended, nil) }
    guest.wait(10_000)
    #expect(guest.asked() == [] && guest.drawings.isEmpty)
  }

  @Test("The end of what a finger scrubs in ends that, too")
  func endsWhileScrubbing() {
    var guest = Guest.watching(list: 5)
    guest.pull(from: guest.place(.left), to: guest.place(.middle))
    _ = guest.asked()
    guest.hear { ($0.phase, $0.entry) = (.ended, nil) }
    #expect(guest.asked() == ["scrub-end", "leave"])
    guest.lift()
    #expect(guest.asked() == [])
  }

  @Test(
    "Back while a finger scrubs or turns the volume leaves nothing behind",
    arguments: [true, false])
  func leavesInDrag(isVolume: Bool) {
    var guest = Guest.watching(list: 5)
    guest.hear { $0.volume = 0.2 }
    if isVolume {
      guest.pull(from: Point(1800, 700), to: Point(1800, 600))
    } else {
      guest.pull(from: Point(400, 700), to: Point(900, 700))
    }
    _ = guest.asked()
    guest.key("KEY_STOP")
    #expect(guest.asked() == (isVolume ? ["leave"] : ["scrub-end", "leave"]))
    guest.touch(Point(1800, 500))
    guest.lift()
    guest.wait(10_000)
    #expect(guest.asked() == [] && guest.interface.deadline(guest.now) == nil)
    guest.key("KEY_OK", "KEY_OK")
    guest.hear { $0.play(entry: 2) }
    _ = guest.asked()
    guest.drag(from: Point(700, 700), to: Point(700, 300))
    #expect(guest.asked() == [])
  }

  @Test("A finger on the list when a key opens a video lets go of the list")
  func opensInDrag() {
    var guest = Guest(list: 200)
    guest.key("KEY_DOWN")
    guest.pull(from: Point(500, 900), to: Point(500, 500))
    guest.key("KEY_DOWN", "KEY_OK")
    #expect(guest.asked().count == 1 && !guest.interface.isListShown)
    guest.touch(Point(500, 450))
    guest.lift()
    guest.wait(400)
    #expect(guest.drawings.isEmpty && !guest.interface.catalogue.list.isHeld)
  }

  @Test("A long wait in one video does not spin in the next")
  func spinner() {
    var guest = Guest.watching(list: 5)
    guest.hear { $0.phase = .buffering }
    guest.wait(400)
    #expect(guest.seesSpinner)
    guest.key("KEY_STOP")
    guest.wait(1000)
    guest.key("KEY_OK", "KEY_OK")
    #expect(!guest.interface.isListShown && !guest.seesSpinner)
  }

  @Test("The volume and messages are seen over the list, and a tap takes only the message away")
  func overList() {
    var guest = Guest(list: 50)
    let list = guest.drawings
    guest.key("KEY_VOLUMEDOWN")
    #expect(guest.asked() == ["volume 0.95"] && guest.drawings != list)
    guest.wait(2000)
    #expect(guest.drawings == list)
    guest.hearFailure()
    #expect(guest.interface.isMoving(at: guest.now))
    guest.wait(300)
    #expect(guest.texts.last == "holiday.mp4: no such file")
    guest.tap(guest.screen.center)
    guest.wait(1000)
    #expect(guest.asked() == [] && guest.drawings == list)
  }
}

@Suite("The attract loop")
struct InterfaceAttractTests {
  private func attracting() -> Guest {
    var guest = Guest(list: 5, attractAfter: .seconds(60))
    guest.wait(60_000)
    guest.hear { $0.play(entry: 7) }
    return guest
  }

  @Test("It begins when nobody has touched the list for so long")
  func begins() {
    var guest = Guest(list: 5, attractAfter: .seconds(60))
    guest.wait(59_999)
    #expect(guest.asked() == [])
    guest.wait(1)
    #expect(guest.asked() == ["attract"])
    guest.wait(600_000)
    #expect(guest.asked() == [] && guest.drawings.isEmpty)
  }

  @Test("A touch, a key or a drag puts it off", arguments: ["tap", "key", "drag", "press"])
  func putOff(activity: String) {
    var guest = Guest(list: 50, attractAfter: .seconds(60))
    guest.wait(59_000)
    switch activity {
    case "tap": guest.tap(Point(4, 4))
    case "key": guest.key("KEY_DOWN")
    case "drag": guest.drag(from: Point(500, 900), to: Point(500, 500))
    default:
      guest.touch(Point(4, 4))
      guest.wait(20)
    }
    guest.wait(59_000)
    #expect(guest.asked() == [])
    guest.wait(2000)
    #expect(guest.asked() == ["attract"])
  }

  @Test("A ghost or a key without a meaning does not")
  func ghosts() {
    var guest = Guest(list: 5, attractAfter: .seconds(60))
    for _ in 0..<59 {
      guest.wait(992)
      guest.touch(Point(500, 500))
      guest.wait(8)
      guest.lift()
      guest.key("KEY_NO_SUCH")
    }
    #expect(guest.asked() == ["attract"])
  }

  @Test("It does not begin over a video that somebody chose")
  func overVideo() {
    var guest = Guest.watching(list: 5, attractAfter: .seconds(60))
    guest.wait(600_000)
    #expect(guest.asked() == [])
    guest.key("KEY_STOP")
    guest.wait(61_000)
    #expect(guest.asked() == ["leave", "attract"])
  }

  @Test(
    "The first touch only wakes it, whatever it is",
    arguments: ["tap", "double", "drag", "swipe", "long", "two"])
  func touches(kind: String) {
    var guest = attracting()
    _ = guest.asked()
    let place = guest.screen.center
    switch kind {
    case "tap": guest.tap(place)
    case "double": guest.tap(place, times: 2)
    case "drag": guest.drag(from: place, to: Point(1500, 540))
    case "swipe": guest.drag(from: place, to: Point(960, 1000))
    case "long":
      guest.touch(place)
      guest.wait(700)
      guest.lift()
    default:
      guest.touch(place, Point(500, 540))
      guest.wait(60)
      guest.lift()
    }
    guest.wait(1000)
    #expect(guest.asked() == ["leave"])
    #expect(guest.interface.isListShown && guest.interface.catalogue.place == 0)
    #expect(guest.interface.menu == nil && guest.interface.pressed == nil)
  }

  @Test(
    "The first key only wakes it, even if it is held",
    arguments: ["KEY_OK", "KEY_DOWN", "KEY_VOLUMEDOWN", "KEY_BACK", "KEY_RIGHT"])
  func keys(name: String) {
    var guest = attracting()
    _ = guest.asked()
    guest.hold(name, for: 1500)
    guest.wait(500)
    #expect(guest.asked() == ["leave"] && guest.interface.isListShown)
    #expect(
      guest.interface.catalogue.focus == .card(0) && !guest.interface.catalogue.isFocusVisible)
  }

  @Test("A key without a meaning and a palm let it play on")
  func playsOn() {
    var guest = attracting()
    _ = guest.asked()
    guest.key("KEY_NO_SUCH")
    guest.touch(Dictionary(uniqueKeysWithValues: (0..<8).map { ($0, Point(90.0 * Double($0), 5)) }))
    guest.wait(300)
    guest.lift()
    guest.wait(1000)
    #expect(guest.asked() == [] && guest.drawings.isEmpty)
  }

  @Test("When nothing of the list can be played it waits on the list for the next time")
  func ends() {
    var guest = attracting()
    _ = guest.asked()
    guest.hear { ($0.phase, $0.entry) = (.ended, nil) }
    guest.wait(59_999)
    #expect(guest.asked() == ["leave"])
    guest.wait(1)
    #expect(guest.asked() == ["attract"])
  }
}
