/// A rectangle in parts of a pixel: 16.16 fixed point, as the kernel counts the source of a plane
/// (`SRC_X` and others).
package struct FixedRect: Hashable, Sendable {
  package let x: Int
  package let y: Int
  package let width: Int
  package let height: Int

  private static let one = 1 << 16

  /// Whole pixels.
  package init(_ rect: PixelRect) {
    (x, y) = (rect.x * Self.one, rect.y * Self.one)
    (width, height) = (rect.width * Self.one, rect.height * Self.one)
  }

  /// The position in `target` of a part of something of `size`, if that is scaled to fill `target`. Both edges
  /// are rounded down, so that parts beside each other have no gap.
  package init(_ part: PixelRect, of size: PixelSize, onto target: PixelRect) {
    // bound: sides are less than 2^16, so products are less than 2^48
    func scaled(_ value: Int, _ from: Int, _ to: Int) -> Int {
      value * to * Self.one / max(from, 1)
    }
    x = target.x * Self.one + scaled(part.x, size.width, target.width)
    y = target.y * Self.one + scaled(part.y, size.height, target.height)
    width = target.x * Self.one + scaled(part.right, size.width, target.width) - x
    height = target.y * Self.one + scaled(part.bottom, size.height, target.height) - y
  }

  /// In whole pixels, rounded down.
  package var pixels: PixelRect {
    PixelRect(x: x / Self.one, y: y / Self.one, width: width / Self.one, height: height / Self.one)
  }
}
