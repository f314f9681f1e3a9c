import Glibc

/// The input devices to use, and how.
package struct InputOptions: Hashable, Sendable {
  /// The touchscreens to use. Keys are read from every device that has some.
  package var touchscreens: TouchscreenChoice
  /// Whether to grab the devices. Otherwise keys also reach the console behind the picture.
  package var grabs: Bool

  package init(touchscreens: TouchscreenChoice = .automatic, grabs: Bool = true) {
    self.touchscreens = touchscreens
    self.grabs = grabs
  }
}

/// A selection of touchscreens and mice.
package enum TouchscreenChoice: Hashable, Sendable {
  /// The touchscreens that belong to the display's output.
  case automatic(TouchAssociation)
  /// Touchscreens with one of these names or paths, including links such as those in `/dev/input/by-path`.
  case named([String])

  /// All touchscreens, for a single display.
  package static var automatic: TouchscreenChoice { .automatic(TouchAssociation()) }
}

extension TouchscreenChoice {
  /// Whether to use this touchscreen or mouse.
  func uses(_ device: InputDeviceSummary) -> Bool {
    switch self {
    case .automatic(let association): association.uses(parent: device.parent)
    case .named(let names):
      names.contains { $0 == device.name || resolved($0) == resolved(device.path) }
    }
  }

  /// Resolves links (C: `realpath`).
  private func resolved(_ path: String) -> String {
    guard path.hasPrefix("/"), let end = unsafe realpath(path, nil) else { return path }
    defer { unsafe free(end) }
    return unsafe String(cString: end)
  }
}
