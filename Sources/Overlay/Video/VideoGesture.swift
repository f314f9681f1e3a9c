/// What fingers do over a video beside taps at buttons, the slider and the bars. Each can be ignored.
public enum VideoGesture: String, CaseIterable, Hashable, Sendable {
  /// In the middle plays and pauses; at a side it skips.
  case doubleTap = "double-tap"
  /// Plays and pauses.
  case twoFingerTap = "two-finger-tap"
  /// Opens the menu of sound and subtitles.
  case longPress = "long-press"
  /// Across the picture: looks for a place.
  case drag
  /// Up and down at the right edge.
  case volume
  /// Down: back.
  case swipeDown = "swipe-down"
}
