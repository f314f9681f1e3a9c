import NIOHTTP1

/// What is looked at before anything is done for a request: whether it says one thing only, whether it
/// means this machine, and whether a page from elsewhere sent it. Pure.
///
/// NIO's parser refuses what is no HTTP; what it lets through, and servers in a row read differently
/// (request smuggling), is refused here.
struct Gate: Sendable {
  /// By which the machine is known, beside its addresses.
  let names: Set<String>

  /// Why a request goes no further.
  enum Denial: Error, Hashable {
    case malformed(String)
    /// Its host is not this machine.
    case misdirected
    /// A page of another origin has sent it.
    case crossSite
    case expectation
  }

  /// A request whose head is in order.
  struct Passed {
    let target: Target
    /// The client waits for a word before it sends the body.
    let waitsForGo: Bool
    /// How many bytes follow; nil where it does not say.
    let length: Int?
    /// Whether another server may have handed it on.
    let isForwarded: Bool
  }

  func pass(_ head: HTTPRequestHead) throws(Denial) -> Passed {
    let (length, waits) = try Self.framing(head)
    guard let target = Target(head.uri) else { throw .malformed("the target cannot be read") }
    let host = try host(head, target)
    try origin(head, host)
    let isForwarded = head.headers.contains { name, _ in
      Self.forwarding.contains(name.lowercased()) || name.lowercased().hasPrefix("x-forwarded-")
    }
    return Passed(target: target, waitsForGo: waits, length: length, isForwarded: isForwarded)
  }

  private static let forwarding = ["forwarded", "x-real-ip", "via"]

  /// Where a request ends, and whether its body is waited with; nil where its length is not said.
  static func framing(
    _ head: HTTPRequestHead
  ) throws(Denial) -> (length: Int?, waitsForGo: Bool) {
    guard head.version == .http1_1 || head.version == .http1_0 else {
      throw .malformed("HTTP/1.1 or 1.0")
    }
    let codings = head.headers["Transfer-Encoding"]
    if !codings.isEmpty {
      guard head.version == .http1_1, codings.count == 1, codings[0].lowercased() == "chunked",
        !head.headers.contains(name: "Content-Length")
      else { throw .malformed("chunked is the one transfer coding") }
    }
    let lengths = head.headers["Content-Length"]
    guard lengths.count < 2,
      lengths.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } })
    else {
      throw .malformed("one Content-Length")
    }
    let expectations = head.headers["Expect"]
    guard expectations.isEmpty || expectations.map({ $0.lowercased() }) == ["100-continue"] else {
      throw .expectation
    }
    guard let length = Int(lengths.first ?? "0") else { throw .malformed("a Content-Length") }
    return (codings.isEmpty ? length : nil, !expectations.isEmpty && head.version == .http1_1)
  }

  private func host(_ head: HTTPRequestHead, _ target: Target) throws(Denial) -> String {
    let hosts = head.headers["Host"]
    guard hosts.count == 1 || hosts.isEmpty && head.version == .http1_0 else {
      throw .malformed("one Host")
    }
    guard let text = target.authority ?? hosts.first, let host = Host(text) else {
      throw .malformed("a Host")
    }
    guard host.isOurs(names), hosts.allSatisfy({ Host($0)?.isOurs(names) == true }) else {
      throw .misdirected
    }
    return text
  }

  /// As the browsers' own fields tell, and in old ones the origin; see decision 0028.
  private func origin(_ head: HTTPRequestHead, _ host: String) throws(Denial) {
    let isSafe = [.GET, .HEAD, .OPTIONS].contains(head.method)
    if let site = head.headers.first(name: "Sec-Fetch-Site") {
      if ["same-origin", "none"].contains(site) { return }
      // A link to the page may stand anywhere; what it does may not.
      let isVisit = head.headers.first(name: "Sec-Fetch-Mode") == "navigate" && isSafe
      guard isVisit, !head.uri.contains("/api/") else { throw .crossSite }
      return
    }
    guard !isSafe, let origin = head.headers.first(name: "Origin") else { return }
    let authority = origin.split(separator: "/", omittingEmptySubsequences: true).last ?? ""
    guard authority.lowercased() == host.lowercased() else { throw .crossSite }
  }
}
