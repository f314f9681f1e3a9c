package import VitrineAddresses
package import VitrineBus
package import VitrineControl
import VitrineTiming

/// Finds the players in the network, and the address that a client means. A value type.
package struct PlayerSearch: Sendable {
  /// Another player.
  package struct Found: Hashable, Sendable {
    package let name: String
    package let url: RemoteURL

    package init(_ name: String, _ url: RemoteURL) {
      self.name = name
      self.url = url
    }
  }

  /// The mDNS type of players, and the record that names the scheme of their HTTP server.
  static let type = "_vitrine._tcp"
  static let scheme = "scheme"

  private let services: Result<[FoundService], AvahiSearchError>

  package init(_ services: Result<[FoundService], AvahiSearchError>) { self.services = services }

  /// The players, by name. Nothing a service advertises leaves its host name, port and scheme.
  package var players: [Found] {
    ((try? services.get()) ?? []).compactMap { service -> Found? in
      let scheme = service.records[Self.scheme] == "http" ? "http" : "https"
      guard let url = try? RemoteURL("\(scheme)://\(service.host):\(service.port)"),
        url.userInfo == nil, url.path == "/", url.query == nil
      else { return nil }
      return Found(service.name, url)
    }.sorted { $0.name < $1.name }
  }

  /// The player with a name; nil if there is none. A host name is a name, too.
  package func player(named name: String) -> Found? {
    let name = name.lowercased()
    return players.first { $0.name.lowercased() == name }
      ?? players.first { $0.url.host == name || $0.url.host == name + ".local" }
  }

  /// The address that a text spells out; nil for a name. Only the query may select something there: the output.
  package static func address(_ text: String) throws(Refusal) -> Found? {
    let isComplete = text.contains("://")
    guard isComplete || text.contains(":") || text.hasSuffix("]") else { return nil }
    do throws(RemoteURL.Fault) {
      let url = try RemoteURL(isComplete ? text : "https://\(text)")
      guard url.isWeb, url.userInfo == nil, url.path == "/" else { throw .scheme("") }
      return Found(url.host, url)
    } catch {
      throw Refusal(
        // It may contain a password, which belongs into the configuration.
        "invalid address: expected, for example, https://lobby.local:8080", .invalid)
    }
  }

  /// Why no player has this name.
  package func refusal(of name: String) -> Refusal {
    let cure = "; give its address, such as https://lobby.local:8080"
    switch services {
    case .failure(let error): return Refusal("cannot find \"\(name.prefix(64))\": \(error)\(cure)")
    case .success:
      let names = players.map(\.name).prefix(8).joined(separator: ", ")
      let found = names.isEmpty ? "no players in the network" : "found \(names)"
      return Refusal("no player \"\(name.prefix(64))\": \(found)\(cure)")
    }
  }

  /// The answer to a client that asks for the players.
  package func json() throws(Refusal) -> JSONValue {
    if case .failure(let error) = services { throw Refusal("\(error)") }
    return .object([
      "players": .array(
        players.map { .object(["name": .text($0.name), "address": .text($0.url.origin.text)]) })
    ])
  }
}
