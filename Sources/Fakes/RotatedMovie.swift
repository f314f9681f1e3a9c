package import VitrinePictures

/// MP4 files like those of phones: the pictures are rotated, and a matrix specifies that. Each
/// version of FFmpeg writes it differently.
package enum RotatedMovie {
  /// Replaces the matrix in the first track's header (ISO/IEC 14496-12, 8.3.2), so that the
  /// pictures must be rotated clockwise by `rotation`. Returns nil without such a header.
  package static func bytes(_ file: [UInt8], turned rotation: Rotation) -> [UInt8]? {
    let name = Array("tkhd".utf8)
    guard
      let header = file.indices.dropLast(name.count).first(where: {
        file[$0..<$0 + name.count].elementsEqual(name)
      }), file.count >= header + 80
    else { return nil }
    let one: Int32 = 1 << 16
    let (a, b): (Int32, Int32) =
      switch rotation {
      case .none: (one, 0)
      case .clockwise: (0, one)
      case .upsideDown: (-one, 0)
      case .counterclockwise: (0, -one)
      }
    let matrix = [a, b, 0, -b, a, 0, 0, 0, 1 << 30]
    let bytes = matrix.flatMap { number in
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> Int32($0)) }
    }
    var turned = file
    turned.replaceSubrange(header + 44..<header + 44 + bytes.count, with: bytes)
    return turned
  }
}
