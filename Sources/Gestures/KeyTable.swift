/// The actions of keys by libevdev's names ("KEY_OK").
package struct KeyTable: Hashable, Sendable {
  private let actions: [String: KeyAction]

  /// The default table with the configuration's `overrides`, by the same names. `KeyAction.none`
  /// removes a key's action.
  package init(overrides: [String: KeyAction] = [:]) {
    actions = Self.defaults.merging(overrides) { $1 }
  }

  /// Nil for a key that is in neither table.
  package subscript(name: String) -> KeyAction? { actions[name] }

  /// The action with this configuration name ("play-pause"); nil for any other word.
  package static func action(named name: String) -> KeyAction? { KeyAction(rawValue: name) }
}

extension KeyTable {
  /// Covers the kernel's rc-cec keymap, the frequent keys of its other remote keymaps, and
  /// keyboards.
  fileprivate static let defaults: [String: KeyAction] = {
    var table: [String: KeyAction] = [:]
    for (action, names) in rows {
      for name in names.split(separator: " ") { table["KEY_\(name)"] = action }
    }
    for (action, names) in buttons {
      for name in names.split(separator: " ") { table["BTN_\(name)"] = action }
    }
    for digit in 0...9 {
      guard let action = KeyAction(rawValue: "digit\(digit)") else { continue }
      // Remotes have separate codes for digits, which keyboard layouts do not change.
      for prefix in ["NUMERIC_", "", "KP"] { table["KEY_\(prefix)\(digit)"] = action }
    }
    return table
  }()

  /// Gamepads, and the first two buttons of joysticks. The left stick and the hat press DPAD buttons.
  private static let buttons: [(KeyAction, String)] = [
    (.ok, "SOUTH TRIGGER"), (.back, "EAST THUMB"), (.info, "NORTH SELECT"),
    (.menu, "WEST START MODE"), (.previous, "TL"), (.next, "TR"), (.seekBackward, "TL2"),
    (.seekForward, "TR2"), (.up, "DPAD_UP"), (.down, "DPAD_DOWN"), (.left, "DPAD_LEFT"),
    (.right, "DPAD_RIGHT"),
  ]

  private static let rows: [(KeyAction, String)] = [
    (.ok, "OK ENTER KPENTER SELECT SPACE"),
    (.up, "UP"), (.down, "DOWN"), (.left, "LEFT"), (.right, "RIGHT"),
    (.back, "BACK ESC EXIT BACKSPACE CANCEL"),
    (
      .menu,
      "HOME HOMEPAGE MENU ROOT_MENU MEDIA_TOP_MENU CONTEXT_MENU SETUP CONFIG OPTION"
    ),
    (.playPause, "PLAYPAUSE"),
    // The kernel's HDMI-CEC keymap uses the keys of a disc player.
    (.play, "PLAY PLAYCD"), (.pause, "PAUSE PAUSECD"), (.stop, "STOP STOPCD EJECTCD"),
    (.seekForward, "FASTFORWARD SLOW"), (.seekBackward, "REWIND FASTREVERSE SLOWREVERSE"),
    // HDMI-CEC's "forward" means the next chapter.
    (.next, "NEXT NEXTSONG FORWARD CHANNELUP PAGEUP"),
    (.previous, "PREVIOUS PREVIOUSSONG CHANNELDOWN PAGEDOWN"),
    (.volumeUp, "VOLUMEUP"), (.volumeDown, "VOLUMEDOWN"), (.mute, "MUTE UNMUTE"),
    (.info, "INFO EPG"), (.subtitles, "SUBTITLE TEXT"), (.audio, "AUDIO LANGUAGE SOUND"),
    // Two codes have two names each: libevdev may report either.
    (.fit, "ZOOM FULL_SCREEN SCREEN ASPECT_RATIO"),
    (.rotate, "ANGLE ROTATE_DISPLAY DIRECTION"),
    (.red, "RED"), (.green, "GREEN"), (.yellow, "YELLOW"), (.blue, "BLUE"),
    (.power, "POWER POWER2 SLEEP WAKEUP SUSPEND"),
    (.none, "NUMERIC_STAR NUMERIC_POUND RIGHT_UP RIGHT_DOWN LEFT_UP LEFT_DOWN"),
  ]
}
