internal import VitrineTiming

/// The encoding of Windows before UTF-8, still found in names on USB sticks. As in the WHATWG
/// standard, the five unassigned bytes are control characters, so that every byte can be converted
/// both ways (https://encoding.spec.whatwg.org/#windows-1252).
package enum Windows1252 {
  package static func text(_ bytes: some Sequence<UInt8>) -> String {
    String(String.UnicodeScalarView(bytes.map(scalar)))
  }

  /// Returns nil if a character cannot be encoded.
  package static func bytes(_ text: some StringProtocol) -> [UInt8]? {
    var bytes: [UInt8] = []
    for scalar in text.unicodeScalars {
      // bound: the table has 16-bit numbers
      if let place = middle.firstIndex(where: { UInt32($0) == scalar.value }) {
        // bound: the table has 32 entries
        bytes.append(0x80 +| UInt8(place))
      } else {
        guard let byte = UInt8(exactly: scalar.value) else { return nil }
        bytes.append(byte)
      }
    }
    return bytes
  }

  private static func scalar(_ byte: UInt8) -> Unicode.Scalar {
    guard (0x80...0x9F).contains(byte) else { return Unicode.Scalar(byte) }
    return Unicode.Scalar(middle[Int(byte) - 0x80]) ?? Unicode.Scalar(byte)
  }

  /// The characters from 0x80, where Latin-1 has control characters.
  private static let middle: [UInt16] = [
    0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039,
    0x0152, 0x008D, 0x017D, 0x008F, 0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x009D, 0x017E, 0x0178,
  ]
}
