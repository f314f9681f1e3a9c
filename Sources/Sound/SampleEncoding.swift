/// How a device expects its samples, all little-endian.
package enum SampleEncoding: Hashable, Sendable, CaseIterable {
  case bits16
  case bits32
  /// In the lower bytes of 32 bits.
  case bits24
  /// In three bytes, as many USB devices do.
  case packed24

  /// The encodings to try, in order of preference: devices with 16 bits play everything.
  package static func preferences(isWide: Bool) -> [SampleEncoding] {
    isWide ? [.bits32, .bits24, .packed24, .bits16] : [.bits16, .bits32, .bits24, .packed24]
  }

  /// Appends a sample, whose full scale is 32 bits.
  package func append(_ sample: Int32, to bytes: inout [UInt8]) {
    let pattern = UInt32(bitPattern: sample)
    switch self {
    case .bits16: break
    case .bits32:
      bytes.append(UInt8(truncatingIfNeeded: pattern))
      bytes.append(UInt8(truncatingIfNeeded: pattern >> 8))
    case .bits24, .packed24: bytes.append(UInt8(truncatingIfNeeded: pattern >> 8))
    }
    bytes.append(UInt8(truncatingIfNeeded: pattern >> 16))
    bytes.append(UInt8(truncatingIfNeeded: pattern >> 24))
    if self == .bits24 { bytes.append(sample < 0 ? 255 : 0) }
  }
}
