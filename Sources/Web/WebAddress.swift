import Glibc

/// The address and port to listen at, with a numeric address.
package struct WebAddress: Hashable, Sendable, CustomStringConvertible {
  let host: String
  package let port: Int
  private let isSix: Bool

  /// Parses `127.0.0.1:8080` or `[::1]:8080`; nil if invalid. Host names are not accepted, since a
  /// name server would decide which network they lead to.
  package init?(_ text: String) {
    guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...])
    else { return nil }
    var host = text[..<colon]
    let isBracketed = host.first == "[" && host.last == "]"
    if isBracketed { host = host.dropFirst().dropLast() }
    isSix = host.contains(":")
    guard isSix == isBracketed, Self.isNumeric(String(host), isSix) else { return nil }
    (self.host, self.port) = (String(host), Int(port))
  }

  /// `host` is numeric, without brackets.
  package init?(host: String, port: Int) {
    self.init(host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)")
  }

  private static func isNumeric(_ host: String, _ isSix: Bool) -> Bool {
    var room = in6_addr()
    return unsafe inet_pton(isSix ? AF_INET6 : AF_INET, host, &room) == 1
  }

  package var description: String { isSix ? "[\(host)]:\(port)" : "\(host):\(port)" }

  /// Whether it means all addresses of the machine.
  package var isEverywhere: Bool { host == "0.0.0.0" || host == "::" }

  /// Whether only programs on this machine can reach it.
  package var isLoopback: Bool { host.hasPrefix("127.") || host == "::1" }
}
