import Foundation
import Testing

/// Every key of a remote, and the player's requests.
@Suite(.serialized, .enabled(if: Lab.isThere))
struct KeyTests {
  /// Keys, the request of each, and whether the overlay is still visible after its timeout.
  private static let table: [(keys: String, wanted: Wanted, leaves: Bool?)] = [
    ("OK ENTER KPENTER SELECT SPACE PLAYPAUSE", ["toggle"], false),
    ("UP DOWN INFO EPG", [], false),
    ("LEFT REWIND FASTREVERSE SLOWREVERSE", ["skip -10.0"], false),
    ("RIGHT FASTFORWARD SLOW", ["skip 10.0"], false),
    // Without a list there is nothing to go back to.
    ("BACK ESC EXIT BACKSPACE CANCEL", [], nil),
    ("PLAY PLAYCD", ["play"], false),
    ("PAUSE PAUSECD", ["pause"], false),
    ("NEXT NEXTSONG FORWARD CHANNELUP PAGEUP", ["next"], nil),
    ("PREVIOUS PREVIOUSSONG CHANNELDOWN PAGEDOWN", ["previous"], nil),
    ("VOLUMEDOWN", ["volume 0.95"], false), ("VOLUMEUP", ["volume 1.0"], false),
    ("MUTE", ["mute on"], false), ("UNMUTE", ["mute off"], false),
    ("AUDIO", ["audio 2"], false), ("LANGUAGE", ["audio 1"], false), ("SOUND", ["audio 2"], false),
    // There are no subtitles, and only the red key is assigned.
    ("SUBTITLE TEXT NUMERIC_STAR NUMERIC_POUND GREEN YELLOW BLUE", [], nil),
    ("PROG1 Q", [], nil),
    // The last one turns the display on again.
    ("POWER POWER2 SLEEP WAKEUP SUSPEND POWER", ["display toggle"], nil),
    ("RED", ["mute on"], false), ("RED", ["mute off"], false),
    ("ZOOM", ["fit cover"], nil), ("SCREEN", ["fit stretch"], nil),
    ("ASPECT_RATIO", ["fit contain"], nil), ("ANGLE", ["rotation 90"], nil),
    ("STOP STOPCD EJECTCD", ["stop"], nil),
  ]
  private static let menus =
    "HOME HOMEPAGE MENU ROOT_MENU MEDIA_TOP_MENU CONTEXT_MENU SETUP CONFIG OPTION"

  @Test("Each key of a remote causes exactly its own request")
  func keys() throws {
    let clip = try TouchClips.calm()
    let steps = Self.steps()
    let scene = try TouchScene(
      "keys", "--loop queue --key KEY_RED=mute '\(clip)' '\(clip)'",
      ["@wait shown", "@sleep 1"] + TouchScene.orders(steps))
    scene.check(steps)
  }

  private static func steps() -> [TouchScene.Step] {
    let plain = table.flatMap { row in
      row.keys.split(separator: " ").map { key in
        // Resumes playback if the key paused it.
        TouchScene.Step(
          "\(key)",
          [TouchGlass.key("\(key)"), TouchGlass.wait(600), "play", TouchScene.untilHidden],
          row.wanted, leaves: row.leaves)
      }
    }
    let menus = menus.split(separator: " ").map { key in
      TouchScene.Step(
        "\(key)",
        [
          TouchGlass.key("\(key)"), TouchGlass.wait(300), TouchGlass.key("UP"),
          TouchGlass.wait(100), TouchGlass.key("OK"), TouchScene.untilHidden,
        ], ["audio 1"], leaves: false)
    }
    let digits = (0..<10).flatMap { digit in
      ["NUMERIC_", "", "KP"].map { prefix in
        let place = Double(digit) / 10 * TouchClips.seconds
        return TouchScene.Step(
          "\(prefix)\(digit)", [TouchGlass.key("\(prefix)\(digit)"), TouchGlass.wait(800)],
          .one("seek", place...place + 0.5), leaves: nil)
      }
    }
    return digits + plain + menus
  }

  @Test("A held key repeats at the player's own rate, with growing steps")
  func held() throws {
    let scene = try TouchScene(
      "keys-held", "'\(TouchClips.calm())'",
      [
        "@wait shown", "seek 280", "@sleep 1", "# held", "@input key KEY_LEFT 1",
        TouchGlass.wait(1950), "@input key KEY_LEFT 0", TouchGlass.wait(1000),
      ])
    let chapter = try #require(scene.chapters.first)
    let begin = try #require(chapter.first { $0.event == "input" }?.time)
    let asked = chapter.filter { $0.request != nil }
    let steps = [10, 10, 10, 20, 20, 30, 30, 40, 40, 50, 50, 60, 60, 60, 60, 60, 60]
    #expect(asked.compactMap(\.request) == steps.map { "skip \(-Double($0))" })
    let times = [0.0] + (0..<16).map { 0.4 + 0.1 * Double($0) }
    for (entry, time) in zip(asked, times) {
      #expect(abs(entry.time - begin - time) < 0.005, "\(entry.time - begin) for \(time)")
    }
  }

  @Test("Holding OK opens the menu")
  func menu() throws {
    let press = ["@input key KEY_OK 1", TouchGlass.wait(800), "@input key KEY_OK 0"]
    let steps = [
      TouchScene.Step(
        "held",
        press + [
          TouchGlass.wait(300), TouchGlass.key("DOWN"), TouchGlass.wait(100),
          TouchGlass.key("OK"), TouchGlass.wait(1000),
        ],
        // The key press toggles at once; the menu undoes that.
        ["toggle", "toggle", "audio 2"], leaves: true)
    ]
    let scene = try TouchScene(
      "keys-menu", "'\(TouchClips.calm())'",
      ["@wait shown", "@sleep 1"] + TouchScene.orders(steps))
    scene.check(steps)
  }
}
