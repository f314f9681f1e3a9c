import CVitrinePixels
import VitrinePictures

/// A clockwise rotation of a plane of samples, in 8×8 tiles, each read and written in whole
/// vectors. Tiles that are next to each other in the target are processed in a row until whole
/// cache lines are written: scanout memory is slow with partial writes.
///
/// A sample has 1, 2 or 4 bytes: luma or one chroma, a pair of chroma, an RGB pixel.
enum PlaneTurner {
  /// A plane's samples; rows may be bottom-up (a negative pitch).
  @unsafe struct Source {
    let start: UnsafePointer<UInt8>
    let pitch: Int
    /// In samples, before turning.
    let width: Int
    let height: Int

    /// Returns the start and pitch of a tile's rows; if mirrored, its last row comes first. `left`
    /// and `top` are its upper left sample.
    @inline(__always)
    func tile(
      _ left: Int, _ top: Int, of size: Int, mirrored: Bool
    ) -> (start: UnsafePointer<UInt8>, pitch: Int) {
      unsafe (start + (mirrored ? top + 7 : top) * pitch + left * size, mirrored ? -pitch : pitch)
    }
  }

  @unsafe struct Target {
    let start: UnsafeMutablePointer<UInt8>
    let pitch: Int

    /// Returns the start and pitch for a tile's columns, which begin at `line` and `place` samples
    /// into it; the pitch is positive if mirrored, otherwise negative.
    @inline(__always)
    func tile(
      _ line: Int, _ place: Int, of size: Int, mirrored: Bool
    ) -> (start: UnsafeMutablePointer<UInt8>, pitch: Int) {
      unsafe (start + line * pitch + place * size, mirrored ? pitch : -pitch)
    }
  }

  /// Turns samples of the type's size. The target has the turned size.
  static func turn<Sample: FixedWidthInteger>(
    _ source: Source, by rotation: Rotation, to target: Target, as sample: Sample.Type
  ) {
    switch rotation {
    case .none, .upsideDown: unsafe turnRows(source, by: rotation, to: target, as: sample)
    case .clockwise, .counterclockwise:
      unsafe transpose(
        source, to: target, mirrored: rotation == .clockwise, as: sample)
    }
  }

  /// Turns two planes of bytes into one of pairs.
  static func turnPairs(
    _ first: Source, _ second: Source, by rotation: Rotation, to target: Target
  ) {
    let mirrored = rotation == .clockwise
    unsafe forEachTile(of: first, mirrored: mirrored, line: lineBytes / 2) { columns, rows in
      if rotation.isSideways, columns.count == 8, rows.count == 8 {
        unsafe turnPairTile(
          first, second, columns.lowerBound, rows.lowerBound, to: target, mirrored: mirrored)
      } else {
        unsafe turnPairPart(first, second, columns, rows, by: rotation, to: target)
      }
    }
  }

  /// The number of bytes of a target's line that are written together: two cache lines, which
  /// processors prefetch in pairs.
  private static let lineBytes = 128

  /// Iterates over a plane in 8×8 tiles and the rest at the edges, so that `line` samples in eight
  /// of the target's lines are written together.
  @inline(__always)
  private static func forEachTile(
    of source: Source, mirrored: Bool, line: Int,
    _ body: (_ columns: Range<Int>, _ rows: Range<Int>) -> Void
  ) {
    let (width, height) = unsafe (source.width, source.height)
    for start in stride(from: 0, to: height, by: line) {
      let end = min(start + line, height)
      for left in stride(from: 0, to: width, by: 8) {
        // Along the target's lines, which begin with the lowest row if mirrored.
        for place in stride(from: start, to: end, by: 8) {
          let next = min(place + 8, end)
          body(
            left..<min(left + 8, width),
            mirrored ? height - next..<height - place : place..<next)
        }
      }
    }
  }

  private static func turnPairPart(
    _ first: Source, _ second: Source, _ columns: Range<Int>, _ rows: Range<Int>,
    by rotation: Rotation, to target: Target
  ) {
    let (lastColumn, lastRow) = unsafe (first.width - 1, first.height - 1)
    for row in rows {
      let (a, b) = unsafe (first.start + row * first.pitch, second.start + row * second.pitch)
      for column in columns {
        let (x, y) =
          switch rotation {
          case .none: (column, row)
          case .clockwise: (lastRow - row, column)
          case .upsideDown: (lastColumn - column, lastRow - row)
          case .counterclockwise: (row, lastColumn - column)
          }
        let to = unsafe target.start + y * target.pitch + 2 * x
        unsafe (to[0], to[1]) = unsafe (a[column], b[column])
      }
    }
  }

