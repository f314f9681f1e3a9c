import Testing
import VitrineGestures
import VitrinePictures
import VitrinePlayback
import VitrineTiming

@testable import VitrineOverlay

@Suite("The attract loop")
struct InterfaceAttractTests {
  private func attracting() -> SimulatedUser {
    var user = SimulatedUser(list: 5, attractTimeout: .seconds(60))
    user.wait(60_000)
    user.hear { $0.play(entry: 7) }
    return user
  }

  @Test("The loop starts after the idle time without a touch or key")
  func begins() {
    var user = SimulatedUser(list: 5, attractTimeout: .seconds(60))
    user.wait(59_999)
    #expect(user.asked() == [])
    user.wait(1)
    #expect(user.asked() == ["attract"])
    user.wait(600_000)
    #expect(user.asked() == [] && user.drawings.isEmpty)
  }

  @Test("A touch, a key or a drag postpones the loop", arguments: ["tap", "key", "drag", "press"])
  func putOff(activity: String) {
    var user = SimulatedUser(list: 50, attractTimeout: .seconds(60))
    user.wait(59_000)
    switch activity {
    case "tap": user.tap(Point(4, 4))
    case "key": user.key("KEY_DOWN")
    case "drag": user.drag(from: Point(500, 900), to: Point(500, 500))
    default:
      user.touch(Point(4, 4))
      user.wait(20)
    }
    user.wait(59_000)
    #expect(user.asked() == [])
    user.wait(2000)
    #expect(user.asked() == ["attract"])
  }

  @Test("A ghost touch or an unassigned key does not")
  func ghosts() {
    var user = SimulatedUser(list: 5, attractTimeout: .seconds(60))
    for _ in 0..<59 {
      user.wait(992)
      user.touch(Point(500, 500))
      user.wait(8)
      user.lift()
      user.key("KEY_NO_SUCH")
    }
    #expect(user.asked() == ["attract"])
  }

  @Test("The loop does not start over a video that a visitor chose")
  func overVideo() {
    var user = SimulatedUser.watching(list: 5, attractTimeout: .seconds(60))
    user.wait(600_000)
    #expect(user.asked() == [])
    user.key("KEY_STOP")
    user.wait(61_000)
    #expect(user.asked() == ["leave", "attract"])
  }

  @Test(
    "The first touch of any kind only ends the loop",
    arguments: ["tap", "double", "drag", "swipe", "long", "two"])
  func touches(kind: String) throws {
    var user = attracting()
    _ = user.asked()
    // A gallery card will be there.
    let place = Point(400, 400)
    let region = try #require(user.interface.list).catalogue.region(at: place)
    #expect(region != .background)
    switch kind {
    case "tap": user.tap(place)
    case "double": user.tap(place, times: 2)
    case "drag": user.drag(from: place, to: Point(1500, 540))
    case "swipe": user.drag(from: place, to: Point(960, 1000))
    case "long":
      user.touch(place)
      user.wait(700)
      user.lift()
    default:
      user.touch(place, Point(500, 540))
      user.wait(60)
      user.lift()
    }
    user.wait(1000)
    #expect(user.asked() == ["leave"])
    #expect(user.interface.screen.list?.catalogue.place == 0)
    #expect(user.interface.menu == nil && user.interface.pressed == nil)
  }

  @Test(
    "The first key only ends the loop, even when held",
    arguments: ["KEY_OK", "KEY_DOWN", "KEY_VOLUMEDOWN", "KEY_BACK", "KEY_RIGHT"])
  func keys(name: String) throws {
    var user = attracting()
    _ = user.asked()
    user.hold(name, for: 1500)
    user.wait(500)
    #expect(user.asked() == ["leave"])
    let catalogue = try #require(user.interface.screen.list).catalogue
    #expect(catalogue.focus == .card(0) && !catalogue.isFocusVisible)
  }

  @Test("The next visitor finds the gallery in its initial state")
  func begunAnew() throws {
    var user = SimulatedUser(list: 50, attractTimeout: .seconds(60))
    user.drag(from: Point(500, 900), to: Point(500, 300))
    user.wait(1000)
    #expect(user.interface.screen.list?.catalogue.isAtStart == false)
    user.wait(61_000)
    user.hear { $0.play(entry: 7) }
    #expect(user.interface.screen.place == .attract)
    user.tap(Point(400, 400))
    user.wait(1000)
    #expect(user.interface.screen.list?.catalogue.isAtStart == true)
  }

  @Test("An unassigned key and a palm let the loop play on")
  func playsOn() {
    var user = attracting()
    _ = user.asked()
    user.key("KEY_NO_SUCH")
    user.touch(Dictionary(uniqueKeysWithValues: (0..<8).map { ($0, Point(90.0 * Double($0), 5)) }))
    user.wait(300)
    user.lift()
    user.wait(1000)
    #expect(user.asked() == [] && user.drawings.isEmpty)
  }

  @Test("If nothing can be played, the gallery waits for the next idle time")
  func ends() {
    var user = attracting()
    _ = user.asked()
    user.hear { ($0.phase, $0.entry) = (.ended, nil) }
    user.wait(59_999)
    #expect(user.asked() == ["leave"])
    user.wait(1)
    #expect(user.asked() == ["attract"])
  }
}
