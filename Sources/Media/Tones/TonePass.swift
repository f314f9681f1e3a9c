import VitrinePictures

/// A pass that maps 4:2:0 pictures from HDR to SDR with a table, in blocks of four pixels that
/// share their chroma. It reads and writes each sample once, in order.
enum TonePass {
  /// `source` has 10-bit samples.
  static func map(
    _ source: SourcePlanes, to target: TargetPlanes, size: PixelSize, range: ColorDescription.Range,
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

  /// Maps two rows of pixels and one of chroma. In odd sizes the last row or column is processed
  /// twice.
  private static func mapRows(
    _ source: SourcePlanes, to target: TargetPlanes, row: Int, width: Int, hasBoth: Bool,
    by grid: ToneGrid
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
      let block = unsafe grid.map(
        (
          sample(first, left &* 2, source.shift), sample(first, right &* 2, source.shift),
          sample(second, left &* 2, source.shift), sample(second, right &* 2, source.shift)
        ), offset)
      unsafe firstOut[left] = UInt8(truncatingIfNeeded: block.luma.0)
      unsafe firstOut[right] = UInt8(truncatingIfNeeded: block.luma.1)
      unsafe secondOut[left] = UInt8(truncatingIfNeeded: block.luma.2)
      unsafe secondOut[right] = UInt8(truncatingIfNeeded: block.luma.3)
      unsafe cbOut[column &* target.chromaStep] = UInt8(truncatingIfNeeded: block.cb)
      unsafe crOut[column &* target.chromaStep] = UInt8(truncatingIfNeeded: block.cr)
    }
  }

  /// Streams may contain values above ten bits, but the grid does not.
  @inline(__always)
  private static func sample(_ row: UnsafePointer<UInt8>, _ offset: Int, _ shift: UInt16) -> Int32 {
    let value = unsafe UnsafeRawPointer(row).loadUnaligned(fromByteOffset: offset, as: UInt16.self)
    return min(Int32(value &>> shift), 1023)
  }
}

extension ToneGrid {
  typealias Four = (Int32, Int32, Int32, Int32)

  /// In luma codes; a cell has 27.
  private static var near: Int32 { 16 }

  /// Maps four luma values that share their chroma, which is mapped at their mean.
  @inline(__always)
  fileprivate func map(
    _ luma: Four, _ offset: SIMD3<Int32>
  ) -> (luma: Four, cb: Int32, cr: Int32) {
    let mean = (luma.0 &+ luma.1 &+ luma.2 &+ luma.3 &+ 2) &>> 2
    let place = unsafe tetrahedron(mean, offset)
    let highest = max(max(luma.0, luma.1), max(luma.2, luma.3))
    let lowest = min(min(luma.0, luma.1), min(luma.2, luma.3))
    let values: Four
    if unsafe highest &- lowest <= Self.near {
      // As in most blocks: the map is linear along a cell's greys, and bends little at its end.
      let slope = unsafe slope(of: place)
      let start = unsafe place[0] &- mean &* slope
      values = (
        start &+ luma.0 &* slope, start &+ luma.1 &* slope, start &+ luma.2 &* slope,
        start &+ luma.3 &* slope
      )
    } else {
      unsafe values = (
        tetrahedron(luma.0, offset)[0], tetrahedron(luma.1, offset)[0],
        tetrahedron(luma.2, offset)[0], tetrahedron(luma.3, offset)[0]
      )
    }
    // The rounding differs within a block, so that gradients show no bands.
    let whole: Four = unsafe (
      Self.whole(values.0, 1), Self.whole(values.1, 5), Self.whole(values.2, 7),
      Self.whole(values.3, 3)
    )
    return unsafe (whole, Self.whole(place[1], 4), Self.whole(place[2], 4))
  }

  /// Rounds to an integer within the range, after adding this many eighths.
  @inline(__always)
  private static func whole(_ value: Int32, _ eighths: Int32) -> Int32 {
    unsafe min(max((value &+ eighths &<< (places &- 3)) &>> places, 16), 240)
  }
}
