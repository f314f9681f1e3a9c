import CCrypto

/// SHA-256 of some bytes. A value.
public struct ContentDigest: Hashable, Sendable {
  // Four words and no array: there is one for each piece.
  private let words: Words

  private struct Words: Hashable, Sendable { var a, b, c, d: UInt64 }

  static let size = 32

  /// Of bytes of the caller's. The corresponding C function is `EVP_Digest`.
  public init(of bytes: UnsafeRawBufferPointer) {
    var words = Words(a: 0, b: 0, c: 0, d: 0)
    let isDone = unsafe withUnsafeMutableBytes(of: &words) { room in
      unsafe EVP_Digest(
        bytes.baseAddress, bytes.count, room.bindMemory(to: UInt8.self).baseAddress, nil,
        EVP_sha256(), nil)
    }
    // It fails without memory alone.
    precondition(isDone == 1, "libcrypto has no SHA-256")
    self.words = words
  }

  public init(of bytes: [UInt8]) {
    self = unsafe bytes.withUnsafeBytes { unsafe ContentDigest(of: $0) }
  }

  /// Of a text as UTF-8.
  public init(of text: String) { self.init(of: Array(text.utf8)) }

  /// Under which the whole version is kept that an address gave before, until all of the one that it
  /// gives now is there.
  var ofPrevious: ContentDigest { ContentDigest(of: bytes + Array("previous".utf8)) }

  /// As it was written down; nil of another length.
  init?(written bytes: [UInt8]) {
    guard bytes.count == Self.size else { return nil }
    var words = Words(a: 0, b: 0, c: 0, d: 0)
    unsafe withUnsafeMutableBytes(of: &words) { unsafe $0.copyBytes(from: bytes) }
    self.words = words
  }

  var bytes: [UInt8] { unsafe withUnsafeBytes(of: words) { unsafe Array($0) } }
}
