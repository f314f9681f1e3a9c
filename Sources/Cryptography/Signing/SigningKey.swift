import CVitrineCrypto

/// A private Ed25519 key, freed with its owner. `minisign -V` and `VerifyingKey` accept its
/// signatures.
@safe package struct SigningKey: ~Copyable {
  private let key: OpaquePointer

  private init(_ key: OpaquePointer) { unsafe self.key = unsafe key }

  deinit { unsafe EVP_PKEY_free(key) }

  /// Generates a key (C: `EVP_PKEY_keygen`).
  package static func make() -> SigningKey {
    guard let context = unsafe EVP_PKEY_CTX_new_id(EVP_PKEY_ED25519, nil) else {
      preconditionFailure("libcrypto has no Ed25519")
    }
    defer { unsafe EVP_PKEY_CTX_free(context) }
    var key: OpaquePointer?
    guard unsafe EVP_PKEY_keygen_init(context) == 1, unsafe EVP_PKEY_keygen(context, &key) == 1,
      let key = unsafe key
    else { preconditionFailure("libcrypto cannot create a key") }
    return unsafe SigningKey(key)
  }

  /// Reads a key from `pem` or `openssl genpkey -algorithm ed25519`.
  package static func read(pem: [UInt8]) throws(SignatureError) -> SigningKey {
    guard let memory = unsafe BIO_new_mem_buf(pem, CInt(clamping: pem.count)) else {
      throw .unreadableKey
    }
    defer {
      unsafe BIO_free(memory)
      ERR_clear_error()
    }
    // Otherwise OpenSSL would prompt on the terminal for the password of an encrypted key.
    let refuse:
      @convention(c) (UnsafeMutablePointer<CChar>?, CInt, CInt, UnsafeMutableRawPointer?)
        -> CInt = { _, _, _, _ in -1 }
    guard let key = unsafe PEM_read_bio_PrivateKey(memory, nil, refuse, nil) else {
      throw .unreadableKey
    }
    guard unsafe EVP_PKEY_get_id(key) == EVP_PKEY_ED25519 else {
      unsafe EVP_PKEY_free(key)
      throw .unreadableKey
    }
    return unsafe SigningKey(key)
  }

  /// The private key in PEM form, which must stay secret.
  package var pem: [UInt8] {
    guard let memory = unsafe BIO_new(BIO_s_mem()) else { preconditionFailure("out of memory") }
    defer { unsafe BIO_free(memory) }
    let isWritten = unsafe PEM_write_bio_PrivateKey(memory, key, nil, nil, 0, nil, nil)
    precondition(isWritten == 1, "libcrypto cannot encode a key")
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = unsafe BIO_read(memory, &bytes, CInt(bytes.count))
    return Array(bytes.prefix(Int(max(count, 0))))
  }

  /// The public key.
  package var verifying: VerifyingKey {
    var (bytes, count) = ([UInt8](repeating: 0, count: 32), 32)
    let isTold = unsafe EVP_PKEY_get_raw_public_key(key, &bytes, &count)
    precondition(isTold == 1 && count == 32, "libcrypto cannot export the public key")
    // Minisign uses eight random bytes; deriving them avoids storing them.
    return VerifyingKey(id: Array(Digest(of: bytes).bytes.prefix(8)), bytes: bytes)
  }

  /// Returns the contents of the signature file for `bytes`, with a one-line comment.
  package func signature(of bytes: [UInt8], remark: String) -> String {
    let signature = raw(PreparedDigest.of(bytes))
    let remark = String(remark.prefix { !$0.isNewline })
    return SignatureText(
      key: verifying.id, signature: signature, remark: remark,
      remarkSignature: raw(signature + Array(remark.utf8))
    ).text
  }

  /// Wraps `EVP_DigestSign`.
  private func raw(_ bytes: [UInt8]) -> [UInt8] {
    guard let context = unsafe EVP_MD_CTX_new() else { preconditionFailure("out of memory") }
    defer { unsafe EVP_MD_CTX_free(context) }
    var (signature, count) = ([UInt8](repeating: 0, count: 64), 64)
    guard unsafe EVP_DigestSignInit(context, nil, nil, nil, key) == 1,
      unsafe EVP_DigestSign(context, &signature, &count, bytes, bytes.count) == 1, count == 64
    else { preconditionFailure("libcrypto cannot sign") }
    return signature
  }
}
