/// A colour of the interface in sRGB, with components from 0 to 1; not premultiplied.
package struct Color: Hashable, Sendable {
  package var red: Double
  package var green: Double
  package var blue: Double
  package var alpha: Double

  /// From 0xRRGGBB.
  package init(_ value: UInt32, alpha: Double = 1) {
    red = Double(value >> 16 & 255) / 255
    green = Double(value >> 8 & 255) / 255
    blue = Double(value & 255) / 255
    self.alpha = alpha
  }

  package func opacity(_ alpha: Double) -> Color {
    var color = self
    color.alpha *= alpha
    return color
  }
}
