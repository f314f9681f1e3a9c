import CVitrineFFmpeg

/// The decryption of segments: AES-128 in CBC mode with PKCS #7 padding; RFC 8216bis, 5.2.
///
/// Wraps `av_aes_init` and `av_aes_crypt`.
package enum SegmentCipher {
  /// Returns nil if the bytes were not encrypted with this key: the block size or the padding is
  /// wrong. `key` and `vector` have 16 bytes.
  package static func decrypted(_ bytes: [UInt8], key: [UInt8], vector: [UInt8]) -> [UInt8]? {
    guard bytes.count.isMultiple(of: 16), !bytes.isEmpty, key.count == 16, vector.count == 16,
      let cipher = unsafe av_aes_alloc()
    else { return nil }
    defer { unsafe av_free(UnsafeMutableRawPointer(cipher)) }
    guard unsafe av_aes_init(cipher, key, 128, 1) >= 0 else { return nil }
    var vector = vector
    var plain = unsafe [UInt8](unsafeUninitializedCapacity: bytes.count) { buffer, count in
      unsafe av_aes_crypt(
        // bound: a segment has some megabytes
        cipher, buffer.baseAddress, bytes, CInt(bytes.count / 16), &vector, 1)
      count = bytes.count
    }
    guard let padding = plain.last, (1...16).contains(padding),
      plain.suffix(Int(padding)).allSatisfy({ $0 == padding })
    else { return nil }
    plain.removeLast(Int(padding))
    return plain
  }
}
