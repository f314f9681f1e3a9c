extension KeyTable {
  /// Covers the kernel's rc-cec keymap, the frequent keys of its other keymaps for remotes, and
  /// keyboards.
  static let usual: [String: KeyAction] = {
    var table: [String: KeyAction] = [:]
    for (action, names) in rows {
      for name in names.split(separator: " ") { table["KEY_\(name)"] = action }
    }
    for digit in 0...9 {
      guard let action = KeyAction(rawValue: "digit\(digit)") else { continue }
      // Remotes have numbers of their own, so that no keyboard layout gets at them.
      for prefix in ["NUMERIC_", "", "KP"] { table["KEY_\(prefix)\(digit)"] = action }
    }
    return table
  }()

  private static let rows: [(KeyAction, String)] = [
    (.ok, "OK ENTER KPENTER SELECT SPACE"),
    (.up, "UP"), (.down, "DOWN"), (.left, "LEFT"), (.right, "RIGHT"),
    (.back, "BACK ESC EXIT BACKSPACE CANCEL"),
    (
      .menu,
      "HOME HOMEPAGE MENU ROOT_MENU MEDIA_TOP_MENU CONTEXT_MENU SETUP CONFIG OPTION"
    ),
    (.playPause, "PLAYPAUSE"),
    // The kernel's map for HDMI-CEC has those of a disc player.
    (.play, "PLAY PLAYCD"), (.pause, "PAUSE PAUSECD"), (.stop, "STOP STOPCD EJECTCD"),
    (.seekForward, "FASTFORWARD SLOW"), (.seekBackward, "REWIND FASTREVERSE SLOWREVERSE"),
    // HDMI-CEC's "forward" is that of a disc player: to the next chapter.
    (.next, "NEXT NEXTSONG FORWARD CHANNELUP PAGEUP"),
    (.previous, "PREVIOUS PREVIOUSSONG CHANNELDOWN PAGEDOWN"),
    (.volumeUp, "VOLUMEUP"), (.volumeDown, "VOLUMEDOWN"), (.mute, "MUTE UNMUTE"),
    (.info, "INFO EPG"), (.subtitles, "SUBTITLE TEXT"), (.audio, "AUDIO LANGUAGE SOUND"),
    // Two pairs of names for the same two codes: libevdev may tell either.
    (.fit, "ZOOM FULL_SCREEN SCREEN ASPECT_RATIO"),
    (.rotate, "ANGLE ROTATE_DISPLAY DIRECTION"),
    (.red, "RED"), (.green, "GREEN"), (.yellow, "YELLOW"), (.blue, "BLUE"),
    (.power, "POWER POWER2 SLEEP WAKEUP SUSPEND"),
    (.none, "NUMERIC_STAR NUMERIC_POUND RIGHT_UP RIGHT_DOWN LEFT_UP LEFT_DOWN"),
  ]
}
