import CVitrineCrypto

/// Base64 encoding as in RFC 4648, section 4.
enum Base64 {
  /// Wraps `EVP_EncodeBlock`.
  static func text(_ bytes: [UInt8]) -> String {
    // Has room for the terminating zero.
    var text = [UInt8](repeating: 0, count: (bytes.count + 2) / 3 * 4 + 1)
    let count = unsafe EVP_EncodeBlock(&text, bytes, CInt(bytes.count))
    return String(decoding: text.prefix(Int(max(count, 0))), as: UTF8.self)
  }

  /// Returns nil for invalid text, and for more than `most` characters (C: `EVP_DecodeBlock`).
  static func bytes(_ text: some StringProtocol, most: Int) -> [UInt8]? {
    let digits = Array(text.utf8)
    guard !digits.isEmpty, digits.count <= most, digits.count.isMultiple(of: 4) else { return nil }
    let padding = digits.reversed().prefix { $0 == UInt8(ascii: "=") }.count
    // The C function accepts surrounding spaces, and counts padding as bytes.
    guard padding <= 2, digits.dropLast(padding).allSatisfy(isDigit) else { return nil }
    var bytes = [UInt8](repeating: 0, count: digits.count / 4 * 3)
    let count = unsafe EVP_DecodeBlock(&bytes, digits, CInt(digits.count))
    guard count == bytes.count else { return nil }
    return Array(bytes.dropLast(padding))
  }

  private static func isDigit(_ character: UInt8) -> Bool {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"):
      true
    default: false
    }
  }
}
