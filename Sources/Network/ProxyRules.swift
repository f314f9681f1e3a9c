package import VitrineAddresses

/// The proxy for web requests, and the hosts that bypass it. The credentials are secret and must
/// not be in a message.
package struct ProxyRules: Hashable, Sendable {
  /// Scheme, host and port; the scheme is that of the proxy itself.
  package let url: RemoteURL
  package var user: (name: String, password: String)? {
    name.map { ($0, password ?? "") }
  }
  private let name: String?
  private let password: String?
  /// Hosts and domains, including their subdomains.
  private let direct: [String]

  package init(
    _ url: RemoteURL, user: (name: String, password: String)? = nil, direct: [String] = []
  ) {
    (self.url, name, password) = (url, user?.name, user?.password)
    self.direct = direct.map { name in
      String(name.lowercased().drop { $0 == "." })
    }
  }

  /// Whether a request uses the proxy. Requests to this machine never do.
  func serves(_ url: RemoteURL) -> Bool {
    guard url.isWeb, AddressScope(host: url.host) != .machine else { return false }
    return !direct.contains { url.host == $0 || url.host.hasSuffix(".\($0)") }
  }
}

extension AddressScope {
  /// The scope of a host that a proxy resolves: that of a numeric address in any form that C
  /// libraries accept. For a name, the proxy decides.
  package init(host: String) {
    let bare = host.drop { $0 == "[" }.prefix { $0 != "]" }
    if let scope = unsafe String(bare).withCString({ unsafe AddressScope(anyText: $0) }) {
      self = scope
    } else {
      self = bare == "localhost" || bare.hasSuffix(".localhost") ? .machine : .world
    }
  }
}
