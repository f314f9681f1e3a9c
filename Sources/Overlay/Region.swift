/// The region under a finger.
public enum Region: Hashable, Sendable {
  /// The left, middle or right third of the picture.
  case picture(Third)
  case control(Control)
  /// A bar, a menu or a card, apart from its controls.
  case backdrop
  /// A row of the track menu.
  case row(Int)
  /// Next to an open menu.
  case outside
  case message
  /// The notice above everything.
  case notice
  case catalogue(Catalogue.Region)
  case service(ServicePart)
  /// An area of the program's own layer, by id.
  case own(String)

  public enum Third: Hashable, Sendable { case left, middle, right }
}

/// A control that can be touched, or reached with the arrow keys, during a video.
public enum Control: Hashable, Sendable, CaseIterable {
  case back, playPause, slider, tracks, rotate
  /// Returns to the live edge.
  case live
}
