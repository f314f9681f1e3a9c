import Gestures
import Pictures
import Playback
import Testing
import Timing

@testable import Overlay

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

  @Test("It closes by itself 8 s after the last touch, and the bars with it")
  func closes() throws {
    var guest = try opened()
    guest.wait(7599)
    #expect(guest.interface.menu != nil)
    guest.wait(1)
    #expect(guest.interface.menu == nil && !guest.seesBars)
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
@Suite("The track menu under keys")
struct InterfaceMenuKeyTests {
  private func opened() -> Guest {
    var guest = Guest.watching()
    guest.key("KEY_MENU")
    return guest
  }

  @Test(
    "Arrows move over what can be chosen, OK chooses",
    arguments: [
      ([], ["subtitle none"]), (["DOWN"], ["subtitle 2"]), (["DOWN", "DOWN"], ["audio 1"]),
      (["DOWN", "DOWN", "DOWN", "DOWN"], ["audio 3"]), (["UP", "UP"], ["subtitle none"]),
      (["DOWN", "DOWN", "UP"], ["subtitle 2"]),
    ])
  func choose(keys: [String], requests: [String]) {
    var guest = opened()
    for key in keys { guest.key("KEY_\(key)") }
    guest.key("KEY_OK")
    #expect(guest.asked() == requests)
    #expect(guest.interface.menu == nil)
  }

  @Test("It closes without a choice", arguments: ["KEY_BACK", "KEY_LEFT", "KEY_MENU"])
  func closes(key: String) {
    var guest = opened()
    guest.key(key)
    #expect(guest.interface.menu == nil && guest.asked() == [] && guest.seesBars)
  }

  @Test("It shows the row that has the focus, however many there are")
  func scrolls() {
    var guest = opened()
    guest.hear { status in
      status.tracks = (0..<60).map { TrackInfo(kind: .audio, index: $0, codec: "aac") }
    }
    for _ in 0..<59 {
      guest.key("KEY_DOWN")
      guard let menu = guest.interface.menu else { break }
      let row = guest.layout.menuRow(menu.focus, offset: menu.offset)
      #expect(row.y >= 0 && row.bottom <= guest.screen.bottom)
    }
    guest.key("KEY_OK")
    #expect(guest.asked() == ["audio 59"])
  }

  @Test("OK that is held opens it, as a long press does, and the video plays on")
  func held() {
    var guest = Guest.watching()
    guest.hold("KEY_OK", for: 599)
    #expect(guest.asked() == ["toggle"] && guest.interface.menu == nil)
    guest.hold("KEY_OK", for: 601)
    #expect(guest.asked() == ["toggle", "toggle"] && guest.interface.menu != nil)
  }

  @Test("OK that was held for a choice does not open it again")
  func heldChoice() {
    var guest = opened()
    guest.hold("KEY_OK", for: 900)
    #expect(guest.interface.menu == nil)
  }

  @Test("Without a choice of tracks there is none")
  func none() {
    var guest = Guest.watching()
    guest.hear { $0.tracks = [TrackInfo(kind: .audio, index: 0, codec: "aac")] }
    guest.key("KEY_MENU")
    guest.hold("KEY_OK", for: 900)
    #expect(guest.interface.menu == nil && guest.asked() == ["toggle"])
    #expect(guest.interface.frame(of: .tracks) == nil)
  }
}
