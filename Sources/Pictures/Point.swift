/// A position on a display in pixels from its upper left corner, with fractions: shapes are
/// antialiased, and touches are not aligned to pixels.
package struct Point: Hashable, Sendable {
  package var x: Double
  package var y: Double

  package init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }

  package static func - (a: Point, b: Point) -> Point { Point(a.x - b.x, a.y - b.y) }
  package static func + (a: Point, b: Point) -> Point { Point(a.x + b.x, a.y + b.y) }

  /// The distance from the upper left corner.
  package var length: Double { (x * x + y * y).squareRoot() }
}

/// A rectangle with fractions of pixels.
package struct Rect: Hashable, Sendable {
  package var x: Double
  package var y: Double
  package var width: Double
  package var height: Double

  package init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  package init(_ size: PixelSize) {
    self.init(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
  }

  /// A square of `side` around a point.
  package init(center: Point, side: Double) {
    self.init(x: center.x - side / 2, y: center.y - side / 2, width: side, height: side)
  }

  package var right: Double { x + width }
  package var bottom: Double { y + height }
  package var center: Point { Point(x + width / 2, y + height / 2) }
  package var isEmpty: Bool { width <= 0 || height <= 0 }

  package func contains(_ point: Point) -> Bool {
    point.x >= x && point.x < right && point.y >= y && point.y < bottom
  }

  /// Shrinks it by this much on each side; negative values enlarge it.
  package func inset(_ across: Double, _ down: Double) -> Rect {
    Rect(x: x + across, y: y + down, width: width - 2 * across, height: height - 2 * down)
  }

  package func moved(_ across: Double, _ down: Double) -> Rect {
    Rect(x: x + across, y: y + down, width: width, height: height)
  }

  /// The smallest rectangle that contains both.
  package func union(_ other: Rect) -> Rect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    let (left, top) = (min(x, other.x), min(y, other.y))
    return Rect(
      x: left, y: top, width: max(right, other.right) - left,
      height: max(bottom, other.bottom) - top)
  }

  /// The common part; nil if there is none.
  package func intersection(_ other: Rect) -> Rect? {
    let (left, top) = (max(x, other.x), max(y, other.y))
    let common = Rect(
      x: left, y: top, width: min(right, other.right) - left,
      height: min(bottom, other.bottom) - top)
    return common.isEmpty ? nil : common
  }

  /// All pixels that it touches.
  package var pixels: PixelRect {
    let (left, top) = (Int(x.rounded(.down)), Int(y.rounded(.down)))
    return PixelRect(
      x: left, y: top, width: Int(right.rounded(.up)) - left,
      height: Int(bottom.rounded(.up)) - top)
  }
}

extension Rect {
  package init(_ rect: PixelRect) {
    self.init(
      x: Double(rect.x), y: Double(rect.y), width: Double(rect.width), height: Double(rect.height))
  }
}
