package import VitrinePictures

/// A pass that blends premultiplied ARGB graphics over a YUV picture of the same size. It touches
/// only the pixels below them.
///
/// Subsampled chroma is sited on the even columns, midway between two rows, as in H.264 and HEVC by
/// default: each sample receives the graphics of the pixels around it, with weights of 1, 2 and 1.
package struct GraphicsPass: Sendable {
  private let format: PixelFormat
  private let layout: BufferLayout
  private let luma: Weights
  private let cb: Weights
  private let cr: Weights
  /// How far samples are shifted up in their bytes.
  private let shift: Int
  private static let bits = 24

  /// The shares of the graphics in one kind of sample, and of the sample's own distance from
  /// `zero`. In units of `1 / (1 << bits)`.
  private struct Weights {
    let red: Int64
    let green: Int64
    let blue: Int64
    let alpha: Int64
    let zero: Int64
    let largest: Int64

    /// `pixels` is the number of pixels in a sum, by their weights.
    init(
      _ share: (red: Double, green: Double, blue: Double), scale: Double, zero: Int, depth: Int,
      pixels: Int
    ) {
      let unit = Double(1 << GraphicsPass.bits) / Double(255 * pixels)
      func fixed(_ value: Double) -> Int64 { Int64((value * scale * unit).rounded()) }
      (red, green, blue) = (fixed(share.red), fixed(share.green), fixed(share.blue))
      alpha = Int64(unit.rounded())
      self.zero = Int64(zero)
      largest = 1 << Int64(depth) - 1
    }
  }

  /// Returns nil for formats other than YUV.
  package init?(over color: ColorDescription, _ layout: BufferLayout) {
    let format = layout.format
    guard !format.isRGB, format.memoryPlanes != nil else { return nil }
    (self.format, self.layout) = (format, layout)
    let (weights, scales, depth) = (color.matrix.weights, color.range.scales, format.depth)
    let (across, down) = format.chroma
    // Full range ends at the largest code, the limited one at the same share of it.
    let unit = color.range == .full ? Double(1 << depth - 1) / 255 : Double(1 << (depth - 8))
    luma = Weights(
      weights, scale: scales.luma * unit, zero: scales.black << (depth - 8), depth: depth,
      pixels: 1)
    func chroma(_ share: (red: Double, green: Double, blue: Double)) -> Weights {
      Weights(
        share, scale: scales.chroma * unit, zero: 1 << (depth - 1), depth: depth,
        pixels: across == 2 ? 4 * down : down)
    }
    let (forBlue, forRed) = (2 * (1 - weights.blue), 2 * (1 - weights.red))
    cb = chroma((-weights.red / forBlue, -weights.green / forBlue, 0.5))
    cr = chroma((0.5, -weights.green / forRed, -weights.blue / forRed))
    shift = format == .p010 ? 6 : 0
  }

  /// Blends a part of `graphics`, which has rows of `pitch` bytes, over a picture in `bytes`, which
  /// has the pass's layout.
  package func blend(
    _ part: PixelRect, of graphics: UnsafeRawBufferPointer, pitch: Int,
    over bytes: UnsafeMutableRawBufferPointer
  ) {
    guard let box = part.intersection(PixelRect(layout.size)) else { return }
    precondition(bytes.count >= layout.byteCount, "the buffer is too small for its layout")
    precondition(
      graphics.count >= (box.bottom - 1) * pitch + box.right * 4, "the graphics are too small")
    if format.depth > 8 {
      unsafe blend(box, of: graphics, pitch, over: bytes, as: UInt16.self)
    } else {
      unsafe blend(box, of: graphics, pitch, over: bytes, as: UInt8.self)
    }
  }

  private func blend<Sample: FixedWidthInteger & UnsignedInteger>(
    _ box: PixelRect, of graphics: UnsafeRawBufferPointer, _ pitch: Int,
    over bytes: UnsafeMutableRawBufferPointer, as: Sample.Type
  ) {
    let (height, down) = (layout.size.height, format.chroma.down)
    let places = SamplePlaces(layout)
    // The sums of the rows that share their chroma, with two columns around the box.
    unsafe withUnsafeTemporaryAllocation(of: UInt64.self, capacity: box.width + 4) { sums in
      for group in box.y / down...(box.bottom - 1) / down {
        unsafe sums.update(repeating: 0)
        for line in max(group * down, box.y)..<min((group + 1) * down, box.bottom) {
          // The last row of an odd height has its chroma alone.
          let share = UInt64(line == group * down && line == height - 1 ? down : 1)
          for column in 0..<box.width {
            let pixel = unsafe graphics.loadUnaligned(
              fromByteOffset: line &* pitch &+ (box.x &+ column) &* 4, as: UInt32.self)
            guard pixel != 0 else { continue }
            let lanes = Self.lanes(pixel)
            unsafe sums[column &+ 2] &+= lanes &* share
            let place = places.luma.place(box.x &+ column, line)
            unsafe put(lanes, with: luma, at: place, in: bytes, as: Sample.self)
          }
        }
        unsafe blendChroma(sums, of: box, row: group, places, in: bytes, as: Sample.self)
      }
    }
  }

  /// Blends one row of chroma. `sums` starts two columns before the box.
  private func blendChroma<Sample: FixedWidthInteger & UnsignedInteger>(
    _ sums: UnsafeMutableBufferPointer<UInt64>, of box: PixelRect, row: Int,
    _ places: SamplePlaces, in bytes: UnsafeMutableRawBufferPointer, as: Sample.Type
  ) {
    let (width, across) = (layout.size.width, format.chroma.across)
    // The columns at the picture's edges are their own neighbours.
    if box.x == 0 { unsafe sums[1] = sums[2] }
    if box.right == width { unsafe sums[box.width + 2] = sums[box.width + 1] }
    let last = across == 1 ? box.right - 1 : min(box.right, width - 1)
    for column in box.x / across...last / across {
      let middle = column &* across &- box.x &+ 2
      var lanes = unsafe sums[middle]
      if across == 2 { unsafe lanes = lanes &* 2 &+ sums[middle &- 1] &+ sums[middle &+ 1] }
      guard lanes != 0 else { continue }
      let (cbPlace, crPlace) = (places.cb.place(column, row), places.cr.place(column, row))
      unsafe put(lanes, with: cb, at: cbPlace, in: bytes, as: Sample.self)
      unsafe put(lanes, with: cr, at: crPlace, in: bytes, as: Sample.self)
    }
  }

  /// The components of a pixel in 16 bits each, so that up to eight pixels can be added.
  @inline(__always)
  private static func lanes(_ pixel: UInt32) -> UInt64 {
    UInt64(pixel & 0x00FF_00FF) | UInt64(pixel >> 8 & 0x00FF_00FF) << 32
  }

  @inline(__always)
  private func put<Sample: FixedWidthInteger & UnsignedInteger>(
    _ lanes: UInt64, with weights: Weights, at place: Int,
    in bytes: UnsafeMutableRawBufferPointer, as: Sample.Type
  ) {
    func lane(_ position: UInt64) -> Int64 {
      Int64(truncatingIfNeeded: lanes >> position & 0xFFFF)
    }
    let (blue, red, green, alpha) = (lane(0), lane(16), lane(32), lane(48))
    let old = unsafe Int64(
      truncatingIfNeeded: bytes.loadUnaligned(fromByteOffset: place, as: Sample.self) >> shift)
    let color = weights.red &* red &+ weights.green &* green &+ weights.blue &* blue
    let change = color &- weights.alpha &* alpha &* (old &- weights.zero)
    let new = old &+ (change &+ 1 << Int64(Self.bits - 1)) &>> Int64(Self.bits)
    let sample = Sample(truncatingIfNeeded: min(max(new, 0), weights.largest)) << shift
    unsafe bytes.storeBytes(of: sample, toByteOffset: place, as: Sample.self)
  }
}

