/// A touch panel whose content is rotated clockwise by `rotation` degrees. Computes where a finger has to land to touch
/// a point of the upright content, independently of the player's code.
struct TouchGlass {
  /// The panel as it scans out, in pixels.
  var width = 640
  var height = 480
  var rotation = 0

  /// The touchscreen's coordinates are 0 to this on both axes.
  static let last = 4095.0

  /// The upright content, in pixels.
  var size: (width: Double, height: Double) {
    let isSideways = rotation % 180 == 90
    return (Double(isSideways ? height : width), Double(isSideways ? width : height))
  }

  /// Converts the interface's layout points to pixels.
  func points(_ count: Double) -> Double { count * Double(min(width, height)) / 540 }

  /// The touchscreen's coordinates for a point in the upright content, given as fractions.
  func place(_ x: Double, _ y: Double) -> (x: Int, y: Int) {
    // Clockwise by 90: left becomes top, and top becomes right.
    let (across, down) =
      switch rotation {
      case 90: (1 - y, x)
      case 180: (1 - x, 1 - y)
      case 270: (y, 1 - x)
      default: (x, y)
      }
    return (Int((across * Self.last).rounded()), Int((down * Self.last).rounded()))
  }

  /// The inverse: the point at these coordinates as fractions of the upright content.
  func upright(_ x: Int, _ y: Int) -> (x: Double, y: Double) {
    let (across, down) = (Double(x) / Self.last, Double(y) / Self.last)
    return switch rotation {
    case 90: (down, 1 - across)
    case 180: (1 - across, 1 - down)
    case 270: (1 - down, across)
    default: (across, down)
    }
  }

  /// The middle of the slider, as a fraction of the height. On a portrait display the slider has its own row above the
  /// buttons.
  var sliderHeight: Double {
    let row = size.height > size.width ? 44.0 : 0
    return 1 - points(24 + 44 / 2 - 8 + row) / size.height
  }

  /// The middle of the buttons in the bottom bar.
  var buttonHeight: Double { 1 - points(24 + 44 / 2 - 8) / size.height }

  /// The middle of a button in the bottom bar, counted from 1 at the right.
  func button(_ number: Int) -> Double {
    1 - points(24 - 10 + 44 * (Double(number) - 0.5)) / size.width
  }

  /// A point this many layout points to the right of the middle.
  func fromMiddle(_ count: Double) -> Double { 0.5 + points(count) / size.width }

  /// A point on the first card of a gallery with a heading, as fractions.
  var firstCard: (x: Double, y: Double) {
    (points(24 + 60) / size.width, points(24 + 58 + 40) / size.height)
  }

  /// The middle of a narrow chip above the cards, counted from 0 at the left.
  func chip(_ number: Int) -> (x: Double, y: Double) {
    (points(24 + 26 + 60 * Double(number)) / size.width, points(24 + 58 + 18) / size.height)
  }

  /// A point on the first card of a gallery with a heading and chips.
  var firstCardBelowChips: (x: Double, y: Double) {
    (firstCard.x, firstCard.y + points(56) / size.height)
  }

  // Orders for tools/lab.d/converse.

  func down(_ x: Double, _ y: Double, slot: Int = 0) -> String {
    let place = place(x, y)
    return "@input down \(slot) \(place.x) \(place.y)"
  }

  func move(_ x: Double, _ y: Double, slot: Int = 0) -> String {
    let place = place(x, y)
    return "@input move \(slot) \(place.x) \(place.y)"
  }

  func up(slot: Int = 0) -> String { "@input up \(slot)" }

  func tap(_ x: Double, _ y: Double, for milliseconds: Int = 50) -> [String] {
    [down(x, y), Self.wait(milliseconds), up()]
  }

  /// Taps at the pace of a person.
  func taps(_ count: Int, _ x: Double, _ y: Double) -> [String] {
    Array((0..<count).map { _ in tap(x, y) }.joined(separator: [Self.wait(120)]))
  }

  /// Moves a finger straight from one point to another in `steps` equal steps and holds it before lifting it.
  func drag(
    from start: (x: Double, y: Double), to end: (x: Double, y: Double), steps: Int = 10
  ) -> [String] {
    let moves = (1...steps).flatMap { step -> [String] in
      let part = Double(step) / Double(steps)
      return [
        Self.wait(20), move(start.x + (end.x - start.x) * part, start.y + (end.y - start.y) * part),
      ]
    }
    return [down(start.x, start.y)] + moves + [Self.wait(150), up()]
  }

  static func wait(_ milliseconds: Int) -> String { "@input wait \(milliseconds)" }
  static func key(_ name: String) -> String { "@input tap KEY_\(name)" }
}
