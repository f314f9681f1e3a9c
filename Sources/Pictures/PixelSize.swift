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