/// The places of the samples in a YUV layout.
private struct SamplePlaces {
  let luma: Place
  let cb: Place
  let cr: Place

  struct Place {
    let offset: Int
    let pitch: Int
    /// The bytes from one sample to the next.
    let step: Int

    @inline(__always)
    func place(_ column: Int, _ row: Int) -> Int { offset &+ row &* pitch &+ column &* step }
  }

  init(_ layout: BufferLayout) {
    let (planes, bytes) = (layout.planes, layout.format.depth > 8 ? 2 : 1)
    func place(_ plane: Int, _ offset: Int, _ step: Int) -> Place {
      Place(offset: planes[plane].offset + offset, pitch: planes[plane].pitch, step: step)
    }
    switch planes.count {
    case 1:
      let isLumaFirst = layout.format == .yuyv
      luma = place(0, isLumaFirst ? 0 : 1, 2)
      (cb, cr) = (place(0, isLumaFirst ? 1 : 0, 4), place(0, isLumaFirst ? 3 : 2, 4))
    case 2:
      luma = place(0, 0, bytes)
      (cb, cr) = (place(1, 0, 2 * bytes), place(1, bytes, 2 * bytes))
    default: (luma, cb, cr) = (place(0, 0, bytes), place(1, 0, bytes), place(2, 0, bytes))
    }
  }
}
