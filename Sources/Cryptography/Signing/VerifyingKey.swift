import CVitrineCrypto

/// A public Ed25519 key in minisign's format, which verifies signatures.
package struct VerifyingKey: Hashable, Sendable {
  let id: [UInt8]
  let bytes: [UInt8]

  static let algorithm = Array("Ed".utf8)

  init(id: [UInt8], bytes: [UInt8]) {
    self.id = id
    self.bytes = bytes
  }

  /// Parses the format that minisign prints: 56 characters that start with `RW`.
  package init(_ text: String) throws(SignatureError) {
    guard let all = Base64.bytes(text, most: 100), all.count == 42,
      Array(all[..<2]) == Self.algorithm
    else { throw .unreadableKey }
    (id, bytes) = (Array(all[2..<10]), Array(all[10...]))
  }

  package var text: String { Base64.text(Self.algorithm + id + bytes) }

  /// Verifies the signature of `bytes` and returns its comment. `signature` contains the signature
  /// file (C: `EVP_DigestVerify`).
  @discardableResult
  package func check(_ signature: [UInt8], of bytes: [UInt8]) throws(SignatureError) -> String {
    let signature = try SignatureText(signature)
    guard signature.key == id else { throw .unknownKey }
    guard let key = unsafe EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nil, self.bytes, 32) else {
      throw .unreadableKey
    }
    defer { unsafe EVP_PKEY_free(key) }
    guard unsafe Self.allows(signature.signature, of: PreparedDigest.of(bytes), key),
      unsafe Self.allows(signature.remarkSignature, of: signature.remarked, key)
    else { throw .forged }
    return signature.remark
  }

  private static func allows(_ signature: [UInt8], of bytes: [UInt8], _ key: OpaquePointer) -> Bool
  {
    guard let context = unsafe EVP_MD_CTX_new() else { preconditionFailure("out of memory") }
    defer {
      unsafe EVP_MD_CTX_free(context)
      // A rejected signature has no further details.
      ERR_clear_error()
    }
    return unsafe EVP_DigestVerifyInit(context, nil, nil, nil, key) == 1
      && EVP_DigestVerify(context, signature, signature.count, bytes, bytes.count) == 1
  }
}

/// The BLAKE2b-512 (RFC 7693) of a file, which is the signed message.
enum PreparedDigest {
  /// Wraps `EVP_Digest`.
  static func of(_ bytes: [UInt8]) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: 64)
    let isDone = unsafe EVP_Digest(bytes, bytes.count, &digest, nil, EVP_blake2b512(), nil)
    precondition(isDone == 1, "libcrypto has no BLAKE2b")
    return digest
  }
}
