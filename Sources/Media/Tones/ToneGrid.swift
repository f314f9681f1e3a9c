import VitrinePictures

/// An interpolation in the table's grid, for one pass over a picture.
@unsafe struct ToneGrid {
  /// A cell is 2^16 wide.
  private static var cellBits: Int32 { 16 }
  private static var end: Int32 { 0x1F_FFFF }
  /// The precision of a corner's weight.
  private static var shareBits: Int32 { 12 }
  /// The fractional bits of `Tetrahedron` components.
  static var places: Int32 { unsafe Int32(ToneTable.places) &+ shareBits }

  private let corners: UnsafePointer<Int16>
  private let black: Int32
  private let luma: Int32
  private let redOfCr: Int32
  private let greenOfCb: Int32
  private let greenOfCr: Int32
  private let blueOfCb: Int32

  /// The matrix of BT.2020 with non-constant luminance, from 10-bit codes to the grid.
  init(_ corners: UnsafePointer<Int16>, _ range: ColorDescription.Range) {
    unsafe self.corners = unsafe corners
    let unit = unsafe Double(Int32(ToneTable.cells) << Self.cellBits)
    let (lumaSpan, chromaSpan) = range == .full ? (1023.0, 1023.0) : (876.0, 896.0)
    func step(_ factor: Double) -> Int32 { Int32((unit * factor / chromaSpan).rounded()) }
    unsafe black = range == .full ? 0 : 64
    unsafe luma = Int32((unit / lumaSpan).rounded(.up))
    unsafe (redOfCr, blueOfCb) = (step(1.4746), step(1.8814))
    unsafe (greenOfCb, greenOfCr) = (step(-0.16455), step(-0.57135))
  }

  /// Returns the offset of a chroma sample from grey.
  @inline(__always)
  func offset(cb: Int32, cr: Int32) -> SIMD3<Int32> {
    let (b, r) = (cb &- 512, cr &- 512)
    return unsafe SIMD3(redOfCr &* r, greenOfCb &* b &+ greenOfCr &* r, blueOfCb &* b)
  }

  /// Returns how much Y' rises with each luma code, along the greys of a cell.
  @inline(__always)
  func slope(of place: Tetrahedron) -> Int32 {
    let rise = unsafe Int32(place.corners.3[0]) &- Int32(place.corners.0[0])
    return unsafe (luma &* rise) &>> (Self.cellBits &- Self.shareBits)
  }

  /// Returns the four corners around a colour and their weights: of a cell's six tetrahedra along
  /// its grey diagonal, the one that contains the colour.
  @inline(__always)
  func tetrahedron(_ code: Int32, _ offset: SIMD3<Int32>) -> Tetrahedron {
    let grey = unsafe (code &- black) &* luma
    let red = unsafe min(max(grey &+ offset.x, 0), Self.end)
    let green = unsafe min(max(grey &+ offset.y, 0), Self.end)
    let blue = unsafe min(max(grey &+ offset.z, 0), Self.end)
    let count = Int32(ToneTable.count)
    let cell = ((red &>> 16) &* count &+ (green &>> 16)) &* count &+ (blue &>> 16)
    // Sorts the parts together with their steps, largest first. Without branches, which would be
    // mispredicted in noisy pictures.
    let (r, g) = unsafe (Self.part(red, count &* count), Self.part(green, count))
    let b = unsafe Self.part(blue, 1)
    let (high, low) = (max(r, g), min(r, g))
    let first = max(high, b)
    let second = max(low, min(high, b))
    let third = min(low, b)
    let one = unsafe Int32(1) &<< Self.shareBits
    let shares = SIMD3(first &>> 11, second &>> 11, third &>> 11)
    let near = unsafe corners + Int(cell &* 4)
    let next = unsafe near + Int((first & 2047) &* 4)
    let last = unsafe next + Int((second & 2047) &* 4)
    return unsafe Tetrahedron(
      corners: (near, next, last, last + Int((third & 2047) &* 4)),
      shares: (one &- shares.x, shares.x &- shares.y, shares.y &- shares.z, shares.z))
  }

  /// Packs a part of a cell and the step to its far side into one number that sorts by the part.
  @inline(__always)
  private static func part(_ place: Int32, _ step: Int32) -> Int32 {
    ((place & 0xFFFF) &>> 4) &<< 11 | step
  }

  @unsafe struct Tetrahedron {
    let corners:
      (UnsafePointer<Int16>, UnsafePointer<Int16>, UnsafePointer<Int16>, UnsafePointer<Int16>)
    let shares: (Int32, Int32, Int32, Int32)

    /// Y', Cb or Cr, with `ToneGrid.places` fractional bits.
    @inline(__always)
    subscript(_ component: Int) -> Int32 {
      unsafe Int32(corners.0[component]) &* shares.0 &+ Int32(corners.1[component]) &* shares.1
        &+ Int32(corners.2[component]) &* shares.2 &+ Int32(corners.3[component]) &* shares.3
    }
  }
}
