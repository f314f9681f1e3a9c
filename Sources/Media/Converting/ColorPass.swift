import VitrinePictures

/// A pass that converts 8-bit 4:2:0 YUV from one matrix and range to another. It reads and writes
/// each sample once, in order.
///
/// Grey is the same in every matrix: the change in a pixel's luma depends only on its chroma, which
/// four pixels share.
struct ColorPass {
  /// In units of `1 / (1 << bits)`.
  private let luma: Int32
  private let lumaOfChroma: (cb: Int32, cr: Int32)
  private let cb: (cb: Int32, cr: Int32)
  private let cr: (cb: Int32, cr: Int32)
  private let black: Int32
  private static let bits: Int32 = 14
  private static let half: Int32 = 1 << (bits - 1)

  init(from: ColorDescription, to: ColorDescription) {
    let (old, new) = (from.matrix.weights, to.matrix.weights)
    // The red and blue of pure chroma, then their share of the new luma.
    let (red, blue) = (2 * (1 - old.red), 2 * (1 - old.blue))
    let part = new.green / old.green
    let lumaOfCb = new.blue * blue - part * old.blue * blue
    let lumaOfCr = new.red * red - part * old.red * red
    let (newRed, newBlue) = (2 * (1 - new.red), 2 * (1 - new.blue))
    let (before, after) = (from.range.scales, to.range.scales)
    func fixed(_ value: Double) -> Int32 { Int32((value * Double(1 << Self.bits)).rounded()) }
    let (bright, colored) = (after.luma / before.chroma, after.chroma / before.chroma)
    luma = fixed(after.luma / before.luma)
    lumaOfChroma = (fixed(lumaOfCb * bright), fixed(lumaOfCr * bright))
    cb = (
      fixed((blue - lumaOfCb) / newBlue * colored), fixed(-lumaOfCr / newBlue * colored)
    )
    cr = (fixed(-lumaOfCb / newRed * colored), fixed((red - lumaOfCr) / newRed * colored))
    black = Int32(after.black) << Self.bits + Self.half - luma * Int32(before.black)
  }

  func map(_ source: SourcePlanes, to target: TargetPlanes, size: PixelSize) {
    let columns = (size.width + 1) / 2
    unsafe withUnsafeTemporaryAllocation(of: Int32.self, capacity: columns * 2) { offsets in
      guard let offsets = offsets.baseAddress else { return }
      for row in 0..<(size.height + 1) / 2 {
        unsafe mapChroma(source, to: target, row: row, columns: columns, offsets)
        for line in row * 2..<min(row * 2 + 2, size.height) {
          unsafe mapLuma(
            source.luma + line * source.pitch, to: target.luma + line * target.pitch,
            width: size.width, offsets)
        }
      }
    }
  }

  /// Converts a row of chroma, and computes the luma offsets for the pixels that share it. The
  /// compiler vectorizes loops as simple as these.
  private func mapChroma(
    _ source: SourcePlanes, to target: TargetPlanes, row: Int, columns: Int,
    _ offsets: UnsafeMutablePointer<Int32>
  ) {
    let (cbRow, crRow) = unsafe (
      source.cb + row * source.chromaPitch, source.cr + row * source.chromaPitch
    )
    let cbOut = unsafe target.cb + row * target.chromaPitch
    let crOut = unsafe target.cr + row * target.chromaPitch
    let (step, stepOut) = unsafe (source.chromaStep, target.chromaStep)
    for column in 0..<columns {
      let u = unsafe Int32(cbRow[column &* step]) &- 128
      let v = unsafe Int32(crRow[column &* step]) &- 128
      let offset = black &+ lumaOfChroma.cb &* u &+ lumaOfChroma.cr &* v
      unsafe offsets[column &* 2] = offset
      unsafe offsets[column &* 2 &+ 1] = offset
      unsafe cbOut[column &* stepOut] = Self.chroma(cb.cb &* u &+ cb.cr &* v)
      unsafe crOut[column &* stepOut] = Self.chroma(cr.cb &* u &+ cr.cr &* v)
    }
  }

  private func mapLuma(
    _ row: UnsafePointer<UInt8>, to out: UnsafeMutablePointer<UInt8>, width: Int,
    _ offsets: UnsafeMutablePointer<Int32>
  ) {
    let luma = luma
    guard luma == 1 << Self.bits else {
      for column in 0..<width {
        unsafe out[column] = Self.whole(luma &* Int32(row[column]) &+ offsets[column])
      }
      return
    }
    // If the range stays the same, no multiplication is needed: a vector holds twice as many
    // pixels.
    for column in 0..<width {
      let change = unsafe Int16(truncatingIfNeeded: offsets[column] &>> Self.bits)
      let bright = unsafe Int16(row[column]) &+ change
      unsafe out[column] = UInt8(truncatingIfNeeded: min(max(bright, 0), 255))
    }
  }

  @inline(__always)
  private static func whole(_ value: Int32) -> UInt8 {
    UInt8(truncatingIfNeeded: min(max(value &>> bits, 0), 255))
  }

  @inline(__always)
  private static func chroma(_ value: Int32) -> UInt8 { whole(value &+ 128 << bits &+ half) }
}

extension ColorDescription.Matrix {
  /// The weights of red, green and blue in luma: ITU-R BT.601, BT.709 and BT.2020.
  var weights: (red: Double, green: Double, blue: Double) {
    switch self {
    case .bt601: (0.299, 0.587, 0.114)
    case .bt709: (0.2126, 0.7152, 0.0722)
    case .bt2020: (0.2627, 0.678, 0.0593)
    }
  }
}

extension ColorDescription.Range {
  /// The excursions of 8-bit luma and chroma, and the code of black.
  var scales: (luma: Double, chroma: Double, black: Int) {
    self == .full ? (255, 255, 0) : (219, 224, 16)
  }
}
