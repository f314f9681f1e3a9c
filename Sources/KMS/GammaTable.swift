/// A gamma table by which a CRTC dims what it puts out: all values in proportion. Pure.
///
/// What a CRTC puts out is coded for the eye, and so is a part of it: half the value is less than
/// half the light, and looks about half as bright.
public struct GammaTable: Hashable, Sendable {
  /// Of the brightest, 0 to 99.
  public let percent: Int
  /// How many entries it has.
  public let count: Int

  /// A driver that asks for more has lost its way; i915 asks for 262,145.
  static let mostEntries = 1 << 20

  /// Nil for all of the brightness, at which no table is the exact one, and for a size that is none.
  public init?(percent: Int, count: Int) {
    guard (0..<100).contains(percent), (2...Self.mostEntries).contains(count) else { return nil }
    (self.percent, self.count) = (percent, count)
  }

  /// What an entry makes of its value: 0 to 65,535, as the kernel counts.
  public func value(at index: Int) -> UInt16 {
    let most = 100 * Int64(count - 1)
    let part = Int64(index) * 65_535 * Int64(percent)
    return UInt16(clamping: (part + most / 2) / most)
  }

  /// `struct drm_color_lut` for each entry, in this machine's order, as C has it.
  var bytes: [UInt8] {
    var entries: [SIMD4<UInt16>] = []
    entries.reserveCapacity(count)
    for index in 0..<count {
      let value = value(at: index)
      entries.append(SIMD4(value, value, value, 0))
    }
    return unsafe entries.withUnsafeBytes { unsafe Array($0) }
  }

  /// Whether a table is one of these, byte for byte: what a player that was killed has left.
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
  /// How many entries its gamma table has; nil where it takes none.
  public var gammaTableLength: Int? {
    guard let table = properties[Self.gammaTable], !table.isImmutable,
      let length = properties["GAMMA_LUT_SIZE"]?.value,
      (2...UInt64(GammaTable.mostEntries)).contains(length)
    else { return nil }
    return Int(length)
  }
}

extension AtomicDevice {
  /// Makes a property blob of a gamma table, for `GAMMA_LUT`.
  public func makeBlob(of table: GammaTable) throws(KMSError) -> PropertyBlob {
    try makeBlob(table.bytes, called: "gamma table")
  }
}

extension AtomicRequest {
  /// Has the CRTC put its pictures out by a gamma table, or as they are; where it has such a thing.
  public mutating func setGamma(_ table: PropertyBlob?, of crtc: CRTC) {
    setIfPresent(CRTC.gammaTable, of: crtc.properties, object: crtc.id.rawValue, to: table)
  }
}
