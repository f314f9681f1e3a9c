/// The input devices to use, and how.
public struct InputOptions: Hashable, Sendable {
  /// The touchscreens to use. Keys are read from every device that has some.
  public var touchscreens: TouchscreenChoice
  /// Whether to grab the devices. Otherwise keys also reach the console behind the picture.
  public var grabs: Bool

  public init(touchscreens: TouchscreenChoice = .automatic, grabs: Bool = true) {
    self.touchscreens = touchscreens
    self.grabs = grabs
  }
}

/// A selection of touchscreens.
public enum TouchscreenChoice: Hashable, Sendable {
  /// The touchscreens that belong to the display's output.
  case automatic(TouchAssociation)
  /// Touchscreens with one of these names or paths, including links such as those in `/dev/input/by-path`.
  case named([String])

  /// All touchscreens, for a single display.
  public static var automatic: TouchscreenChoice { .automatic(TouchAssociation()) }
}
