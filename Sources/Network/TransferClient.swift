/// The identity and the proxy of requests.
public struct TransferClient: Hashable, Sendable {
  /// The `User-Agent` header.
  public var agent: String
  /// Nil means a direct connection.
  public var proxy: ProxyRules?

  public init(agent: String, proxy: ProxyRules? = nil) {
    self.agent = agent
    self.proxy = proxy
  }
}
