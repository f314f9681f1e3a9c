import CVitrineCrypto

/// A server's certificate, and the authorities for client certificates. Immutable; thread-safe.
@safe package final class TLSIdentity: @unchecked Sendable {
  // @unchecked because the compiler cannot see that OpenSSL's contexts may be shared.
  let context: OpaquePointer
  /// The SHA-256 of the certificate, for comparison by people.
  package let fingerprint: Digest

  /// Reads the certificate chain and the key from PEM files. With `clients`, accepts client
  /// certificates that an authority in that file has signed.
  package init(certificate: String, key: String, clients: String? = nil) throws(TLSError) {
    guard let context = unsafe SSL_CTX_new(TLS_server_method()),
      unsafe vitrine_tls_limit(context) == 1
    else { throw .last("cannot initialise TLS") }
    unsafe self.context = context
    guard unsafe SSL_CTX_use_certificate_chain_file(context, certificate) == 1 else {
      throw .last("\(certificate): not a certificate in PEM format")
    }
    guard unsafe SSL_CTX_use_PrivateKey_file(context, key, SSL_FILETYPE_PEM) == 1,
      unsafe SSL_CTX_check_private_key(context) == 1
    else { throw .last("\(key): not the private key of this certificate") }
    if let clients {
      guard unsafe SSL_CTX_load_verify_file(context, clients) == 1 else {
        throw .last("\(clients): not certificates in PEM format")
      }
      unsafe SSL_CTX_set_verify(context, SSL_VERIFY_PEER, nil)
    }
    guard let shown = unsafe SSL_CTX_get0_certificate(context),
      let digest = unsafe Digest(ofCertificate: shown)
    else { throw .last("\(certificate): cannot compute its fingerprint") }
    fingerprint = digest
  }

  deinit { unsafe SSL_CTX_free(context) }
}

/// An error of TLS or a certificate.
package struct TLSError: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }

  /// Adds OpenSSL's message.
  static func last(_ what: String) -> TLSError {
    let number = ERR_get_error()
    ERR_clear_error()
    guard number != 0 else { return TLSError(what) }
    var text = [CChar](repeating: 0, count: 256)
    unsafe ERR_error_string_n(number, &text, text.count)
    let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return TLSError("\(what): \(String(decoding: bytes, as: UTF8.self))")
  }
}

extension Digest {
  /// Computes the digest of a certificate's DER form (C: `X509_digest`).
  init?(ofCertificate certificate: OpaquePointer) {
    var bytes = [UInt8](repeating: 0, count: Self.size)
    var count = CUnsignedInt(bytes.count)
    guard unsafe X509_digest(certificate, EVP_sha256(), &bytes, &count) == 1 else { return nil }
    self.init(written: bytes)
  }
}
