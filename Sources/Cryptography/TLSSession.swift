import CVitrineCrypto

/// The server side of a TLS connection. Converts between encrypted and plain bytes in memory; the
/// caller does the I/O. Bound to its thread.
@safe package final class TLSSession {
  private let session: OpaquePointer
  // Owned and freed by the session.
  private let incoming, outgoing: OpaquePointer
  /// Whether the client has closed its side.
  package private(set) var isClosed = false

  package init(_ identity: TLSIdentity) throws(TLSError) {
    guard let session = unsafe SSL_new(identity.context) else {
      throw .last("cannot create a TLS session")
    }
    guard let incoming = unsafe BIO_new(BIO_s_mem()), let outgoing = unsafe BIO_new(BIO_s_mem())
    else {
      unsafe SSL_free(session)
      throw .last("out of memory")
    }
    unsafe (self.session, self.incoming, self.outgoing) = (session, incoming, outgoing)
    unsafe SSL_set_bio(session, incoming, outgoing)
    unsafe SSL_set_accept_state(session)
  }

  deinit { unsafe SSL_free(session) }

  /// Decrypts bytes from the client; returns nothing during the handshake. There may be bytes to
  /// send afterwards. Throws if they are not TLS, or if the client's certificate is rejected.
  package func receive(_ bytes: [UInt8]) throws(TLSError) -> [UInt8] {
    ERR_clear_error()
    let taken = unsafe bytes.isEmpty ? 0 : BIO_write(incoming, bytes, CInt(bytes.count))
    guard taken == bytes.count else { throw .last("out of memory") }
    var plain: [UInt8] = []
    var room = [UInt8](repeating: 0, count: 16 << 10)
    while true {
      let count = unsafe SSL_read(session, &room, CInt(room.count))
      if count > 0 {
        plain += room.prefix(Int(count))
        continue
      }
      switch unsafe SSL_get_error(session, count) {
      case SSL_ERROR_WANT_READ, SSL_ERROR_WANT_WRITE: return plain
      case SSL_ERROR_ZERO_RETURN:
        isClosed = true
        return plain
      default: throw .last("TLS handshake or read failed")
      }
    }
  }

  /// Encrypts bytes to send.
  package func send(_ bytes: [UInt8]) throws(TLSError) {
    guard !bytes.isEmpty else { return }
    ERR_clear_error()
    guard unsafe SSL_write(session, bytes, CInt(bytes.count)) == bytes.count else {
      throw .last("cannot encrypt the response")
    }
  }

  /// Notifies the client that no more data follows.
  package func close() { unsafe SSL_shutdown(session) }

  /// Removes and returns the encrypted bytes to send.
  package func drainOutgoing() -> [UInt8] {
    var bytes: [UInt8] = []
    var room = [UInt8](repeating: 0, count: 16 << 10)
    while true {
      let count = unsafe BIO_read(outgoing, &room, CInt(room.count))
      guard count > 0 else { return bytes }
      bytes += room.prefix(Int(count))
    }
  }

  /// The common name of the client's verified certificate; nil without one.
  package var clientName: String? {
    guard let certificate = unsafe SSL_get0_peer_certificate(session),
      unsafe SSL_get_verify_result(session) == CLong(X509_V_OK),
      let subject = unsafe X509_get_subject_name(certificate)
    else { return nil }
    var text = [CChar](repeating: 0, count: 256)
    let count = unsafe X509_NAME_get_text_by_NID(
      subject, NID_commonName, &text, CInt(text.count))
    guard count > 0 else { return nil }
    return String(
      decoding: text.prefix(Int(count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
