import CVitrinePixels
import VitrinePictures

/// Rotation of bytes in whole cache lines that bypass the caches: the display reads them next, and
/// loading memory that is overwritten would cost as much as writing it.
extension PlaneTurner {
  /// Whether the target's lines consist of whole cache lines.
  static func canStream(to target: Target) -> Bool {
    unsafe (Int(bitPattern: target.start) | target.pitch) & 63 == 0
  }

  /// Does what `transpose` does, for bytes: eight lines of 64 bytes are assembled in the cache and
  /// written as a whole.
  static func streamBytes(_ source: Source, to target: Target, mirrored: Bool) {
    let (width, height) = unsafe (source.width, source.height)
    let (columns, lines) = (width / 8 * 8, height / 64 * 64)
    unsafe withUnsafeTemporaryAllocation(byteCount: 512, alignment: 64) { strip in
      guard let base = strip.baseAddress else { return }
      for start in stride(from: 0, to: lines, by: 64) {
        for left in stride(from: 0, to: columns, by: 8) {
          for step in 0..<8 {
            let place = start + step * 8
            let top = mirrored ? height - 8 - place : place
            let (from, pitch) = unsafe source.tile(left, top, of: 1, mirrored: mirrored)
            unsafe vitrine_transpose_bytes(
              from, pitch, (base + step * 8).assumingMemoryBound(to: UInt8.self), 64)
          }
          for index in 0..<8 {
            let line = mirrored ? left + index : width - 1 - left - index
            unsafe vitrine_stream_line(
              target.start + line * target.pitch + start, base + index * 64)
          }
        }
      }
    }
    vitrine_end_stream()
    // The remaining samples at two edges.
    let tail = mirrored ? 0..<height - lines : lines..<height
    unsafe turnPart(source, 0..<width, tail, to: target, mirrored: mirrored, as: UInt8.self)
    let rest = mirrored ? height - lines..<height : 0..<lines
    unsafe turnPart(source, columns..<width, rest, to: target, mirrored: mirrored, as: UInt8.self)
  }
}
