import Gestures
import Pictures
import Playback
import Testing
import Timing

@testable import Overlay

@Suite("The focus of the arrow keys")
struct InterfaceFocusTests {
  @Test(
    "Arrows visit all controls",
    arguments: [
      ([], .playPause), (["UP"], .back), (["UP", "UP"], .back), (["DOWN"], .slider),
      (["DOWN", "DOWN"], .tracks), (["DOWN", "DOWN", "RIGHT"], .rotate),
      (["DOWN", "DOWN", "RIGHT", "RIGHT", "LEFT"], .tracks), (["DOWN", "DOWN", "UP"], .slider),
      (["UP", "LEFT"], .back), (["UP", "RIGHT"], .back), (["UP", "DOWN"], .playPause),
    ] as [([String], Control)])
  func visits(keys: [String], control: Control) {
    var guest = Guest.watching(list: 3)
    guest.key("KEY_DOWN")
    for key in keys { guest.key("KEY_\(key)") }
    #expect(guest.interface.focus == control)
    #expect(guest.asked() == [])
  }

  @Test("The focus is seen on each control", arguments: Control.allCases)
  func seen(control: Control) {
    var guest = Guest.watching(list: 3)
    guest.tap(guest.place(.left))
    guest.wait(1000)
    let before = guest.drawings
    guest.interface.focus = control
    #expect(guest.drawings != before)
  }

  @Test(
    "OK does what a tap on the control does",
    arguments: [
      (Control.playPause, ["toggle"]), (.slider, ["toggle"]), (.back, ["leave"]), (.tracks, []),
      (.rotate, ["rotation 90"]),
    ])
  func ok(control: Control, requests: [String]) {
    var guest = Guest.watching(list: 3)
    guest.key("KEY_UP")
    guest.interface.focus = control
    guest.key("KEY_OK")
    #expect(guest.asked() == requests)
    #expect((guest.interface.menu != nil) == (control == .tracks))
  }

  @Test("Left and right on the play button and the slider skip", arguments: [0, 1])
  func skips(downs: Int) {
    var guest = Guest.watching()
    guest.key("KEY_UP")
    for _ in 0..<downs { guest.key("KEY_DOWN") }
    guest.key("KEY_RIGHT", "KEY_LEFT")
    #expect(guest.asked() == ["skip 10.0", "skip -10.0"])
    #expect(guest.seesBars)
  }

  @Test("A touch takes the focus away; the next arrow brings it back")
  func touch() {
    var guest = Guest.watching()
    guest.key("KEY_UP", "KEY_DOWN")
    guest.tap(guest.place(.left))
    #expect(guest.interface.focus == nil)
    guest.key("KEY_DOWN")
    #expect(guest.interface.focus == .playPause)
    guest.wait(400)
    #expect(guest.interface.focus == .playPause, "that no second tap has followed is no touch")
  }

  @Test("Without a slider it goes past it, also when it was there")
  func live() {
    var guest = Guest.watching()
    guest.key("KEY_UP", "KEY_DOWN")
    guest.hear { $0.duration = nil }
    #expect(guest.interface.focus == .playPause)
    guest.key("KEY_DOWN")
    #expect(guest.interface.focus == .tracks)
  }

  @Test("Back hides bars that have the focus, then leads to the list")
  func back() {
    var guest = Guest.watching(list: 3)
    guest.key("KEY_UP", "KEY_BACK")
    #expect(!guest.seesBars && guest.asked() == [])
    guest.key("KEY_BACK")
    #expect(guest.asked() == ["leave"] && guest.interface.isListShown)
  }

  @Test("What the theme hides gets no focus", arguments: Theme.Part.allCases)
  func hidden(part: Theme.Part) {
    var theme = Theme()
    theme.hidden = [part]
    var guest = Guest.watching(list: 3, theme: theme)
    for _ in 0..<3 {
      for key in ["UP", "UP", "UP", "DOWN", "DOWN", "DOWN", "DOWN", "LEFT", "RIGHT", "RIGHT"] {
        guest.key("KEY_\(key)")
        let focus = guest.interface.focus
        #expect(focus.map { guest.interface.frame(of: $0) != nil } ?? true)
      }
    }
  }

  @Test("With all of it hidden keys still play, skip and open the menu")
  func allHidden() {
    var theme = Theme()
    theme.hidden = Set(Theme.Part.allCases)
    var guest = Guest.watching(theme: theme)
    guest.key("KEY_UP", "KEY_OK", "KEY_RIGHT")
    #expect(guest.asked() == ["toggle", "skip 10.0"])
    guest.hold("KEY_OK", for: 700)
    #expect(guest.interface.menu != nil)
  }
}
