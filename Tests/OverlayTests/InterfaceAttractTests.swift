import Gestures
import Pictures
import Playback
import Testing
import Timing

@testable import Overlay

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
    // A card of the list will be there.
    let place = Point(400, 400)
    let region = guest.interface.catalogue.region(at: place)
    #expect(region != .background)
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
