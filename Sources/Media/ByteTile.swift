/// Eight rows of eight bytes, each row in a word, the leftmost byte lowest.
struct ByteTile {
  private var rows: SIMD8<UInt64>

  init(_ rows: SIMD8<UInt64>) {
    self.rows = rows
  }

  /// The tile of a plane whose upper left byte is given; mirrored, its last row comes first.
  @inline(__always)
  init(_ plane: PlaneTurner.Source, _ left: Int, _ top: Int, mirrored: Bool) {
    rows = .zero
    for index in 0..<8 {
      let row = top + (mirrored ? 7 - index : index)
      rows[index] = unsafe UnsafeRawPointer(plane.start + row * plane.pitch)
        .loadUnaligned(fromByteOffset: left, as: UInt64.self)
    }
  }

  subscript(row: Int) -> UInt64 {
    @inline(__always) get { rows[row] }
  }

  /// Rows to columns, by exchanging ever larger squares: of one byte, of two, of four
  /// (Hacker's Delight, 7-3).
  var transposed: ByteTile {
    @inline(__always) get {
      let a = Self.exchanged(rows.evenHalf, rows.oddHalf, by: 8, 0x00FF_00FF_00FF_00FF)
      // Rows 0, 2, 4, 6 and 1, 3, 5, 7.
      let low = Self.exchanged(a.upper.evenHalf, a.upper.oddHalf, by: 16, 0x0000_FFFF_0000_FFFF)
      let high = Self.exchanged(a.lower.evenHalf, a.lower.oddHalf, by: 16, 0x0000_FFFF_0000_FFFF)
      // Rows 0 4, 2 6, 1 5, 3 7.
      let mask: UInt64 = 0x0000_0000_FFFF_FFFF
      let (r0, r4) = Self.exchanged(low.upper[0], low.upper[1], by: 32, mask)
      let (r2, r6) = Self.exchanged(low.lower[0], low.lower[1], by: 32, mask)
      let (r1, r5) = Self.exchanged(high.upper[0], high.upper[1], by: 32, mask)
      let (r3, r7) = Self.exchanged(high.lower[0], high.lower[1], by: 32, mask)
      return ByteTile(SIMD8(r0, r1, r2, r3, r4, r5, r6, r7))
    }
  }

  /// The bytes of two words in turn, the lower halves first.
  @inline(__always)
  static func interleaved(_ first: UInt64, _ second: UInt64) -> (low: UInt64, high: UInt64) {
    func spread(_ half: UInt64) -> UInt64 {
      var word = half & 0xFFFF_FFFF
      word = (word | word &<< 16) & 0x0000_FFFF_0000_FFFF
      return (word | word &<< 8) & 0x00FF_00FF_00FF_00FF
    }
    return (
      spread(first) | spread(second) &<< 8, spread(first &>> 32) | spread(second &>> 32) &<< 8
    )
  }

  @inline(__always)
  private static func exchanged<Words: SIMD>(
    _ upper: Words, _ lower: Words, by bits: UInt64, _ mask: UInt64
  ) -> (upper: Words, lower: Words) where Words.Scalar == UInt64 {
    let difference = (upper &>> bits ^ lower) & mask
    return (upper ^ difference &<< bits, lower ^ difference)
  }

  @inline(__always)
  private static func exchanged(
    _ upper: UInt64, _ lower: UInt64, by bits: UInt64, _ mask: UInt64
  ) -> (UInt64, UInt64) {
    let difference = (upper &>> bits ^ lower) & mask
    return (upper ^ difference &<< bits, lower ^ difference)
  }
}
