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
      ("KEY_MENU", []), ("KEY_INFO", []), ("KEY_RED", []), ("KEY_POWER", ["display toggle"]),
      ("KEY_SLEEP", ["display toggle"]),
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
