package import VitrinePictures

/// A picture in memory. Immutable; equal only to itself.
package final class PixelData: Hashable, Sendable {
  package let size: PixelSize
  /// Whether it has no transparent parts.
  package let isOpaque: Bool
  /// Premultiplied ARGB or XRGB, row by row.
  package let pixels: [UInt32]

  package init(_ size: PixelSize, isOpaque: Bool, _ pixels: [UInt32]) {
    precondition(
      pixels.count == max(size.width, 0) * max(size.height, 0), "the pixels do not fill the picture"
    )
    (self.size, self.isOpaque, self.pixels) = (size, isOpaque, pixels)
  }

  package static func == (a: PixelData, b: PixelData) -> Bool { a === b }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
