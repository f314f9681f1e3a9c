import NIOHTTP1

/// Checks a request's head before anything else: whether it is unambiguous, addressed to this
/// machine, and not sent by a page of another origin. Pure functions.
///
/// NIO's parser rejects malformed HTTP. This type also rejects what NIO accepts but other servers
/// may parse differently (request smuggling).
struct RequestValidator: Sendable {
  /// The machine's names, in addition to its addresses.
  let names: Set<String>

  /// Why a request is rejected.
  enum Failure: Error, Hashable {
    case malformed(String)
    /// Its host is not this machine.
    case misdirected
    /// A page of another origin has sent it.
    case crossSite
    case expectation
  }

  /// A request with a valid head.
  struct ValidRequest {
    let target: Target
    /// Whether the client waits for `100 Continue` before it sends the body.
    let expectsContinue: Bool
    /// The length of the body; nil if unknown.
    let length: Int?
    /// Whether a proxy may have forwarded it.
    let isForwarded: Bool
  }

  func validate(_ head: HTTPRequestHead) throws(Failure) -> ValidRequest {
    let (length, waits) = try Self.framing(head)
    guard let target = Target(head.uri) else { throw .malformed("invalid request target") }
    let host = try host(head, target)
    try origin(head, host)
    let isForwarded = head.headers.contains { name, _ in
      Self.forwarding.contains(name.lowercased()) || name.lowercased().hasPrefix("x-forwarded-")
    }
    return ValidRequest(
      target: target, expectsContinue: waits, length: length, isForwarded: isForwarded)
  }

  private static let forwarding = ["forwarded", "x-real-ip", "via"]

  /// Returns the length of the body (nil if unknown), and whether the client waits before sending
  /// it.
  static func framing(
    _ head: HTTPRequestHead
  ) throws(Failure) -> (length: Int?, expectsContinue: Bool) {
    guard head.version == .http1_1 || head.version == .http1_0 else {
      throw .malformed("unsupported HTTP version, expected 1.0 or 1.1")
    }
    let codings = head.headers["Transfer-Encoding"]
    if !codings.isEmpty {
      guard head.version == .http1_1, codings.count == 1, codings[0].lowercased() == "chunked",
        !head.headers.contains(name: "Content-Length")
      else { throw .malformed("unsupported Transfer-Encoding, expected chunked") }
    }
    let lengths = head.headers["Content-Length"]
    guard lengths.count < 2,
      lengths.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } })
    else {
      throw .malformed("invalid Content-Length")
    }
    let expectations = head.headers["Expect"]
    guard expectations.isEmpty || expectations.map({ $0.lowercased() }) == ["100-continue"] else {
      throw .expectation
    }
    guard let length = Int(lengths.first ?? "0") else { throw .malformed("invalid Content-Length") }
    return (codings.isEmpty ? length : nil, !expectations.isEmpty && head.version == .http1_1)
  }

  private func host(_ head: HTTPRequestHead, _ target: Target) throws(Failure) -> String {
    let hosts = head.headers["Host"]
    guard hosts.count == 1 || hosts.isEmpty && head.version == .http1_0 else {
      throw .malformed("expected one Host header")
    }
    guard let text = target.authority ?? hosts.first, let host = Host(text) else {
      throw .malformed("invalid Host header")
    }
    guard host.isOurs(names), hosts.allSatisfy({ Host($0)?.isOurs(names) == true }) else {
      throw .misdirected
    }
    return text
  }

  /// Checks Sec-Fetch-Site, or Origin for older browsers; see decision 0028.
  private func origin(_ head: HTTPRequestHead, _ host: String) throws(Failure) {
    let isSafe = [.GET, .HEAD, .OPTIONS].contains(head.method)
    if let site = head.headers.first(name: "Sec-Fetch-Site") {
      if ["same-origin", "none"].contains(site) { return }
      // Other sites may link to the page, but not call the API.
      let isNavigation = head.headers.first(name: "Sec-Fetch-Mode") == "navigate" && isSafe
      guard isNavigation, !head.uri.contains("/api/") else { throw .crossSite }
      return
    }
    guard !isSafe, let origin = head.headers.first(name: "Origin") else { return }
    let authority = origin.split(separator: "/", omittingEmptySubsequences: true).last ?? ""
    guard authority.lowercased() == host.lowercased() else { throw .crossSite }
  }
}
