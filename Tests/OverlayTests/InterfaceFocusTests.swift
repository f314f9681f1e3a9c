import Testing
import VitrineGestures
import VitrinePictures
import VitrinePlayback
import VitrineScenes
import VitrineTiming

@testable import VitrineOverlay

@Suite("The focus of the arrow keys")
struct InterfaceFocusTests {
  @Test(
    "Arrows reach every control",
    arguments: [
      ([], .playPause), (["UP"], .back), (["UP", "UP"], .back), (["DOWN"], .slider),
      (["RIGHT"], .skipForward), (["LEFT"], .skipBackward), (["RIGHT", "RIGHT"], .next),
      (["LEFT", "LEFT"], .previous), (["LEFT", "DOWN", "UP"], .playPause),
      (["DOWN", "DOWN"], .subtitles), (["DOWN", "DOWN", "RIGHT"], .description),
      (["DOWN", "DOWN", "RIGHT", "RIGHT"], .volume),
      (["DOWN", "DOWN", "RIGHT", "RIGHT", "RIGHT"], .tracks),
      (["DOWN", "DOWN", "RIGHT", "RIGHT", "RIGHT", "RIGHT"], .rotate),
      (["DOWN", "DOWN", "RIGHT", "LEFT"], .subtitles), (["DOWN", "DOWN", "UP"], .slider),
      (["UP", "LEFT"], .back), (["UP", "RIGHT"], .back), (["UP", "DOWN"], .playPause),
    ] as [([String], Control)])
  func visits(keys: [String], control: Control) {
    var user = SimulatedUser.watching(list: 3)
    user.hear { $0.haveEverything() }
    user.key("KEY_DOWN")
    for key in keys { user.key("KEY_\(key)") }
    #expect(user.interface.focus == control)
    #expect(user.asked() == [])
  }

  @Test("The focus is visible on each control", arguments: Control.allCases)
  func seen(control: Control) {
    var user = SimulatedUser.watching(list: 3)
    user.hear { $0.haveEverything() }
    if control == .live {
      user.hear { status in
        status.duration = nil
        status.live = LiveProgress(
          latency: MediaTime(90, 1), target: MediaTime(12, 1), rate: 1, isShifted: true)
      }
    }
    user.tap(user.place(.left))
    user.wait(1000)
    let before = user.drawings
    user.interface.focus = control
    #expect(user.drawings != before)
  }

  @Test(
    "OK acts like a tap on the control",
    arguments: [
      (Control.playPause, ["toggle"]), (.slider, ["toggle"]), (.back, ["leave"]), (.tracks, []),
      (.rotate, ["rotation 90"]),
    ])
  func ok(control: Control, requests: [String]) {
    var user = SimulatedUser.watching(list: 3)
    user.key("KEY_UP")
    user.interface.focus = control
    user.key("KEY_OK")
    #expect(user.asked() == requests)
    #expect((user.interface.menu != nil) == (control == .tracks))
  }

  @Test("Left and right skip on the slider, and on a play button that stands alone")
  func skips() {
    var user = SimulatedUser.watching()
    user.key("KEY_UP", "KEY_DOWN", "KEY_RIGHT", "KEY_LEFT")
    #expect(user.asked() == ["skip 10.0", "skip -10.0"])
    #expect(user.seesBars)
    var theme = Theme()
    theme.hidden = [.skipButtons]
    user = SimulatedUser.watching(theme: theme)
    user.key("KEY_UP", "KEY_RIGHT", "KEY_LEFT")
    #expect(user.asked() == ["skip 10.0", "skip -10.0"])
    #expect(user.seesBars)
  }

  @Test("A touch hides the focus, and the next arrow restores it")
  func touch() {
    var user = SimulatedUser.watching()
    user.key("KEY_UP", "KEY_DOWN")
    user.tap(user.place(.left))
    #expect(user.interface.focus == nil)
    user.key("KEY_DOWN")
    #expect(user.interface.focus == .playPause)
    user.wait(400)
    #expect(user.interface.focus == .playPause, "the end of the double-tap interval is not a touch")
  }

  @Test("Without a slider, the focus moves past it, even if it was there")
  func live() {
    var user = SimulatedUser.watching()
    user.key("KEY_UP", "KEY_DOWN")
    user.hear { $0.duration = nil }
    #expect(user.interface.focus == .playPause)
    user.key("KEY_DOWN")
    #expect(user.interface.focus == .subtitles)
  }

  @Test("Back hides bars with the focus, then returns to the gallery")
  func back() {
    var user = SimulatedUser.watching(list: 3)
    user.key("KEY_UP", "KEY_BACK")
    #expect(!user.seesBars && user.asked() == [])
    user.key("KEY_BACK")
    #expect(user.asked() == ["leave"] && user.interface.isListShown)
  }

  @Test("Controls that the theme hides get no focus", arguments: Theme.Part.allCases)
  func hidden(part: Theme.Part) {
    var theme = Theme()
    theme.hidden = [part]
    var user = SimulatedUser.watching(list: 3, theme: theme)
    for _ in 0..<3 {
      for key in ["UP", "UP", "UP", "DOWN", "DOWN", "DOWN", "DOWN", "LEFT", "RIGHT", "RIGHT"] {
        user.key("KEY_\(key)")
        let focus = user.interface.focus
        #expect(focus.map { user.layout.frame(of: $0) != nil } ?? true)
      }
    }
  }

  @Test("With every control hidden, keys still play, skip and open the menu")
  func allHidden() {
    var theme = Theme()
    theme.hidden = Set(Theme.Part.allCases)
    var user = SimulatedUser.watching(theme: theme)
    user.key("KEY_UP", "KEY_OK", "KEY_RIGHT")
    #expect(user.asked() == ["toggle", "skip 10.0"])
    user.hold("KEY_OK", for: 700)
    #expect(user.interface.menu != nil)
  }
}
