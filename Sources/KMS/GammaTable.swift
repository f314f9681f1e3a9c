/// A gamma table with which a CRTC dims its output: it scales all values in proportion. Pure.
///
/// The values are perceptually coded: half the value is less than half the light, and looks about
/// half as bright.
package struct GammaTable: Hashable, Sendable {
  /// The brightness in per cent, 0 to 99.
  package let percent: Int
  /// The number of entries.
  package let count: Int

  /// Larger sizes are driver errors; i915 asks for 262,145.
  static let mostEntries = 1 << 20

  /// Returns nil for full brightness, which is exact only without a table, and for invalid sizes.
  package init?(percent: Int, count: Int) {
    guard (0..<100).contains(percent), (2...Self.mostEntries).contains(count) else { return nil }
    self.percent = percent
    self.count = count
  }

  /// The output value of an entry: 0 to 65,535, as in the kernel.
  package func value(at index: Int) -> UInt16 {
    let most = 100 * Int64(count - 1)
    let part = Int64(index) * 65_535 * Int64(percent)
    return UInt16(clamping: (part + most / 2) / most)
  }

  /// A `struct drm_color_lut` for each entry, in native byte order.
  var bytes: [UInt8] {
    var entries: [SIMD4<UInt16>] = []
    entries.reserveCapacity(count)
    for index in 0..<count {
      let value = value(at: index)
      entries.append(SIMD4(value, value, value, 0))
    }
    return unsafe entries.withUnsafeBytes { unsafe Array($0) }
  }

  /// Whether a table equals one of these byte for byte: left by a player that was killed.
  static func isDimming(_ bytes: [UInt8]) -> Bool {
    let width = MemoryLayout<SIMD4<UInt16>>.size
    guard bytes.count % width == 0, bytes.count >= width else { return false }
    let last = unsafe bytes.suffix(width).withUnsafeBytes {
      unsafe $0.loadUnaligned(as: UInt16.self)
    }
    let percent = (Int(last) * 100 + 32_767) / 65_535
    return GammaTable(percent: percent, count: bytes.count / width)?.bytes == bytes
  }
}

extension CRTC {
  /// The number of entries of the gamma table; nil if it has none.
  package var gammaTableLength: Int? {
    guard let table = properties[Self.gammaTable], !table.isImmutable,
      let length = properties["GAMMA_LUT_SIZE"]?.value,
      (2...UInt64(GammaTable.mostEntries)).contains(length)
    else { return nil }
    return Int(length)
  }
}

extension AtomicDevice {
  /// Creates a property blob of a gamma table, for `GAMMA_LUT`.
  package func makeBlob(of table: GammaTable) throws(KMSError) -> PropertyBlob {
    try makeBlob(table.bytes, called: "gamma table")
  }
}

extension AtomicRequest {
  /// Sets the CRTC's gamma table, or removes it; ignored if the CRTC has none.
  package mutating func setGamma(_ table: PropertyBlob?, of crtc: CRTC) {
    setIfPresent(CRTC.gammaTable, of: crtc.properties, object: crtc.id.rawValue, to: table)
  }
}
