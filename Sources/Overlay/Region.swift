/// What lies under a finger, as the interface sees it.
public enum Region: Hashable, Sendable {
  /// The picture itself, in its left, middle or right third.
  case picture(Third)
  case control(Control)
  /// A bar, a menu or a card, where it has nothing to touch.
  case backdrop
  /// A row of the track menu.
  case row(Int)
  /// Beside an open menu.
  case outside
  case message
  /// What is shown to all, over everything.
  case notice
  case catalogue(Catalogue.Region)
  case service(ServicePart)
  /// Something of the program's own, by its name for it.
  case own(String)

  public enum Third: Hashable, Sendable { case left, middle, right }
}

/// What can be touched, or reached with the arrow keys, while something plays.
public enum Control: Hashable, Sendable, CaseIterable {
  case back, playPause, slider, tracks, rotate
  /// Goes back to what happens, in a live stream that people have left behind.
  case live
}
