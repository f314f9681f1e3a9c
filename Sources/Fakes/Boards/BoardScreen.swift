public import VitrinePictures

/// What the hardware of an imagined board shows, whatever it was told.
public enum BoardScreen: Equatable, Sendable {
  case dark
  /// From the lowest layer to the highest.
  case lit(PixelSize, hasGamma: Bool, [Layer])

  /// What one plane shows.
  public struct Layer: Equatable, Sendable {
    /// Its number, as the kernel gave it.
    public let framebuffer: UInt32
    /// What the memory is read as.
    public let layout: BufferLayout
    public let source: PixelRect
    public let destination: PixelRect
    public let rotation: Rotation
    /// What YUV is taken for; nil for RGB.
    public let color: ColorDescription?
    public let isOpaque: Bool
    public let isPremultiplied: Bool
  }
}
