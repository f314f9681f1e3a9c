internal import VitrinePlayback

/// What came of asking the servers that items lie on.
public struct NetworkFacts: Hashable, Sendable {
  /// One of each server's items, without what may be a secret.
  public struct Server: Hashable, Sendable {
    public var item: String
    /// Why it cannot be had, in words; nil where it can.
    public var trouble: String?

    public init(_ item: String, trouble: String? = nil) {
      (self.item, self.trouble) = (item, trouble)
    }
  }

  public var servers: [Server]

  public init(_ servers: [Server]) { self.servers = servers }
}

extension Facts {
  /// Whether what lies elsewhere can be had. Nothing to say where nothing does.
  var networkFindings: [Finding] {
    network.findings(.network) { network in
      guard !network.servers.isEmpty else { return [] }
      let silent = network.servers.filter { $0.trouble != nil }
      let answers = network.servers.count - silent.count
      let good = Finding(
        .network, .good, answers == 1 ? "the server answers" : "\(answers) servers answer")
      return ban + (answers > 0 ? [good] : [])
        + silent.map { server in
          Finding(
            .network, .advice, "\(server.item): \(server.trouble ?? "")",
            cause: "vitrine keeps trying; the item plays once the server delivers it",
            cure: "curl -I \(server.item.shellWord)")
        }
    }
  }

  /// The service may be kept from a network that this program has.
  private var ban: [Finding] {
    guard let unit = service.value?.unit, !unit.mayUseNetwork else { return [] }
    return [
      Finding(
        .network, .bad(.configuration), "the service may not use the network, but items are remote",
        cause: "network access is off unless it is enabled",
        cure: "sudo tools/install --network; from a package: see /usr/share/vitrine/network.conf")
    ]
  }
}
