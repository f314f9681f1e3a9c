import CVitrineCrypto

/// A self-signed certificate, for a machine without another one. Comparing its fingerprint with the
/// one on screen proves that it is the machine's.
package struct SelfSignedCertificate: Sendable {
  /// In PEM form.
  package let certificate, key: [UInt8]

  private static let lifetime = 10 * 365 * 86_400
  /// 2024-01-01. A certificate that was created before the machine's clock was set must be valid
  /// afterwards, too.
  private static let earliest = 1_704_067_200

  /// Creates a key and a certificate for these host names, valid from 2024 until ten years after
  /// `now`, in seconds since 1970-01-01 00:00 UTC (C: `X509_sign`).
  package init(names: [String], at now: Int64) throws(TLSError) {
    guard let key = unsafe vitrine_make_key() else { throw .last("cannot create a private key") }
    try unsafe self.init(names, at: now, key)
  }

  /// Creates a certificate for an existing key in PEM form.
  package init(names: [String], at now: Int64, key pem: [UInt8]) throws(TLSError) {
    guard let memory = unsafe BIO_new_mem_buf(pem, CInt(clamping: pem.count)) else {
      throw .last("out of memory")
    }
    defer { unsafe BIO_free(memory) }
    // Otherwise OpenSSL would prompt on the terminal for the password of an encrypted key.
    let refuse:
      @convention(c) (UnsafeMutablePointer<CChar>?, CInt, CInt, UnsafeMutableRawPointer?)
        -> CInt = { _, _, _, _ in -1 }
    guard let key = unsafe PEM_read_bio_PrivateKey(memory, nil, refuse, nil) else {
      throw .last("not a private key in PEM format")
    }
    try unsafe self.init(names, at: now, key)
  }

  /// Takes ownership of the key and frees it.
  private init(_ names: [String], at now: Int64, _ key: OpaquePointer) throws(TLSError) {
    defer { unsafe EVP_PKEY_free(key) }
    guard let certificate = unsafe X509_new() else { throw .last("cannot create a certificate") }
    defer { unsafe X509_free(certificate) }
    guard unsafe Self.fill(certificate, names, at: Int(now)),
      unsafe X509_set_pubkey(certificate, key) == 1,
      unsafe vitrine_add_names(certificate, names.map { "DNS:\($0)" }.joined(separator: ",")) == 1,
      unsafe X509_sign(certificate, key, EVP_sha256()) > 0
    else { throw .last("cannot create a certificate") }
    self.certificate = try unsafe Self.written { unsafe PEM_write_bio_X509($0, certificate) }
    self.key = try unsafe Self.written {
      unsafe PEM_write_bio_PrivateKey($0, key, nil, nil, 0, nil, nil)
    }
  }

  /// Sets the fields except for the key: names and validity.
  private static func fill(
    _ certificate: OpaquePointer, _ names: [String], at now: Int
  ) -> Bool {
    // A certificate cannot expire after the year 9999.
    let end = max(earliest, min(now, 250_000_000_000)) + lifetime
    let name = Array((names.first ?? "vitrine").utf8.prefix(64))
    let subject = unsafe X509_get_subject_name(certificate)
    let number = UInt64.random(in: 1...(1 << 62))
    guard unsafe X509_set_version(certificate, 2) == 1,
      unsafe ASN1_INTEGER_set_uint64(X509_get_serialNumber(certificate), number) == 1,
      unsafe ASN1_TIME_set(X509_getm_notBefore(certificate), earliest) != nil,
      unsafe ASN1_TIME_set(X509_getm_notAfter(certificate), end) != nil,
      unsafe X509_NAME_add_entry_by_txt(
        subject, "CN", MBSTRING_UTF8, name, CInt(name.count), -1, 0) == 1
    else { return false }
    return unsafe X509_set_issuer_name(certificate, subject) == 1
  }

  private static func written(
    _ write: (OpaquePointer) -> CInt
  ) throws(TLSError) -> [UInt8] {
    guard let memory = unsafe BIO_new(BIO_s_mem()) else { throw .last("out of memory") }
    defer { unsafe BIO_free(memory) }
    guard unsafe write(memory) == 1 else { throw .last("cannot write PEM") }
    var bytes = [UInt8](repeating: 0, count: 16 << 10)
    let count = unsafe BIO_read(memory, &bytes, CInt(bytes.count))
    return Array(bytes.prefix(Int(max(count, 0))))
  }
}
