internal import VitrinePictures

/// The size at which a video is meant to be shown, in pixels; see ``PlayerStatus/videoSize``.
public struct VideoSize: Hashable, Sendable {
  /// The width.
  public let width: Int
  /// The height.
  public let height: Int

  /// Creates a size.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  init(_ size: PixelSize) { self.init(width: size.width, height: size.height) }

  /// The ratio of the width to the height, such as 1.78 for 16:9.
  public var aspectRatio: Double { Double(width) / Double(height) }
}
