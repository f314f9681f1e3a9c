import CVitrineCrypto

/// An incremental SHA-256 computation, freed with its owner.
///
/// Wraps `EVP_DigestInit_ex`, `EVP_DigestUpdate` and `EVP_DigestFinal_ex`.
@safe package struct IncrementalDigest: ~Copyable {
  private let context: OpaquePointer

  package init() {
    guard let context = unsafe EVP_MD_CTX_new() else { preconditionFailure("out of memory") }
    unsafe self.context = context
    let isBegun = unsafe EVP_DigestInit_ex(context, EVP_sha256(), nil)
    precondition(isBegun == 1, "libcrypto has no SHA-256")
  }

  deinit { unsafe EVP_MD_CTX_free(context) }

  package mutating func add(_ bytes: [UInt8]) {
    let isTaken = unsafe bytes.withUnsafeBytes {
      unsafe EVP_DigestUpdate(context, $0.baseAddress, $0.count)
    }
    precondition(isTaken == 1, "libcrypto did not accept the bytes")
  }

  /// Returns the digest of all added bytes.
  package consuming func digest() -> Digest {
    var bytes = [UInt8](repeating: 0, count: Digest.size)
    let isDone = unsafe bytes.withUnsafeMutableBufferPointer {
      unsafe EVP_DigestFinal_ex(context, $0.baseAddress, nil)
    }
    guard isDone == 1, let digest = Digest(written: bytes) else {
      preconditionFailure("libcrypto cannot compute a SHA-256 digest")
    }
    return digest
  }
}
