import CVitrineCurl
import Glibc
internal import VitrineLinux

/// How libcurl says that a request failed: what we make of it. A value.
struct CurlFailure {
  let code: CURLcode
  /// Libcurl's own words, which may name addresses.
  let text: String
  /// What OpenSSL found of the certificate: X509_V_ERR_….
  let verification: Int
  /// errno of the connection.
  let systemError: CInt
  /// What a proxy answered that was asked for a way to the server; 0 where none was.
  var proxyStatus = 0
  /// When a certificate expired, or is valid from.
  var certificateDay: String?

  /// `proxy` is the machine that was asked in the place of `host`.
  func error(_ host: String, over proxy: String? = nil) -> NetworkError {
    if let proxy, proxyStatus >= 300 { return .proxy(proxyStatus, proxy) }
    // Until there is a connection, it is the proxy that cannot be reached.
    let next = proxy ?? host
    return switch code {
    case CURLE_COULDNT_RESOLVE_PROXY: .nameNotFound(next)
    case CURLE_COULDNT_RESOLVE_HOST: .nameNotFound(host)
    case CURLE_COULDNT_CONNECT:
      Errno(rawValue: systemError) == .refused ? .refused(next) : .unreachable(next)
    // The only time that is libcurl's; the others are the transfer's own.
    case CURLE_OPERATION_TIMEDOUT: .timedOut(.connecting, next)
    case CURLE_PEER_FAILED_VERIFICATION: .certificate(certificate, host)
    case CURLE_SSL_PINNEDPUBKEYNOTMATCH: .certificate(.otherKey, host)
    case CURLE_SSL_CERTPROBLEM: .certificate(.own(text), host)
    case CURLE_SSL_CACERT_BADFILE: .certificate(.other("the file of its CA cannot be read"), host)
    case CURLE_SSL_CONNECT_ERROR:
      isBroken ? .cut(host) : .encryption("\(host): \(text)")
    case CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_HTTP2,
      CURLE_HTTP2_STREAM:
      .cut(host)
    case CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL, CURLE_BAD_CONTENT_ENCODING:
      .lied(text.isEmpty ? "it is no HTTP" : text)
    case CURLE_OUT_OF_MEMORY: .tooMuch("a line of its answer has no end")
    default: .other("\(host): \(words)")
    }
  }

  /// Whether the connection ended while encryption was agreed on.
  private var isBroken: Bool {
    [ECONNRESET, EPIPE, ETIMEDOUT].contains(systemError)
      || ["SYSCALL", "reset", "unexpected eof"].contains { text.contains($0) }
  }

  private var words: String {
    text.isEmpty ? unsafe String(cString: curl_easy_strerror(code)) : text
  }

  /// See x509_vfy.h. Libcurl looks at the name by itself, and OpenSSL's finding is then none.
  private var certificate: NetworkError.Certificate {
    switch verification {
    case 9: .notYetValid(from: certificateDay)
    case 10: .expired(on: certificateDay)
    case 18: .selfSigned
    case 2, 19, 20, 21: .unknownIssuer
    case 0, 62: .otherName
    default: text.contains("subject name") ? .otherName : .other(text)
    }
  }
}
