public import VitrineLinux
public import VitrineMedia
internal import VitrinePictures
internal import VitrineVideoDevices

/// Why the processor cannot read a picture of a device.
public enum PictureReadingError: Error {
  /// Its pixels are not in rows: only devices know the layout.
  case notInRows
  case memory(Errno)
  case media(MediaError)
}

extension DecodedVideo {
  /// Calls `body` with the picture in a form that the processor can read: the frame, the mapped
  /// memory of the device, or a copy by the device. `body` may only use the frame's pixels.
  public func read<Result>(
    _ body: (Frame) -> Result
  ) throws(PictureReadingError) -> Result {
    switch content {
    case .frame(let frame): return body(frame)
    case .device(let picture, _):
      return try Self.read(picture.slot.memory, picture.slot.layout, body)
    case .shared(let frame, let memory, _):
      let (held, layout): ([DMABuffer], StatedLayout)
      do throws(MediaError) {
        if let copy = try frame.readByDevice() { return body(copy) }
        (held, layout) = try memory.hold()
      } catch {
        throw .media(error)
      }
      // Without a known modifier, the pixels may be in any order.
      guard layout.modifier == StatedLayout.linear else { throw .notInRows }
      return try Self.read(held, layout, body)
    }
  }

  private static func read<Result>(
    _ memory: [DMABuffer], _ layout: StatedLayout, _ body: (Frame) -> Result
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
  public var description: String {
    switch self {
    case .notInRows: "only devices can read the device's memory"
    case .memory(let error): "the device's memory cannot be read: \(error)"
    case .media(let error): error.description
    }
  }
}
