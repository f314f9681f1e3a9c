import Pictures

/// Maps pictures of 4:2:0 from HDR to SDR by a table: blocks of four pixels, which share their
/// chroma. Reads and writes each sample once, in order.
enum TonePass {
  /// Samples of 10 bits in 16, upwards of `shift`; valid while somebody keeps the memory.
  @unsafe struct Source {
    let luma: UnsafePointer<UInt8>
    let cb: UnsafePointer<UInt8>
    let cr: UnsafePointer<UInt8>
    /// Bytes from row to row, and from one chroma sample to the next.
    let pitch: Int
    let chromaPitch: Int
    let chromaStep: Int
    let shift: UInt16
  }

  /// Samples of 8 bits.
  @unsafe struct Target {
    let luma: UnsafeMutablePointer<UInt8>
    let cb: UnsafeMutablePointer<UInt8>
    let cr: UnsafeMutablePointer<UInt8>
    let pitch: Int
    let chromaPitch: Int
    let chromaStep: Int
  }

  static func map(
    _ source: Source, to target: Target, size: PixelSize, range: ColorDescription.Range,
    by table: ToneTable
  ) {
    unsafe table.corners.withUnsafeBufferPointer { corners in
      guard let start = corners.baseAddress else { return }
      let grid = unsafe ToneGrid(start, range)
      for row in 0..<(size.height + 1) / 2 {
        unsafe mapRows(
          source, to: target, row: row, width: size.width, hasBoth: row * 2 + 1 < size.height,
          by: grid)
      }
    }
  }

  /// Two rows of pixels and one of chroma. Of odd sizes the last row or column is done twice.
  private static func mapRows(
    _ source: Source, to target: Target, row: Int, width: Int, hasBoth: Bool, by grid: ToneGrid
  ) {
    let below = hasBoth ? 1 : 0
    let first = unsafe source.luma + row * 2 * source.pitch
    let second = unsafe first + below * source.pitch
    let (cb, cr) = unsafe (
      source.cb + row * source.chromaPitch, source.cr + row * source.chromaPitch
    )
    let firstOut = unsafe target.luma + row * 2 * target.pitch
    let secondOut = unsafe firstOut + below * target.pitch
    let cbOut = unsafe target.cb + row * target.chromaPitch
    let crOut = unsafe target.cr + row * target.chromaPitch
    for column in 0..<(width + 1) / 2 {
      let (left, right) = (column &* 2, min(column &* 2 &+ 1, width &- 1))
      let chroma = unsafe column &* source.chromaStep
      let offset = unsafe grid.offset(
        cb: sample(cb, chroma, source.shift), cr: sample(cr, chroma, source.shift))
      let luma = unsafe SIMD4(
        sample(first, left &* 2, source.shift), sample(first, right &* 2, source.shift),
        sample(second, left &* 2, source.shift), sample(second, right &* 2, source.shift))
      unsafe firstOut[left] = grid.luma(luma.x, offset, 1)
      unsafe firstOut[right] = grid.luma(luma.y, offset, 5)
      unsafe secondOut[left] = grid.luma(luma.z, offset, 7)
      unsafe secondOut[right] = grid.luma(luma.w, offset, 3)
      // Chroma is that of the four's mean.
      let mean = (luma.x &+ luma.y &+ luma.z &+ luma.w &+ 2) &>> 2
      let place = unsafe grid.tetrahedron(mean, offset)
      unsafe cbOut[column &* target.chromaStep] = ToneGrid.rounded(place[1], 4)
      unsafe crOut[column &* target.chromaStep] = ToneGrid.rounded(place[2], 4)
    }
  }

  /// Streams may hold more than ten bits; the grid does not.
  @inline(__always)
  private static func sample(_ row: UnsafePointer<UInt8>, _ offset: Int, _ shift: UInt16) -> Int32 {
    let value = unsafe UnsafeRawPointer(row).loadUnaligned(fromByteOffset: offset, as: UInt16.self)
    return min(Int32(value &>> shift), 1023)
  }
}

extension ToneGrid {
  /// `eighth` differs from pixel to pixel of a block, so that slopes show no bands.
  @inline(__always)
  fileprivate func luma(_ code: Int32, _ offset: SIMD3<Int32>, _ eighth: Int32) -> UInt8 {
    unsafe Self.rounded(tetrahedron(code, offset)[0], eighth)
  }

  /// In whole numbers; so many eighths are added before the rest is cut off.
  @inline(__always)
  fileprivate static func rounded(_ value: Int32, _ eighths: Int32) -> UInt8 {
    unsafe UInt8(truncatingIfNeeded: (value &+ eighths &<< (places &- 3)) &>> places)
  }
}
