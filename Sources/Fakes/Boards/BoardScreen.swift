package import VitrinePictures

/// The actual output of a simulated board's hardware.
package enum BoardScreen: Equatable, Sendable {
  case dark
  /// From the lowest layer to the highest.
  case lit(PixelSize, hasGamma: Bool, [Layer])

  /// The content of one plane.
  package struct Layer: Equatable, Sendable {
    /// The framebuffer's number.
    package let framebuffer: UInt32
    /// How the memory is read.
    package let layout: BufferLayout
    package let source: PixelRect
    package let destination: PixelRect
    package let rotation: Rotation
    /// How YUV is interpreted; nil for RGB.
    package let color: ColorDescription?
    package let isOpaque: Bool
    package let isPremultiplied: Bool
  }
}
