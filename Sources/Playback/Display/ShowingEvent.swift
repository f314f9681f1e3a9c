package import VitrinePlaylists
package import VitrineTiming

/// An event for proof of play. The opening identifies the showing.
package enum ShowingEvent: Sendable {
  /// The first picture is on screen, or the first after a seek.
  case began(Item, opening: Run, at: HostTime)
  case left(Item, opening: Run, ScreenTime, ShowingEnd)
}

/// How a showing ended.
package enum ShowingEnd: String, Sendable {
  /// It was shown to its end.
  case ended
  /// Something else replaced it.
  case cut
  case failed
  /// It continues: there was a seek, or the display was dark.
  case open
}
