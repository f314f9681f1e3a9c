/// The layout of a picture's planes in one buffer.
package struct BufferLayout: Hashable, Sendable {
  package let format: PixelFormat
  package let size: PixelSize
  /// The bytes between a plane's rows, and from the buffer's start to the plane.
  package let planes: [Plane]
  package let byteCount: Int

  package struct Plane: Hashable, Sendable {
    package let offset: Int
    package let pitch: Int
    package let rows: Int
  }

  /// The largest side of a picture; no display or decoder in scope exceeds it.
  package static let largestSide = 16384

  /// One buffer for all planes, with rows of `pitch` bytes in the first plane.
  ///
  /// Drivers expect the planes in one buffer object, with chroma pitches in proportion to the
  /// first. `allocatedRows` is the number of luma rows to allocate: decoders write beyond the
  /// visible ones. Nil for formats that Vitrine does not write, and for sizes out of range.
  package init?(format: PixelFormat, size: PixelSize, pitch: Int, allocatedRows: Int? = nil) {
    let rows = allocatedRows ?? size.height
    guard let memory = format.memoryPlanes, let first = memory.first, !size.isEmpty,
      max(size.width, rows) <= Self.largestSide, rows >= size.height,
      pitch >= Self.leastPitch(format: format, width: size.width)
    else { return nil }
    var offset = 0
    planes = memory.map { plane in
      let planeRows = (rows + plane.down - 1) / plane.down
      let planePitch = pitch * plane.bytes * first.across / (plane.across * first.bytes)
      defer { offset += planePitch * planeRows }
      return Plane(offset: offset, pitch: planePitch, rows: planeRows)
    }
    byteCount = offset
    self.format = format
    self.size = size
  }

  /// The same layout, with each plane's offset in its own piece of memory. Nil for formats with
  /// other planes.
  package init?(_ stated: DMABufferLayout) {
    guard let memory = stated.format.memoryPlanes, memory.count == stated.planes.count else {
      return nil
    }
    (format, size) = (stated.format, stated.size)
    let height = stated.size.height
    planes = zip(memory, stated.planes).map { plane, stated in
      Plane(
        offset: stated.offset, pitch: stated.pitch, rows: (height + plane.down - 1) / plane.down)
    }
    byteCount = planes.map { $0.offset + $0.pitch * $0.rows }.max() ?? 0
  }

  /// The minimum bytes per row of the first plane.
  package static func leastPitch(format: PixelFormat, width: Int) -> Int {
    guard let first = format.memoryPlanes?.first else { return 0 }
    // Half-width chroma of an odd width still needs its last sample.
    let across = format.chroma.across
    return width.roundedUp(toMultipleOf: across) / first.across * first.bytes
  }

  /// A pitch for ordinary memory: rows are aligned to cache lines for vector code.
  package static func alignedPitch(format: PixelFormat, width: Int) -> Int {
    leastPitch(format: format, width: width).roundedUp(toMultipleOf: 128)
  }
}

extension Int {
  /// Rounds up to a multiple of `step`, which must be positive.
  package func roundedUp(toMultipleOf step: Int) -> Int { (self + step - 1) / step * step }
}
