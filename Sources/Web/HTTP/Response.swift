import NIOHTTP1
import VitrineControl

/// A complete response.
struct Response: Sendable {
  var status: HTTPResponseStatus
  var type: String?
  var body: [UInt8] = []
  var fields: [(String, String)] = []
  /// Whether the connection closes after the response.
  var closes = false

  init(_ status: HTTPResponseStatus, type: String? = nil, _ body: [UInt8] = []) {
    self.status = status
    self.type = type
    self.body = body
  }

  init(_ value: JSONValue) { self.init(.ok, value) }

  init(_ status: HTTPResponseStatus, _ value: JSONValue) {
    self.init(status, type: "application/json", value.line)
  }

  /// An error in the format of the control socket.
  init(_ status: HTTPResponseStatus, refusing text: String, _ code: Refusal.Code) {
    self.init(status, .object(["error": .text(text), "code": .text(code.rawValue)]))
  }

  init(_ refusal: Refusal) {
    self.init(Self.status(refusal.code), refusing: refusal.description, refusal.code)
    if refusal.code == .busy { fields.append(("Retry-After", "1")) }
  }

  private static func status(_ code: Refusal.Code) -> HTTPResponseStatus {
    switch code {
    case .invalid: .badRequest
    case .refused: .conflict
    case .permission: .forbidden
    case .busy: .serviceUnavailable
    case .timeout: .gatewayTimeout
    }
  }

  init(_ failure: RequestValidator.Failure) {
    switch failure {
    case .malformed(let what):
      self.init(.badRequest, refusing: "malformed request: \(what)", .invalid)
    case .misdirected:
      self.init(
        .misdirectedRequest,
        refusing: "unknown host name; add it to control.names",
        .permission)
    case .crossSite:
      self.init(.forbidden, refusing: "cross-origin request rejected", .permission)
    case .expectation:
      self.init(.expectationFailed, refusing: "unsupported Expect header", .invalid)
    }
    closes = true
  }

  func adding(_ name: String, _ value: String) -> Response {
    var response = self
    response.fields.append((name, value))
    return response
  }

  func closing() -> Response {
    var response = self
    response.closes = true
    return response
  }

  /// Headers of every response: it is not cached, and no other site may embed it.
  private static let always = [
    ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Resource-Policy", "same-origin"), ("X-Frame-Options", "DENY"),
  ]

  private static let policy = """
    default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; \
    manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'
    """

  /// `isAlive` is whether the connection stays open.
  func head(isAlive: Bool, version: HTTPVersion) -> HTTPResponseHead {
    var headers = HTTPHeaders(Self.always + fields)
    headers.add(name: "Content-Security-Policy", value: Self.policy)
    if let type { headers.add(name: "Content-Type", value: type) }
    if !headers.contains(name: "Cache-Control") {
      headers.add(name: "Cache-Control", value: "no-store")
    }
    if !isAlive {
      headers.add(name: "Connection", value: "close")
    } else if version == .http1_0 {
      headers.add(name: "Connection", value: "keep-alive")
    }
    return HTTPResponseHead(version: .http1_1, status: status, headers: headers)
  }
}
