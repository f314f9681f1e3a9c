public import VitrineTiming

/// How the program that plays draws over the video, and how often.
public struct OwnDrawing: Sendable {
  /// When it is drawn anew, beside each time that the display is turned or another one, and when a finger comes
  /// down on something of it or leaves.
  public enum Pace: Hashable, Sendable {
    case whenAsked
    /// Every so often, in rhythm. It is held between a hundredth of a second and a day.
    case every(Duration)
    /// Each time that the display has shown the picture before.
    case everyFrame
  }

  public var pace: Pace
  /// On the interface's thread, which must not be kept.
  public var draw: @Sendable (OwnSheet) -> OwnScene

  public init(_ pace: Pace = .whenAsked, _ draw: @escaping @Sendable (OwnSheet) -> OwnScene) {
    (self.pace, self.draw) = (pace, draw)
  }
}

/// What is drawn upon, at one moment.
public struct OwnSheet: Sendable {
  public let theme: Theme
  public let metrics: Metrics
  /// In rhythm with the display's refreshes while something moves.
  public let now: HostTime
  /// The area that a finger is on.
  public let pressed: String?

  public init(theme: Theme, metrics: Metrics, now: HostTime, pressed: String? = nil) {
    (self.theme, self.metrics, self.now, self.pressed) = (theme, metrics, now, pressed)
  }
}
