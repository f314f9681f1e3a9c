/// Which input devices are used, and how.
public struct InputOptions: Hashable, Sendable {
  /// Which touchscreens are used. Keys are taken from every device that has some.
  public var touchscreens: TouchscreenChoice
  /// Whether other programs get nothing from the devices that are used. Without it keys also
  /// reach the console behind the picture.
  public var grabs: Bool

  public init(touchscreens: TouchscreenChoice = .automatic, grabs: Bool = true) {
    (self.touchscreens, self.grabs) = (touchscreens, grabs)
  }
}

/// Which touchscreens are used.
public enum TouchscreenChoice: Hashable, Sendable {
  /// All that belong to the display's output.
  case automatic(TouchAssociation)
  /// Those with one of these names or paths; links such as those in `/dev/input/by-path` count.
  case named([String])

  /// All of them, as where there is one display.
  public static var automatic: TouchscreenChoice { .automatic(TouchAssociation()) }
}
