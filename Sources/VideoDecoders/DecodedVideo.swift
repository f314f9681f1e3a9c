public import VitrineMedia
public import VitrinePictures
public import VitrineTiming
public import VitrineVideoDevices

/// A picture from a decoder, in FFmpeg's memory or a device's.
public struct DecodedVideo: Sendable {
  /// Nil if the stream has none.
  public let pts: MediaTime?
  public let duration: MediaTime?
  public let content: Content

  public enum Content: Sendable {
    case frame(Frame)
    case device(DevicePicture, PictureDescription)
    /// From a device of libavcodec, described by the frame.
    case shared(Frame, FrameMemory, PictureDescription)
  }

  public init(_ frame: Frame) {
    (pts, duration, content) = (frame.pts, frame.duration, .frame(frame))
  }

  public init(_ frame: Frame, in memory: FrameMemory) {
    var description = frame.description
    (description.format, description.depth) = (memory.place.format, memory.place.format.depth)
    (pts, duration) = (frame.pts, frame.duration)
    content = .shared(frame, memory, description)
  }

  public init(
    _ picture: DevicePicture, _ description: PictureDescription, pts: MediaTime?,
    duration: MediaTime?
  ) {
    (self.pts, self.duration, content) = (pts, duration, .device(picture, description))
  }
}
