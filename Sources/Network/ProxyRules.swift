public import VitrineStreams

/// The proxy that web servers are asked over, and who is asked without it. A value; what it shows the
/// proxy is a secret: never in a message.
public struct ProxyRules: Hashable, Sendable {
  /// Scheme, machine and port; the scheme is how the proxy itself is spoken to.
  public let url: RemoteURL
  public var user: (name: String, password: String)? {
    name.map { ($0, password ?? "") }
  }
  private let name: String?
  private let password: String?
  /// Machines, and domains with all that is in them.
  private let direct: [String]

  public init(
    _ url: RemoteURL, user: (name: String, password: String)? = nil, direct: [String] = []
  ) {
    (self.url, name, password) = (url, user?.name, user?.password)
    self.direct = direct.map { name in
      String(name.lowercased().drop { $0 == "." })
    }
  }

  /// Whether something is asked over it. What this machine serves itself never is.
  func serves(_ url: RemoteURL) -> Bool {
    guard url.isWeb, AddressScope(host: url.host) != .machine else { return false }
    return !direct.contains { url.host == $0 || url.host.hasSuffix(".\($0)") }
  }
}

extension AddressScope {
  /// Of a machine whose name a proxy looks up: that of an address, in any way that C libraries read
  /// them. Where a name leads is for the proxy to judge.
  init(host: String) {
    let bare = host.drop { $0 == "[" }.prefix { $0 != "]" }
    if let scope = unsafe String(bare).withCString({ unsafe AddressScope(anyText: $0) }) {
      self = scope
    } else {
      self = bare == "localhost" || bare.hasSuffix(".localhost") ? .machine : .world
    }
  }
}
