/// Who asks servers, and over which way. A value.
public struct TransferClient: Hashable, Sendable {
  /// What servers are told of who asks.
  public var agent: String
  /// Nil asks them directly.
  public var proxy: ProxyRules?

  public init(agent: String, proxy: ProxyRules? = nil) {
    (self.agent, self.proxy) = (agent, proxy)
  }
}
