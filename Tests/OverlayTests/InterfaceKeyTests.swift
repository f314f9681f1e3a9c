import Gestures
import Pictures
import Playback
import Testing
import Timing

@testable import Overlay

@Suite("Keys over a video")
struct InterfaceKeyTests {
  @Test(
    "A key asks for what it is named after",
    arguments: [
      ("KEY_PLAYPAUSE", ["toggle"]), ("KEY_PLAY", ["play"]), ("KEY_PAUSE", ["pause"]),
      ("KEY_STOP", ["stop"]), ("KEY_NEXT", ["next"]), ("KEY_PREVIOUS", ["previous"]),
      ("KEY_FASTFORWARD", ["skip 10.0"]), ("KEY_REWIND", ["skip -10.0"]),
      ("KEY_LEFT", ["skip -10.0"]), ("KEY_RIGHT", ["skip 10.0"]), ("KEY_OK", ["toggle"]),
      ("KEY_VOLUMEDOWN", ["volume 0.95"]), ("KEY_VOLUMEUP", []), ("KEY_MUTE", ["mute on"]),
      ("KEY_5", ["seek 300.0"]), ("KEY_0", ["seek 0.0"]), ("KEY_NUMERIC_9", ["seek 540.0"]),
      ("KEY_SUBTITLE", ["subtitle 2"]), ("KEY_AUDIO", ["audio 3"]),
      ("KEY_ANGLE", ["rotation 90"]), ("KEY_ZOOM", ["fit cover"]), ("KEY_BACK", []),
      ("KEY_MENU", []), ("KEY_INFO", []), ("KEY_RED", []), ("KEY_POWER", []),
      ("KEY_NUMERIC_STAR", []), ("KEY_NO_SUCH", []), ("", []),
    ])
  func keys(name: String, requests: [String]) {
    var guest = Guest.watching()
    guest.key(name)
    #expect(guest.asked() == requests)
  }

  @Test("A key without a meaning is nobody: it neither keeps bars nor shows them")
  func unknown() {
    var guest = Guest.watching()
    guest.tap(guest.place(.middle))
    guest.wait(2900)
    guest.key("KEY_NO_SUCH")
    #expect(!guest.seesBars)
  }

  @Test("A key of the configuration wins over the usual one")
  func overrides() {
    var options = InterfaceOptions()
    options.keys = ["KEY_RED": .mute, "KEY_MUTE": .none]
    let metrics = Metrics(size: PixelSize(800, 480), pixelsPerMillimetre: nil, theme: Theme())
    let now = HostTime(nanoseconds: 0)
    var interface = Interface(options, metrics: metrics, now: now)
    let red = interface.receiveKey("KEY_RED", isDown: true, at: now)
    let mute = interface.receiveKey("KEY_MUTE", isDown: true, at: now)
    #expect(red == [.perform(.setMuted(true))] && mute == [])
  }

  @Test("Bars that a key has brought go 3 s after the last key")
  func bars() {
    var guest = Guest.watching()
    guest.keyDown("KEY_UP")
    guest.keyUp("KEY_UP")
    #expect(guest.seesBars)
    guest.wait(2500)
    guest.keyDown("KEY_DOWN")
    guest.keyUp("KEY_DOWN")
    guest.wait(2999)
    #expect(guest.seesBars)
    guest.wait(1)
    #expect(!guest.seesBars)
  }

  @Test("Skipping with keys brings its label, not the bars, and goes faster while held")
  func held() {
    var guest = Guest.watching()
    guest.hold("KEY_RIGHT", for: 950)
    #expect(
      guest.asked() == ["10", "10", "10", "20", "20", "30", "30"].map { "skip \($0).0" })
    #expect(guest.texts == ["+130 s"])
    guest.wait(5000)
    #expect(guest.asked() == [])
  }

  @Test("A remote that has gone holds no key")
  func lost() {
    var guest = Guest.watching()
    guest.keyDown("KEY_RIGHT")
    guest.wait(600)
    guest.interface.loseKeys()
    _ = guest.asked()
    guest.wait(5000)
    #expect(guest.asked() == [])
  }

  @Test(
    "The volume stays within its bounds, and who turns it up wants to hear it",
    arguments: [
      (0.98, false, "KEY_VOLUMEUP", ["volume 1.0"]),
      (0.03, false, "KEY_VOLUMEDOWN", ["volume 0.0"]),
      (0, false, "KEY_VOLUMEDOWN", []), (0.5, true, "KEY_VOLUMEUP", ["volume 0.05", "mute off"]),
      (0.5, true, "KEY_VOLUMEDOWN", []), (0.5, true, "KEY_MUTE", ["mute off"]),
    ])
  func volume(volume: Double, isMuted: Bool, key: String, requests: [String]) {
    var guest = Guest.watching()
    guest.hear { ($0.volume, $0.isMuted) = (volume, isMuted) }
    guest.key(key)
    #expect(guest.asked() == requests)
    #expect(!guest.drawings.isEmpty)
  }

  @Test("While a finger scrubs, keys do not lead elsewhere")
  func whileScrubbing() throws {
    var guest = Guest.watching()
    guest.tap(guest.place(.middle))
    guest.wait(400)
    guest.pull(from: try guest.onSlider(0.2), to: try guest.onSlider(0.4))
    _ = guest.asked()
    guest.key("KEY_RIGHT", "KEY_OK", "KEY_MENU", "KEY_5", "KEY_VOLUMEDOWN")
    #expect(guest.asked() == ["volume 0.95"])
    guest.lift()
    #expect(guest.asked() == ["scrub-end"])
  }

  @Test("A message goes with OK or back, which do nothing else", arguments: ["KEY_OK", "KEY_BACK"])
  func message(key: String) {
    var guest = Guest.watching(list: 3)
    guest.hearFailure()
    guest.hold(key, for: 700)
    guest.wait(300)
    #expect(guest.asked() == [] && guest.drawings.isEmpty)
  }

  @Test("A choice of tracks by key says what was chosen")
  func note() {
    var guest = Guest.watching()
    guest.key("KEY_SUBTITLE")
    #expect(guest.texts == ["Subtitles: Deutsch"])
    guest.wait(2000)
    #expect(guest.drawings.isEmpty)
  }
}

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
