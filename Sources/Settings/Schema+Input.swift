internal import VitrineGestures
internal import VitrineOverlay

extension Schema {
  static let keys: [Setting] = [
    .keys(
      "keys", without: "each key's usual action", \.interface.keys,
      """
      Actions for keys of remotes and keyboards. `KEY_RED: subtitles` changes what a key does; `none` \
      disables it. `vitrine keys` prints this line for each key you press.
      """)
  ]

  static let input: [Setting] = [
    .flag(
      "input.grab", \.input.grabs,
      """
      Grab the input devices. If false, other programs and the console behind the picture receive the \
      keys, too.
      """),
    .names(
      "input.touchscreens", most: 16, without: "all", \.input.touchscreens,
      """
      Use only the touchscreens with these names or paths. Links in `/dev/input/by-path` work, too.
      """),
  ]
}