  private static func turnPairTile(
    _ first: Source, _ second: Source, _ left: Int, _ top: Int, to target: Target, mirrored: Bool
  ) {
    let one = unsafe first.tile(left, top, of: 1, mirrored: mirrored)
    let other = unsafe second.tile(left, top, of: 1, mirrored: mirrored)
    let to = unsafe target.tile(
      mirrored ? left : first.width - 1 - left, mirrored ? first.height - 8 - top : top,
      of: 2, mirrored: mirrored)
    unsafe vitrine_transpose_pairs(
      one.start, one.pitch, other.start, other.pitch, to.start, to.pitch)
  }

  private static func turnRows<Sample: FixedWidthInteger>(
    _ source: Source, by rotation: Rotation, to target: Target, as _: Sample.Type
  ) {
    let size = MemoryLayout<Sample>.size
    for row in unsafe 0..<source.height {
      let from = unsafe source.start + row * source.pitch
      let place = unsafe rotation == .none ? row : source.height - 1 - row
      let to = unsafe target.start + place * target.pitch
      guard rotation == .upsideDown else {
        unsafe to.update(from: from, count: source.width * size)
        continue
      }
      switch size {
      case 1: unsafe vitrine_reverse_bytes(from, to, source.width)
      case 2: unsafe vitrine_reverse_words(from, to, source.width)
      default: unsafe vitrine_reverse_longs(from, to, source.width)
      }
    }
  }

  /// Turns rows into columns: from right to left if mirrored (clockwise), otherwise from left to
  /// right and bottom-up.
  private static func transpose<Sample: FixedWidthInteger>(
    _ source: Source, to target: Target, mirrored: Bool, as _: Sample.Type
  ) {
    let size = MemoryLayout<Sample>.size
    if size == 1, unsafe canStream(to: target) {
      return unsafe streamBytes(source, to: target, mirrored: mirrored)
    }
    unsafe forEachTile(of: source, mirrored: mirrored, line: lineBytes / size) { columns, rows in
      if columns.count == 8, rows.count == 8 {
        unsafe turnTile(
          source, columns.lowerBound, rows.lowerBound, to: target, mirrored: mirrored, of: size)
      } else {
        unsafe turnPart(source, columns, rows, to: target, mirrored: mirrored, as: Sample.self)
      }
    }
  }

  @inline(__always)
  static func turnPart<Sample: FixedWidthInteger>(
    _ source: Source, _ columns: Range<Int>, _ rows: Range<Int>, to target: Target,
    mirrored: Bool, as _: Sample.Type
  ) {
    let size = MemoryLayout<Sample>.size
    for column in columns {
      let line = unsafe mirrored ? column : source.width - 1 - column
      let to = unsafe UnsafeMutableRawPointer(target.start + line * target.pitch)
      for row in rows {
        let from = unsafe UnsafeRawPointer(source.start + row * source.pitch)
        let sample = unsafe from.loadUnaligned(fromByteOffset: column * size, as: Sample.self)
        let place = unsafe mirrored ? source.height - 1 - row : row
        unsafe to.storeBytes(of: sample, toByteOffset: place * size, as: Sample.self)
      }
    }
  }

  /// Turns eight rows of eight samples.
  @inline(__always)
  private static func turnTile(
    _ source: Source, _ left: Int, _ top: Int, to target: Target, mirrored: Bool, of size: Int
  ) {
    let from = unsafe source.tile(left, top, of: size, mirrored: mirrored)
    let to = unsafe target.tile(
      mirrored ? left : source.width - 1 - left, mirrored ? source.height - 8 - top : top,
      of: size, mirrored: mirrored)
    switch size {
    case 1: unsafe vitrine_transpose_bytes(from.start, from.pitch, to.start, to.pitch)
    case 2: unsafe vitrine_transpose_words(from.start, from.pitch, to.start, to.pitch)
    default: unsafe vitrine_transpose_longs(from.start, from.pitch, to.start, to.pitch)
    }
  }
}

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
