import Glibc

/// The input devices to use, and how.
package struct InputOptions: Hashable, Sendable {
  /// The touchscreens to use. Keys are read from every device that has some.
  package var touchscreens: TouchscreenChoice
  /// Whether to grab the devices. Otherwise keys also reach the console behind the picture.
  package var grabs: Bool

  /// Names or paths of barcode and NFC readers that act as keyboards. Their keys are reported as codes.
  package var readers: [String]

  package init(
    touchscreens: TouchscreenChoice = .automatic, grabs: Bool = true, readers: [String] = []
  ) {
    self.touchscreens = touchscreens
    self.grabs = grabs
    self.readers = readers
  }

  func isReader(_ device: InputDeviceSummary) -> Bool {
    readers.contains { device.isNamed($0) }
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
    case .named(let names): names.contains { device.isNamed($0) }
    }
  }
}

extension InputDeviceSummary {
  /// Whether this is its name, its path or a link to that.
  fileprivate func isNamed(_ text: String) -> Bool {
    text == name || resolved(text) == resolved(path)
  }

  /// Resolves links (C: `realpath`).
  private func resolved(_ path: String) -> String {
    guard path.hasPrefix("/"), let end = unsafe realpath(path, nil) else { return path }
    defer { unsafe free(end) }
    return unsafe String(cString: end)
  }
}
