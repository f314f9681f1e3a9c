/// Width and height in pixels.
public struct PixelSize: Hashable, Codable, Sendable, CustomStringConvertible {
  public var width: Int
  public var height: Int

  public init(_ width: Int, _ height: Int) {
    self.width = width
    self.height = height
  }

  public var isEmpty: Bool { width <= 0 || height <= 0 }
  public var description: String { "\(width)x\(height)" }
}

/// A rectangle of whole pixels, from its upper left corner.
public struct PixelRect: Hashable, Sendable, CustomStringConvertible {
  public var x: Int
  public var y: Int
  public var width: Int
  public var height: Int

  public init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The whole of a picture of `size`.
  public init(_ size: PixelSize) {
    self.init(x: 0, y: 0, width: size.width, height: size.height)
  }

  public var size: PixelSize { PixelSize(width, height) }
  public var description: String { "\(width)x\(height)+\(x)+\(y)" }
}

extension PixelRect {
  public var right: Int { x + width }
  public var bottom: Int { y + height }

  /// Whether they have a pixel in common.
  public func touches(_ other: PixelRect) -> Bool { intersection(other) != nil }

  /// The smallest rectangle that contains both.
  public func union(_ other: PixelRect) -> PixelRect {
    let (left, top) = (min(x, other.x), min(y, other.y))
    return PixelRect(
      x: left, y: top, width: max(right, other.right) - left,
      height: max(bottom, other.bottom) - top)
  }

  /// The common part; nil if there is none.
  public func intersection(_ other: PixelRect) -> PixelRect? {
    let (left, top) = (max(x, other.x), max(y, other.y))
    let (width, height) = (min(right, other.right) - left, min(bottom, other.bottom) - top)
    return width > 0 && height > 0 ? PixelRect(x: left, y: top, width: width, height: height) : nil
  }
}
