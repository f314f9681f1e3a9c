internal import VitrinePictures

/// A place on the display, in points from its upper left corner as people see it. 44 points are as high as a
/// finger needs.
public struct Point: Hashable, Sendable {
  /// From the left edge and from the upper one.
  public var x, y: Double

  /// So far to the right, and so far down.
  public init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }

  init(_ value: VitrinePictures.Point) { self.init(value.x, value.y) }
}

/// How large something is, in points.
public struct Size: Hashable, Sendable {
  /// Across, and down.
  public var width, height: Double

  /// So wide, and so high.
  public init(_ width: Double, _ height: Double) {
    self.width = width
    self.height = height
  }
}

/// A part of the display, in points from its upper left corner as people see it.
public struct Rect: Hashable, Sendable {
  /// Its left and its upper edge, and how large it is.
  public var x, y, width, height: Double

  /// With its upper left corner at a place.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// One of this size around a place.
  public init(center: Point, _ size: Size) {
    self.init(
      x: center.x - size.width / 2, y: center.y - size.height / 2, width: size.width,
      height: size.height)
  }

  /// Its right edge.
  public var right: Double { x + width }
  /// Its lower edge.
  public var bottom: Double { y + height }
  /// Its middle.
  public var center: Point { Point(x + width / 2, y + height / 2) }

  /// Smaller by this much on each side; larger where it is negative.
  public func inset(_ across: Double, _ down: Double) -> Rect {
    Rect(x: x + across, y: y + down, width: width - 2 * across, height: height - 2 * down)
  }

  /// Elsewhere.
  public func moved(_ across: Double, _ down: Double) -> Rect {
    Rect(x: x + across, y: y + down, width: width, height: height)
  }

  func pixels(_ scale: Double) -> VitrinePictures.Rect {
    VitrinePictures.Rect(x: x * scale, y: y * scale, width: width * scale, height: height * scale)
  }
}
