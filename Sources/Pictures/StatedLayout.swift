/// Where the planes of one picture lie in memory that is not ours, as its owner states it: a decoder's
/// device, another process.
public struct StatedLayout: Hashable, Sendable {
  public let format: PixelFormat
  /// The part that is seen; what is around it in memory is of no use.
  public let size: PixelSize
  public let planes: [Plane]
  /// How pixels are arranged, as `drm_fourcc.h` numbers it; nil where that is not said, which is how the
  /// driver that made the memory has it.
  public let modifier: UInt64?

  public struct Plane: Hashable, Sendable {
    /// Which of the pieces of memory it lies in.
    public let object: Int
    public let offset: Int
    public let pitch: Int

    public init(object: Int, offset: Int, pitch: Int) {
      (self.object, self.offset, self.pitch) = (object, offset, pitch)
    }
  }

  /// Rows that follow each other, from the top left on.
  public static let linear: UInt64 = 0

  /// Nil for a picture that does not lie within `objects`, which are as large as told, and for formats
  /// with other planes than these. Only what is linear can be checked for its end.
  public init?(
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
    (self.format, self.size, self.planes, self.modifier) = (format, size, planes, modifier)
  }

  /// Whether all of it lies within pieces of memory of these sizes.
  public func lies(in objects: [Int]) -> Bool {
    Self(format: format, size: size, planes: planes, modifier: modifier, objects: objects) != nil
  }

  /// Whether pixels can be read one after the other.
  public var isLinear: Bool { (modifier ?? Self.linear) == Self.linear }

  /// As memory of ours is laid out; nil where it lies in several pieces, or is not linear.
  public var inOnePiece: BufferLayout? {
    guard isLinear, Set(planes.map(\.object)).count == 1 else { return nil }
    return BufferLayout(self)
  }
}
