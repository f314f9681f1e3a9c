internal import VitrinePictures

/// A position on the display, in points from the viewer's upper left corner. A touch target should
/// be at least 44 points high.
public struct Point: Hashable, Sendable {
  /// The distance from the left edge, and from the upper edge.
  public var x, y: Double

  /// Creates a point.
  public init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }

  init(_ value: VitrinePictures.Point) { self.init(value.x, value.y) }
}

/// A size in points.
public struct Size: Hashable, Sendable {
  /// The width and the height.
  public var width, height: Double

  /// Creates a size.
  public init(_ width: Double, _ height: Double) {
    self.width = width
    self.height = height
  }
}

/// A rectangle on the display, in points from the viewer's upper left corner.
public struct Rect: Hashable, Sendable {
  /// The left edge, the upper edge, the width and the height.
  public var x, y, width, height: Double

  /// Creates a rectangle from its upper left corner and its size.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// Creates a rectangle from its centre and its size.
  public init(center: Point, _ size: Size) {
    self.init(
      x: center.x - size.width / 2, y: center.y - size.height / 2, width: size.width,
      height: size.height)
  }

  /// The right edge.
  public var right: Double { x + width }
  /// The lower edge.
  public var bottom: Double { y + height }
  /// The centre.
  public var center: Point { Point(x + width / 2, y + height / 2) }

  /// Returns the rectangle reduced on each side: horizontally by `across`, vertically by `down`.
  /// Negative values enlarge it.
  public func inset(_ across: Double, _ down: Double) -> Rect {
    Rect(x: x + across, y: y + down, width: width - 2 * across, height: height - 2 * down)
  }

  /// Returns the rectangle moved to the right by `across`, and down by `down`.
  public func moved(_ across: Double, _ down: Double) -> Rect {
    Rect(x: x + across, y: y + down, width: width, height: height)
  }

  func pixels(_ scale: Double) -> VitrinePictures.Rect {
    VitrinePictures.Rect(x: x * scale, y: y * scale, width: width * scale, height: height * scale)
  }
}
