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

extension Rect {
  public init(_ rect: PixelRect) {
    self.init(
      x: Double(rect.x), y: Double(rect.y), width: Double(rect.width), height: Double(rect.height))
  }
}
