import Testing
import VitrineGestures
import VitrinePictures
import VitrinePlayback
import VitrineScenes
import VitrineTiming

@testable import VitrineOverlay

@Suite("Keys over a video")
struct InterfaceKeyTests {
  @Test(
    "A key requests the command of its name",
    arguments: [
      ("KEY_PLAYPAUSE", ["toggle"]), ("KEY_PLAY", ["play"]), ("KEY_PAUSE", ["pause"]),
      ("KEY_STOP", ["stop"]), ("KEY_NEXT", ["next"]), ("KEY_PREVIOUS", ["previous"]),
      ("KEY_FASTFORWARD", ["skip 10.0"]), ("KEY_REWIND", ["skip -10.0"]),
      ("KEY_LEFT", ["skip -10.0"]), ("KEY_RIGHT", ["skip 10.0"]), ("KEY_OK", ["toggle"]),
      ("KEY_VOLUMEDOWN", ["volume 0.95"]), ("KEY_VOLUMEUP", []), ("KEY_MUTE", ["mute on"]),
      ("KEY_5", ["seek 300.0"]), ("KEY_0", ["seek 0.0"]), ("KEY_NUMERIC_9", ["seek 540.0"]),
      ("KEY_SUBTITLE", ["subtitle 2"]), ("KEY_AUDIO", ["audio 3"]),
      ("KEY_ANGLE", ["rotation 90"]), ("KEY_ZOOM", ["fit cover"]), ("KEY_BACK", []),
      ("KEY_MENU", []), ("KEY_INFO", []), ("KEY_RED", []), ("KEY_POWER", ["display toggle"]),
      ("KEY_SLEEP", ["display toggle"]),
      ("KEY_NUMERIC_STAR", []), ("KEY_NO_SUCH", []), ("", []),
    ])
  func keys(name: String, requests: [String]) {
    var user = SimulatedUser.watching()
    user.key(name)
    #expect(user.asked() == requests)
  }

  @Test("An unassigned key neither keeps nor shows the bars")
  func unknown() {
    var user = SimulatedUser.watching()
    user.tap(user.place(.middle))
    user.wait(2900)
    user.key("KEY_NO_SUCH")
    #expect(!user.seesBars)
  }

  @Test("A configured key overrides the default one")
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

  @Test("Bars shown by a key hide 3 s after the last key")
  func bars() {
    var user = SimulatedUser.watching()
    user.keyDown("KEY_UP")
    user.keyUp("KEY_UP")
    #expect(user.seesBars)
    user.wait(2500)
    user.keyDown("KEY_DOWN")
    user.keyUp("KEY_DOWN")
    user.wait(2999)
    #expect(user.seesBars)
    user.wait(1)
    #expect(!user.seesBars)
  }

  @Test("Skipping by key shows its label, not the bars, and accelerates while held")
  func held() {
    var user = SimulatedUser.watching()
    user.hold("KEY_RIGHT", for: 950)
    #expect(
      user.asked() == ["10", "10", "10", "20", "20", "30", "30"].map { "skip \($0).0" })
    #expect(user.texts == ["+130 s"])
    user.wait(5000)
    #expect(user.asked() == [])
  }

  @Test("A removed remote holds no key")
  func lost() {
    var user = SimulatedUser.watching()
    user.keyDown("KEY_RIGHT")
    user.wait(600)
    _ = user.interface.loseKey("KEY_RIGHT", at: user.now)
    _ = user.asked()
    user.wait(5000)
    #expect(user.asked() == [])
  }

  @Test(
    "The volume stays within its limits, and raising it unmutes",
    arguments: [
      (0.98, false, "KEY_VOLUMEUP", ["volume 1.0"]),
      (0.03, false, "KEY_VOLUMEDOWN", ["volume 0.0"]),
      (0, false, "KEY_VOLUMEDOWN", []), (0.5, true, "KEY_VOLUMEUP", ["volume 0.05", "mute off"]),
      (0.5, true, "KEY_VOLUMEDOWN", []), (0.5, true, "KEY_MUTE", ["mute off"]),
    ])
  func volume(volume: Double, isMuted: Bool, key: String, requests: [String]) {
    var user = SimulatedUser.watching()
    user.hear { ($0.volume, $0.isMuted) = (volume, isMuted) }
    user.key(key)
    #expect(user.asked() == requests)
    #expect(!user.drawings.isEmpty)
  }

  @Test("Keys do not navigate during a scrub")
  func whileScrubbing() throws {
    var user = SimulatedUser.watching()
    user.tap(user.place(.middle))
    user.wait(400)
    user.pull(from: try user.onSlider(0.2), to: try user.onSlider(0.4))
    _ = user.asked()
    user.key("KEY_RIGHT", "KEY_OK", "KEY_MENU", "KEY_5", "KEY_VOLUMEDOWN")
    #expect(user.asked() == ["volume 0.95"])
    user.lift()
    #expect(user.asked() == ["scrub-end"])
  }

  @Test("OK or back dismisses a message and does nothing else", arguments: ["KEY_OK", "KEY_BACK"])
  func message(key: String) {
    var user = SimulatedUser.watching(list: 3)
    user.hearFailure()
    user.hold(key, for: 700)
    user.wait(300)
    #expect(user.asked() == [] && user.drawings.isEmpty)
  }

  @Test("Choosing a track by key shows the choice")
  func note() {
    var user = SimulatedUser.watching()
    user.key("KEY_SUBTITLE")
    #expect(user.texts == ["Subtitles: Deutsch"])
    user.wait(2000)
    #expect(user.drawings.isEmpty)
  }
}
