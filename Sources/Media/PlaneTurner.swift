import Pictures

/// Writes a plane of samples turned clockwise, in tiles of eight by eight, each read and written in
/// whole words. Tiles that lie side by side in the target follow each other until whole
/// cache lines of it are written: scanout memory is slow to write in pieces.
///
/// A sample has 1, 2 or 4 bytes: luma or one chroma, a pair of chroma, a pixel of RGB.
enum PlaneTurner {
  /// Where a plane's samples are; rows may go up (a negative pitch).
  @unsafe struct Source {
    let start: UnsafePointer<UInt8>
    let pitch: Int
    /// In samples, as they lie here.
    let width: Int
    let height: Int
  }

  @unsafe struct Target {
    let start: UnsafeMutablePointer<UInt8>
    let pitch: Int
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

  /// So many bytes of a target's line are written together: two cache lines, which processors
  /// fetch in pairs.
  private static let lineBytes = 128

  /// Goes through a plane in tiles of eight by eight, and what is left at the edges, so that
  /// `line` samples of eight of the target's lines are written together.
  @inline(__always)
  private static func forEachTile(
    of source: Source, mirrored: Bool, line: Int,
    _ body: (_ columns: Range<Int>, _ rows: Range<Int>) -> Void
  ) {
    let (width, height) = unsafe (source.width, source.height)
    for start in stride(from: 0, to: height, by: line) {
      let end = min(start + line, height)
      for left in stride(from: 0, to: width, by: 8) {
        // Along the target's lines, which for `mirrored` begin with the lowest row.
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
    let one = unsafe ByteTile(first, left, top, mirrored: mirrored).transposed
    let other = unsafe ByteTile(second, left, top, mirrored: mirrored).transposed
    let place = unsafe mirrored ? first.height - 8 - top : top
    for index in 0..<8 {
      let line = unsafe mirrored ? left + index : first.width - 1 - left - index
      let (low, high) = ByteTile.interleaved(one[index], other[index])
      let to = unsafe UnsafeMutableRawPointer(target.start + line * target.pitch + 2 * place)
      unsafe to.storeBytes(of: low, as: UInt64.self)
      unsafe to.storeBytes(of: high, toByteOffset: 8, as: UInt64.self)
    }
  }

  private static func turnRows<Sample: FixedWidthInteger>(
    _ source: Source, by rotation: Rotation, to target: Target, as _: Sample.Type
  ) {
    let size = MemoryLayout<Sample>.size
    for row in unsafe 0..<source.height {
      let from = unsafe UnsafeRawPointer(source.start + row * source.pitch)
      let place = unsafe rotation == .none ? row : source.height - 1 - row
      let to = unsafe UnsafeMutableRawPointer(target.start + place * target.pitch)
      guard rotation == .upsideDown else {
        unsafe to.copyMemory(from: from, byteCount: source.width * size)
        continue
      }
      var start = 0
      while size == 1, unsafe start + 8 <= source.width {
        let word = unsafe from.loadUnaligned(fromByteOffset: start, as: UInt64.self).byteSwapped
        unsafe to.storeBytes(of: word, toByteOffset: source.width - 8 - start, as: UInt64.self)
        start += 8
      }
      for column in unsafe start..<source.width {
        let sample = unsafe from.loadUnaligned(fromByteOffset: column * size, as: Sample.self)
        unsafe to.storeBytes(
          of: sample, toByteOffset: (source.width - 1 - column) * size, as: Sample.self)
      }
    }
  }

  /// Rows become columns: from the right for `mirrored` (clockwise), else from the left, bottom up.
  private static func transpose<Sample: FixedWidthInteger>(
    _ source: Source, to target: Target, mirrored: Bool, as _: Sample.Type
  ) {
    let size = MemoryLayout<Sample>.size
    if size == 1, unsafe canStream(to: target) {
      return unsafe streamBytes(source, to: target, mirrored: mirrored)
    }
    unsafe forEachTile(of: source, mirrored: mirrored, line: lineBytes / size) { columns, rows in
      if size == 1, columns.count == 8, rows.count == 8 {
        unsafe turnTile(
          source, columns.lowerBound, rows.lowerBound, to: target, mirrored: mirrored)
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

  /// Eight rows of eight bytes.
  @inline(__always)
  private static func turnTile(
    _ source: Source, _ left: Int, _ top: Int, to target: Target, mirrored: Bool
  ) {
    let tile = unsafe ByteTile(source, left, top, mirrored: mirrored).transposed
    let place = unsafe mirrored ? source.height - 8 - top : top
    for index in 0..<8 {
      let line = unsafe mirrored ? left + index : source.width - 1 - left - index
      unsafe UnsafeMutableRawPointer(target.start + line * target.pitch)
        .storeBytes(of: tile[index], toByteOffset: place, as: UInt64.self)
    }
  }
}
