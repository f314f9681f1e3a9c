/// A colour of the interface in sRGB, with components from 0 to 1; not premultiplied.
public struct Color: Hashable, Sendable {
  public var red: Double
  public var green: Double
  public var blue: Double
  public var alpha: Double

  /// From 0xRRGGBB.
  public init(_ value: UInt32, alpha: Double = 1) {
    red = Double(value >> 16 & 255) / 255
    green = Double(value >> 8 & 255) / 255
    blue = Double(value & 255) / 255
    self.alpha = alpha
  }

  public func opacity(_ alpha: Double) -> Color {
    var color = self
    color.alpha *= alpha
    return color
  }
}
