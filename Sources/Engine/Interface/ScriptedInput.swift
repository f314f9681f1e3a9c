internal import VitrineInputDevices
package import VitrinePictures
internal import VitrineTiming

/// Simulated input: one finger on the panel, and keys.
package enum ScriptedInput: Hashable, Sendable {
  /// A finger lands here: 0 to 1 from the panel's left and top edges.
  case touchDown(Point)
  /// The finger moves here. Ignored if no finger is down.
  case touchMove(Point)
  case touchUp
  /// A key, by the kernel's name.
  case key(String, isDown: Bool)

  /// Parses the words of a line: `touch down X Y`, `touch move X Y`, `touch up`, `key KEY_OK down`,
  /// `key KEY_OK up`. Returns nil for anything else, and for positions outside the panel.
  package init?(words: [String]) {
    switch (words.count, words.first, words.dropFirst().first) {
    case (2, "touch", "up"): self = .touchUp
    case (4, "touch", let phase?):
      guard let place = Self.place(words[2], words[3]) else { return nil }
      switch phase {
      case "down": self = .touchDown(place)
      case "move": self = .touchMove(place)
      default: return nil
      }
    case (3, "key", let name?):
      guard Self.isKey(name), let isDown = ["down": true, "up": false][words[2]] else {
        return nil
      }
      self = .key(name, isDown: isDown)
    default: return nil
    }
  }

  private static func place(_ across: String, _ down: String) -> Point? {
    // NaN is not in the range either.
    guard let x = Double(across), let y = Double(down), (0...1).contains(x), (0...1).contains(y)
    else { return nil }
    return Point(x, y)
  }

  private static func isKey(_ name: String) -> Bool {
    (name.hasPrefix("KEY_") || name.hasPrefix("BTN_")) && (5...64).contains(name.utf8.count)
  }
}

/// Turns scripted input into the events of a device.
struct ScriptedInputDevice {
  private var fingers = 0
  private var isDown = false

  /// Replaces a device's path.
  static let device = "script"

  /// Returns nil if the input has no effect.
  mutating func event(_ input: ScriptedInput, at time: HostTime) -> InputEvent? {
    switch input {
    case .touchDown(let place):
      // A new finger, which replaces one that is still down.
      fingers += 1
      isDown = true
      return touch(place, time)
    case .touchMove(let place): return isDown ? touch(place, time) : nil
    case .touchUp:
      guard isDown else { return nil }
      isDown = false
      return .touch(NormalizedTouchFrame([], at: time, on: Self.device))
    case .key(let name, let isDown):
      return .key(KeyChange(name, isDown: isDown, at: time, on: Self.device))
    }
  }

  private func touch(_ place: Point, _ time: HostTime) -> InputEvent {
    let contact = NormalizedContact(id: fingers, x: place.x, y: place.y)
    return .touch(NormalizedTouchFrame([contact], at: time, on: Self.device))
  }
}
