import CVitrineCrypto

/// A SHA-256 digest.
package struct Digest: Hashable, Sendable {
  // Four words avoid an array's allocation: there is a digest for each cached piece.
  private let words: Words

  private struct Words: Hashable, Sendable { var a, b, c, d: UInt64 }

  package static let size = 32

  /// Computes the digest of the caller's bytes (C: `EVP_Digest`).
  package init(of bytes: UnsafeRawBufferPointer) {
    var words = Words(a: 0, b: 0, c: 0, d: 0)
    let isDone = unsafe withUnsafeMutableBytes(of: &words) { room in
      unsafe EVP_Digest(
        bytes.baseAddress, bytes.count, room.bindMemory(to: UInt8.self).baseAddress, nil,
        EVP_sha256(), nil)
    }
    // It only fails without memory.
    precondition(isDone == 1, "libcrypto has no SHA-256")
    self.words = words
  }

  package init(of bytes: [UInt8]) {
    self = unsafe bytes.withUnsafeBytes { unsafe Digest(of: $0) }
  }

  /// Computes the digest of a text in UTF-8.
  package init(of text: String) { self.init(of: Array(text.utf8)) }

  /// Restores a stored digest; returns nil for another length.
  package init?(written bytes: [UInt8]) {
    guard bytes.count == Self.size else { return nil }
    var words = Words(a: 0, b: 0, c: 0, d: 0)
    unsafe withUnsafeMutableBytes(of: &words) { unsafe $0.copyBytes(from: bytes) }
    self.words = words
  }

  package var bytes: [UInt8] { unsafe withUnsafeBytes(of: words) { unsafe Array($0) } }
}

/// Hexadecimal text.
extension Digest {
  package init?(hex text: String) {
    let digits = text.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
    guard digits.count == 2 * Self.size, text.utf8.count == digits.count else { return nil }
    self.init(
      written: (0..<Self.size).map { UInt8(digits[2 * $0] << 4 | digits[2 * $0 + 1]) })
  }

  package var hex: String {
    bytes.map { byte in
      let text = String(byte, radix: 16)
      return text.utf8.count < 2 ? "0" + text : text
    }.joined()
  }
}
