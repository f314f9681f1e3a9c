internal import VitrinePictures

/// The mapping of the kernel's picture formats to a display's.
enum PictureLayouts {
  /// By the kernel's code, in order of preference: the display's format, and the number of pieces
  /// of memory.
  private static let known: [(code: UInt32, format: PixelFormat, pieces: Int)] = [
    (code("NV12"), .nv12, 1), (code("NM12"), .nv12, 2), (code("P010"), .p010, 1),
    (code("YU12"), .yuv420, 1), (code("YM12"), .yuv420, 3), (code("NV16"), .nv16, 1),
    (code("YUYV"), .yuyv, 1), (code("UYVY"), .uyvy, 1),
  ]

  private static func code(_ text: StaticString) -> UInt32 { UInt32(fourCharacters: text) }

  /// Returns the best format that displays support; nil if there is none. Keeps the current format
  /// if it is supported: another one may need an additional pass of the driver.
  static func choice(
    among offered: [UInt32], inForce: UInt32
  ) -> UInt32? {
    let possible = known.map(\.code)
    if possible.contains(inForce) { return inForce }
    return possible.first(where: offered.contains)
  }

  /// Returns the planes of a layout; nil if it is inconsistent, or no display supports it.
  static func stated(_ layout: DecodedLayout, visible: PixelRect?) -> DMABufferLayout? {
    guard let entry = known.first(where: { $0.code == layout.code }),
      let memory = entry.format.memoryPlanes, let first = memory.first,
      layout.pieces.count == entry.pieces, let pitch = layout.pieces.first?.pitch
    else { return nil }
    let whole = PixelRect(layout.size)
    let seen = visible ?? whole
    // A display reads from the first row and column on.
    guard seen.x == 0, seen.y == 0, seen.intersection(whole) == seen, pitch > 0 else { return nil }
    var offset = 0
    let planes = memory.enumerated().map { index, plane in
      guard entry.pieces == 1 else {
        return DMABufferLayout.Plane(object: index, offset: 0, pitch: layout.pieces[index].pitch)
      }
      let own = pitch * plane.bytes * first.across / (plane.across * first.bytes)
      defer { offset += own * ((layout.size.height + plane.down - 1) / plane.down) }
      return DMABufferLayout.Plane(object: 0, offset: offset, pitch: own)
    }
    return DMABufferLayout(
      format: entry.format, size: seen.size, planes: planes,
      objects: layout.pieces.map(\.byteCount))
  }
}
