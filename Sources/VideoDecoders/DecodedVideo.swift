public import VitrineMedia
public import VitrinePictures
public import VitrineTiming
public import VitrineVideoDevices

/// A picture as a decoder gives it: in memory of FFmpeg's, or of a device.
public struct DecodedVideo: Sendable {
  /// Nil where the stream has none.
  public let pts: MediaTime?
  public let duration: MediaTime?
  public let content: Content

  public enum Content: Sendable {
    case frame(Frame)
    case device(DevicePicture, PictureDescription)
    /// Of a device of libavcodec's, which is as the frame says.
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
