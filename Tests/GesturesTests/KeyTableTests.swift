import Testing
import VitrineGestures

@Suite("Key assignments")
struct KeyTableTests {
  @Test(
    "Keys of remotes and keyboards have their usual action",
    arguments: [
      (KeyAction.ok, "OK ENTER KPENTER SELECT SPACE"), (.up, "UP"), (.down, "DOWN"),
      (.left, "LEFT"), (.right, "RIGHT"), (.back, "BACK ESC EXIT BACKSPACE CANCEL"),
      (
        .menu, "HOME HOMEPAGE MENU ROOT_MENU MEDIA_TOP_MENU CONTEXT_MENU SETUP CONFIG OPTION"
      ),
      (.playPause, "PLAYPAUSE"), (.play, "PLAY PLAYCD"), (.pause, "PAUSE PAUSECD"),
      (.stop, "STOP STOPCD EJECTCD"), (.seekForward, "FASTFORWARD SLOW"),
      (.seekBackward, "REWIND FASTREVERSE SLOWREVERSE"),
      (.next, "NEXT NEXTSONG FORWARD CHANNELUP PAGEUP"),
      (.previous, "PREVIOUS PREVIOUSSONG CHANNELDOWN PAGEDOWN"), (.volumeUp, "VOLUMEUP"),
      (.volumeDown, "VOLUMEDOWN"), (.mute, "MUTE UNMUTE"), (.info, "INFO EPG"),
      (.subtitles, "SUBTITLE TEXT"), (.audio, "AUDIO LANGUAGE SOUND"),
      (.fit, "ZOOM SCREEN ASPECT_RATIO"), (.rotate, "ANGLE"), (.red, "RED"), (.green, "GREEN"),
      (.yellow, "YELLOW"), (.blue, "BLUE"), (.power, "POWER POWER2 SLEEP WAKEUP SUSPEND"),
      (.digit0, "NUMERIC_0 0 KP0"), (.digit5, "NUMERIC_5 5 KP5"), (.digit9, "NUMERIC_9 9 KP9"),
    ])
  func usual(action: KeyAction, names: String) {
    let table = KeyTable()
    for name in names.split(separator: " ") { #expect(table["KEY_\(name)"] == action) }
  }

  @Test("Every action except none has a key")
  func complete() {
    let names = (0...9).flatMap { ["NUMERIC_\($0)"] } + Self.firstNames
    let reached = Set(names.compactMap { KeyTable()["KEY_\($0)"] })
    #expect(Set(KeyAction.allCases).subtracting(reached) == [.none])
  }

  private static let firstNames = """
    OK UP DOWN LEFT RIGHT BACK MENU PLAYPAUSE PLAY PAUSE STOP FASTFORWARD REWIND NEXT PREVIOUS \
    VOLUMEUP VOLUMEDOWN MUTE INFO SUBTITLE AUDIO ZOOM ANGLE RED GREEN YELLOW BLUE POWER
    """.split(separator: " ").map(String.init)

  @Test(
    "A key missing from the table has no action",
    arguments: ["KEY_COFFEE", "OK", "", "KEY_"])
  func unknown(name: String) {
    #expect(KeyTable()[name] == nil)
  }

  @Test("The configuration adds, changes or removes a key's action")
  func overrides() {
    let table = KeyTable(overrides: ["KEY_COFFEE": .menu, "KEY_OK": .playPause, "KEY_POWER": .none])
    #expect(table["KEY_COFFEE"] == .menu)
    #expect(table["KEY_OK"] == .playPause)
    #expect(table["KEY_POWER"] == KeyAction.none)
    #expect(table["KEY_ENTER"] == .ok)
  }

  @Test("Actions have the names used in the configuration")
  func names() {
    #expect(KeyTable.action(named: "play-pause") == .playPause)
    #expect(KeyTable.action(named: "none") == KeyAction.none)
    #expect(KeyTable.action(named: "playPause") == nil)
    #expect(KeyAction.allCases.allSatisfy { KeyTable.action(named: $0.rawValue) == $0 })
  }
}
