package import VitrineLinux
package import VitrineMedia
package import VitrinePictures
package import VitrineTiming
package import VitrineVideoDevices

/// A picture from a decoder, in FFmpeg's memory or a device's.
package struct DecodedVideo: Sendable {
  /// Nil if the stream has none.
  package let pts: MediaTime?
  package let duration: MediaTime?
  package let content: Content

  package enum Content: Sendable {
    case frame(Frame)
    case device(DevicePicture, PictureDescription)
    /// From a device of libavcodec, described by the frame.
    case shared(Frame, FrameMemory, PictureDescription)
  }

  /// FFmpeg's frame; nil for a picture of the kernel's decoders.
  package var frame: Frame? {
    switch content {
    case .frame(let frame), .shared(let frame, _, _): frame
    case .device: nil
    }
  }

  package init(_ frame: Frame) {
    (pts, duration, content) = (frame.pts, frame.duration, .frame(frame))
  }

  package init(_ frame: Frame, in memory: FrameMemory) {
    var description = frame.description
    (description.format, description.depth) = (memory.place.format, memory.place.format.depth)
    (pts, duration) = (frame.pts, frame.duration)
    content = .shared(frame, memory, description)
  }

  package init(
    _ picture: DevicePicture, _ description: PictureDescription, pts: MediaTime?,
    duration: MediaTime?
  ) {
    (self.pts, self.duration, content) = (pts, duration, .device(picture, description))
  }
}

extension DecodedVideo {
  /// The size of the upright picture in square pixels.
  package var displaySize: PixelSize? {
    switch content {
    case .frame(let frame): frame.displaySize
    case .device(_, let description), .shared(_, _, let description): description.displaySize
    }
  }
}

/// Why the CPU cannot read a picture of a device.
package enum PictureReadingError: Error {
  /// Its pixels are not in rows: only devices know the layout.
  case notInRows
  case memory(Errno)
  case media(MediaError)
}

extension DecodedVideo {
  /// Calls `body` with the picture in a form that the CPU can read: the frame, the mapped
  /// memory of the device, or a copy by the device. `body` may only use the frame's pixels.
  package func read<Result>(
    _ body: (Frame) -> Result
  ) throws(PictureReadingError) -> Result {
    switch content {
    case .frame(let frame): return body(frame)
    case .device(let picture, _):
      return try Self.read(picture.slot.memory, picture.slot.layout, body)
    case .shared(let frame, let memory, _):
      let (held, layout): ([DMABuffer], DMABufferLayout)
      do throws(MediaError) {
        if let copy = try frame.readByDevice() { return body(copy) }
        (held, layout) = try memory.hold()
      } catch {
        throw .media(error)
      }
      // Without a known modifier, the pixels may be in any order.
      guard layout.modifier == DMABufferLayout.linear else { throw .notInRows }
      return try Self.read(held, layout, body)
    }
  }

  private static func read<Result>(
    _ memory: [DMABuffer], _ layout: DMABufferLayout, _ body: (Frame) -> Result
  ) throws(PictureReadingError) -> Result {
    let result: Result?
    do throws(Errno) {
      result = unsafe try DMABuffer.read(memory) { pieces in
        unsafe Frame(showing: pieces, layout: layout).map(body)
      }
    } catch {
      throw .memory(error)
    }
    guard let result else { throw .notInRows }
    return result
  }
}

extension PictureReadingError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notInRows: "only devices can read the device's memory"
    case .memory(let error): "the device's memory cannot be read: \(error)"
    case .media(let error): error.description
    }
  }
}
