public import VitrinePlaylists
public import VitrineTiming

/// What is seen of an item. Its opening tells one showing from another of the same item.
public enum ScreenNews: Sendable {
  /// Its first picture is on screen, or the first after a seek.
  case began(Item, opening: Run, at: HostTime)
  case left(Item, opening: Run, ScreenTime, ShowingEnd)
}

/// How what was seen of an item has ended.
public enum ShowingEnd: String, Sendable {
  /// It was shown to its end.
  case ended
  /// Something else was shown before its end.
  case cut
  case failed
  /// It goes on: it was sought in, or the display was dark.
  case open
}
