import CVitrineCurl
import Glibc
internal import VitrineLinux

/// The details of a failed libcurl request, and their conversion to a network error.
struct CurlFailure {
  let code: CURLcode
  /// libcurl's message, which may contain addresses.
  let text: String
  /// OpenSSL's verification result: X509_V_ERR_….
  let verification: Int
  /// The connection's errno.
  let systemError: CInt
  /// The proxy's response to CONNECT; 0 if there was none.
  var proxyStatus = 0
  /// When the certificate expired or becomes valid.
  var certificateDay: String?
  /// Whether a time server has set this machine's clock.
  var isClockSet = true

  /// `proxy` is the machine that was contacted instead of `host`.
  func error(_ host: String, over proxy: String? = nil) -> NetworkError {
    if let proxy, proxyStatus >= 300 { return .proxy(proxyStatus, proxy) }
    // Before there is a connection, it is the proxy that cannot be reached.
    let next = proxy ?? host
    return switch code {
    case CURLE_COULDNT_RESOLVE_PROXY: .nameNotFound(next)
    case CURLE_COULDNT_RESOLVE_HOST: .nameNotFound(host)
    case CURLE_COULDNT_CONNECT:
      Errno(rawValue: systemError) == .refused ? .refused(next) : .unreachable(next)
    // The only timeout of libcurl that is used; the transfer has its own.
    case CURLE_OPERATION_TIMEDOUT: .timedOut(.connecting, next)
    case CURLE_PEER_FAILED_VERIFICATION: .certificate(certificate, host)
    case CURLE_SSL_PINNEDPUBKEYNOTMATCH: .certificate(.keyMismatch, host)
    case CURLE_SSL_CERTPROBLEM: .certificate(.own(text), host)
    case CURLE_SSL_CACERT_BADFILE: .certificate(.other("its CA file cannot be read"), host)
    case CURLE_SSL_CONNECT_ERROR:
      isBroken ? .cut(host) : .encryption("\(host): \(text)")
    case CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_HTTP2,
      CURLE_HTTP2_STREAM:
      .cut(host)
    case CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL, CURLE_BAD_CONTENT_ENCODING:
      .invalidResponse(text.isEmpty ? "not HTTP" : text)
    case CURLE_OUT_OF_MEMORY: .limitExceeded("a line of the response is too long")
    default: .other("\(host): \(words)")
    }
  }

  /// Whether the connection was closed during the TLS handshake.
  private var isBroken: Bool {
    [ECONNRESET, EPIPE, ETIMEDOUT].contains(systemError)
      || ["SYSCALL", "reset", "unexpected eof"].contains { text.contains($0) }
  }

  private var words: String {
    text.isEmpty ? unsafe String(cString: curl_easy_strerror(code)) : text
  }

  /// See x509_vfy.h. libcurl verifies the host name itself, without a result from OpenSSL.
  private var certificate: NetworkError.Certificate {
    switch verification {
    case 9: .notYetValid(from: certificateDay, isClockSet: isClockSet)
    case 10: .expired(on: certificateDay, isClockSet: isClockSet)
    case 18: .selfSigned
    case 2, 19, 20, 21: .unknownIssuer
    case 0, 62: .nameMismatch
    default: text.contains("subject name") ? .nameMismatch : .other(text)
    }
  }
}
