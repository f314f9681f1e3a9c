internal import VitrinePlayback

/// The results of contacting the servers of remote items.
package struct NetworkFacts: Hashable, Sendable {
  /// One item per server, without possible secrets in its URL.
  package struct Server: Hashable, Sendable {
    package var item: String
    /// Why the item is unavailable; nil if it is available.
    package var trouble: String?
    /// Whether the item is the manifest of content updates.
    package var isManifest: Bool

    package init(_ item: String, trouble: String? = nil, isManifest: Bool = false) {
      (self.item, self.trouble, self.isManifest) = (item, trouble, isManifest)
    }
  }

  package var servers: [Server]

  package init(_ servers: [Server]) { self.servers = servers }
}

extension NetworkFacts {
  /// Whether remote items are available. No finding if there are none.
  func findings(_ unit: UnitFile?) -> [Finding] {
    guard !servers.isEmpty else { return [] }
    let silent = servers.filter { $0.trouble != nil }
    let answers = servers.count - silent.count
    let good = Finding(
      .network, .good, answers == 1 ? "the server answers" : "\(answers) servers answer")
    return ban(unit) + (answers > 0 ? [good] : [])
      + silent.map { server in
        Finding(
          .network, .advice, "\(server.item): \(server.trouble ?? "")",
          cause: server.isManifest
            ? "vitrine keeps trying; the previous content stays on screen"
            : "vitrine keeps trying; the item plays once the server delivers it",
          cure: "curl -I \(server.item.shellWord)")
      }
  }

  /// The service may be denied a network that this program can use.
  private func ban(_ unit: UnitFile?) -> [Finding] {
    guard let unit, !unit.mayUseNetwork else { return [] }
    return [
      Finding(
        .network, .bad(.configuration), "the service may not use the network, but items are remote",
        cause: "the service has no network access by default",
        cure:
          "sudo systemctl edit vitrine, with [Service] RestrictAddressFamilies=AF_INET AF_INET6 "
          + "and IPAddressAllow=any")
    ]
  }
}
