/// Why a request failed. The message names the cause and, if there is one, the fix. It contains no
/// secrets.
package enum NetworkError: Error, Hashable, Sendable {
  /// The step that timed out.
  package enum Stage: Hashable, Sendable { case connecting, answer, bytes }

  case nameNotFound(String)
  case refused(String)
  case unreachable(String)
  case timedOut(Stage, String)
  /// The connection was closed before the end of the response.
  case cut(String)
  /// An error status, such as 404 or 500.
  case status(Int, String)
  case certificate(Certificate, String)
  /// The proxy refused to connect to the server: 407, 502.
  case proxy(Int, String)
  /// The peers share no cipher, or a required encryption is missing.
  case encryption(String)
  /// There were too many redirects, or the target is not allowed.
  case redirect(String)
  /// A list from the Internet refers to an address in this network.
  case forbidden(String)
  /// The response contradicts itself or the request.
  case invalidResponse(String)
  /// The download succeeded, but the content is not playable: an invalid playlist or protected
  /// content.
  case unplayable(String)
  /// A limit was exceeded.
  case limitExceeded(String)
  /// The file is another version than the one whose beginning was read.
  case changed
  case cancelled
  /// libcurl's message.
  case other(String)

  /// The reason why a certificate was rejected.
  package enum Certificate: Hashable, Sendable {
    /// With the day if it is known.
    /// `isClockSet` is true if a time server has set this machine's clock.
    case expired(on: String?, isClockSet: Bool), notYetValid(from: String?, isClockSet: Bool)
    case nameMismatch, unknownIssuer, selfSigned, keyMismatch
    case own(String)
    case other(String)
  }

  /// Whether a retry may succeed: after an unplugged cable or a server restart.
  package var isTransient: Bool {
    switch self {
    case .nameNotFound, .refused, .unreachable, .timedOut, .cut: true
    case .proxy(let status, _): status >= 500
    case .status(let status, _): status >= 500 && status != 501 || status == 408 || status == 429
    // A machine without a real-time clock is in 1970 until a time server sets its clock.
    case .certificate(.notYetValid, _): true
    default: false
    }
  }
}

extension NetworkError {
  /// Whether all other requests to the same server would fail, too.
  package var isOfServer: Bool {
    switch self {
    case .nameNotFound, .refused, .unreachable, .timedOut(.connecting, _), .certificate, .proxy,
      .encryption:
      true
    default: false
    }
  }
}

extension NetworkError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .nameNotFound(let host):
      "cannot resolve \(host); check the name and the DNS server"
    case .refused(let host): "\(host) refused the connection; check that the server is running"
    case .unreachable(let host): "\(host) is unreachable; check the cable and the route"
    case .timedOut(.connecting, let host): "\(host) does not respond"
    case .timedOut(.answer, let host): "\(host) accepted the request but sent no response"
    case .timedOut(.bytes, let host): "\(host) stopped sending"
    case .cut(let host): "\(host) closed the connection too early"
    case .status(let status, let host): Self.words(status, host)
    case .certificate(let fault, let host): fault.words(host)
    case .proxy(407, let proxy):
      "the proxy \(proxy) requires valid credentials (407)"
    case .proxy(403, let proxy): "the proxy \(proxy) denied access (403)"
    case .proxy(let status, let proxy):
      "the proxy \(proxy) cannot reach the server (\(status))"
    case .encryption(let cause): "TLS connection failed: \(cause)"
    case .redirect(let cause): cause
    case .forbidden(let place):
      "it references \(place), a private address that a playlist from another host may not use"
    case .invalidResponse(let cause): "invalid response: \(cause)"
    case .unplayable(let cause), .limitExceeded(let cause): cause
    case .changed: "the file changed on the server during playback"
    case .cancelled: "cancelled"
    case .other(let cause): cause
    }
  }

  private static func words(_ status: Int, _ host: String) -> String {
    switch status {
    case 401: "\(host) requires valid credentials (401)"
    case 403: "\(host) denied access (403)"
    case 404: "\(host) returned 404 Not Found"
    case 410: "\(host) returned 410 Gone"
    case 429: "too many requests to \(host) (429)"
    case 500...599: "\(host) reported a server error (\(status))"
    default: "\(host) returned status \(status)"
    }
  }
}

extension NetworkError.Certificate {
  private static let clockNotSet =
    "no time server has set this machine's clock: check it and the network with: timedatectl"

  fileprivate func words(_ host: String) -> String {
    switch self {
    case .expired(let day, let isClockSet):
      "the certificate of \(host) \(day.map { "expired on \($0)" } ?? "has expired"); "
        + (isClockSet
          ? "check this machine's clock with: timedatectl, or renew the certificate"
          : Self.clockNotSet + ", or renew the certificate")
    case .notYetValid(let day, let isClockSet):
      "the certificate of \(host) is not valid \(day.map { "before \($0)" } ?? "yet"); "
        + (isClockSet ? "check this machine's clock with: timedatectl" : Self.clockNotSet)
    case .nameMismatch: "the certificate of \(host) is for another name"
    case .unknownIssuer:
      "the certificate of \(host) is from an unknown issuer; configure its CA, or "
        + "install ca-certificates"
    case .selfSigned:
      "the certificate of \(host) is self-signed; configure it as the CA to accept it"
    case .keyMismatch: "the key of \(host) does not match the pinned key"
    case .own(let cause): "the client certificate for \(host) cannot be used: \(cause)"
    case .other(let cause): "the certificate of \(host) is not accepted: \(cause)"
    }
  }
}
