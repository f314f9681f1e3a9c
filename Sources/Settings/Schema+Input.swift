internal import VitrineGestures
internal import VitrineOverlay

extension Schema {
  static let keys: [Setting] = [
    .keys(
      "keys", without: "the usual meaning of each", \.interface.keys,
      """
      What keys of remotes and keyboards do: a line `KEY_RED: subtitles` for each that is to do \
      something else than usual, `none` for one that is to do nothing. `vitrine keys` prints these \
      lines for the keys that are pressed.
      """)
  ]

  static let input: [Setting] = [
    .flag(
      "input.grab", \.input.grabs,
      """
      Whether other programs get nothing from these devices. Without it keys also reach the \
      console behind the picture.
      """),
    .names(
      "input.touchscreens", most: 16, without: "all of them", \.input.touchscreens,
      "Only the touchscreens of these names or paths; links in `/dev/input/by-path` count."),
  ]
}
