/// Width and height in pixels.
package struct PixelSize: Hashable, Codable, Sendable, CustomStringConvertible {
  package var width: Int
  package var height: Int

  package init(_ width: Int, _ height: Int) {
    self.width = width
    self.height = height
  }

  package var isEmpty: Bool { width <= 0 || height <= 0 }
  package var description: String { "\(width)x\(height)" }
}

/// A rectangle of whole pixels, from its upper left corner.
package struct PixelRect: Hashable, Sendable, CustomStringConvertible {
  package var x: Int
  package var y: Int
  package var width: Int
  package var height: Int

  package init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The whole of a picture of `size`.
  package init(_ size: PixelSize) {
    self.init(x: 0, y: 0, width: size.width, height: size.height)
  }

  package var size: PixelSize { PixelSize(width, height) }
  package var description: String { "\(width)x\(height)+\(x)+\(y)" }
}

extension PixelRect {
  package var right: Int { x + width }
  package var bottom: Int { y + height }

  /// This rectangle in the coordinates that `area` has, if it is in coordinates of `area`.
  package func placed(in area: PixelRect) -> PixelRect {
    PixelRect(x: x + area.x, y: y + area.y, width: width, height: height)
  }

  /// This rectangle at another position.
  package func moved(by offset: (right: Int, down: Int)) -> PixelRect {
    PixelRect(x: x + offset.right, y: y + offset.down, width: width, height: height)
  }

  /// This rectangle and its surroundings.
  package func grown(by distance: Int) -> PixelRect {
    PixelRect(
      x: x - distance, y: y - distance, width: width + 2 * distance, height: height + 2 * distance)
  }

  /// A screen of `size`, of which this is a part, in coordinates of this part.
  package func screen(of size: PixelSize) -> PixelRect {
    PixelRect(x: -x, y: -y, width: size.width, height: size.height)
  }

  /// A screen of `size`, of which this is a part, or which is a part of this, and what movement by up
  /// to `reach` needs around both, in coordinates of this rectangle.
  package func canvas(on size: PixelSize, reach: Int) -> PixelRect {
    screen(of: size).union(PixelRect(self.size)).grown(by: reach)
  }

  /// Whether they have a pixel in common.
  package func touches(_ other: PixelRect) -> Bool { intersection(other) != nil }

  /// The smallest rectangle that contains both.
  package func union(_ other: PixelRect) -> PixelRect {
    let (left, top) = (min(x, other.x), min(y, other.y))
    return PixelRect(
      x: left, y: top, width: max(right, other.right) - left,
      height: max(bottom, other.bottom) - top)
  }

  /// The common part; nil if there is none.
  package func intersection(_ other: PixelRect) -> PixelRect? {
    let (left, top) = (max(x, other.x), max(y, other.y))
    let (width, height) = (min(right, other.right) - left, min(bottom, other.bottom) - top)
    return width > 0 && height > 0 ? PixelRect(x: left, y: top, width: width, height: height) : nil
  }
}
