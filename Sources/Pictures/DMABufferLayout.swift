/// The layout of a picture's planes in another owner's memory, such as a hardware decoder or
/// another process, as specified by it.
package struct DMABufferLayout: Hashable, Sendable {
  package let format: PixelFormat
  /// The visible part; the memory around it is padding.
  package let size: PixelSize
  package let planes: [Plane]
  /// The pixel arrangement, a modifier of `drm_fourcc.h`; nil if not specified, which means the
  /// driver's default.
  package let modifier: UInt64?

  package struct Plane: Hashable, Sendable {
    /// The index of its piece of memory.
    package let object: Int
    package let offset: Int
    package let pitch: Int

    package init(object: Int, offset: Int, pitch: Int) {
      self.object = object
      self.offset = offset
      self.pitch = pitch
    }
  }

  /// Row by row, from the top left.
  package static let linear: UInt64 = 0

  /// Returns nil for a picture that is not within `objects` with these sizes, and for formats with
  /// other planes. Only linear layouts can be checked for their end.
  package init?(
    format: PixelFormat, size: PixelSize, planes: [Plane], modifier: UInt64? = nil, objects: [Int]
  ) {
    guard !size.isEmpty, max(size.width, size.height) <= BufferLayout.largestSide,
      !planes.isEmpty, planes.count <= 4,
      planes.allSatisfy({ $0.offset >= 0 && $0.pitch > 0 && objects.indices.contains($0.object) })
    else { return nil }
    if let memory = format.memoryPlanes, modifier == nil || modifier == Self.linear {
      guard memory.count == planes.count,
        zip(memory, planes).allSatisfy({ plane, stated in
          let rows = (size.height + plane.down - 1) / plane.down
          let row = (size.width + plane.across - 1) / plane.across * plane.bytes
          let (last, isTooFar) = stated.pitch.multipliedReportingOverflow(by: rows - 1)
          let (end, isFurther) = last.addingReportingOverflow(stated.offset + row)
          return !isTooFar && !isFurther && row <= stated.pitch && end <= objects[stated.object]
        })
      else { return nil }
    }
    self.format = format
    self.size = size
    self.planes = planes
    self.modifier = modifier
  }

  /// Whether all of it is within pieces of memory of these sizes.
  package func lies(in objects: [Int]) -> Bool {
    Self(format: format, size: size, planes: planes, modifier: modifier, objects: objects) != nil
  }

  /// Whether pixels can be read one after the other.
  package var isLinear: Bool { (modifier ?? Self.linear) == Self.linear }

  /// The equivalent layout in one buffer; nil if it has several pieces or is not linear.
  package var inOnePiece: BufferLayout? {
    guard isLinear, Set(planes.map(\.object)).count == 1 else { return nil }
    return BufferLayout(self)
  }
}
