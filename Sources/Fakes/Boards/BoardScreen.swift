public import VitrinePictures

/// The actual output of a simulated board's hardware.
public enum BoardScreen: Equatable, Sendable {
  case dark
  /// From the lowest layer to the highest.
  case lit(PixelSize, hasGamma: Bool, [Layer])

  /// The content of one plane.
  public struct Layer: Equatable, Sendable {
    /// The framebuffer's number.
    public let framebuffer: UInt32
    /// How the memory is read.
    public let layout: BufferLayout
    public let source: PixelRect
    public let destination: PixelRect
    public let rotation: Rotation
    /// How YUV is interpreted; nil for RGB.
    public let color: ColorDescription?
    public let isOpaque: Bool
    public let isPremultiplied: Bool
  }
}
