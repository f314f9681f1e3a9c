/// The default path of a player's socket.
package enum ControlPath {
  /// The service's socket.
  package static let service = "/run/vitrine/control.sock"

  /// The path in VITRINE_SOCKET; otherwise the configured or default path of the service; without a
  /// service, the path of this user's own player.
  package static func standard(
    configured: String? = nil, environment: (String) -> String?, isRoot: Bool,
    exists: (String) -> Bool
  ) -> String {
    let service = configured ?? service
    func value(_ name: String) -> String? {
      environment(name).flatMap { $0.isEmpty ? nil : $0 }
    }
    if let path = value("VITRINE_SOCKET") { return path }
    guard !isRoot, !exists(service), let folder = value("XDG_RUNTIME_DIR") else { return service }
    return "\(folder)/vitrine.sock"
  }

  /// The path in VITRINE_SOCKET; otherwise the default path of the service if it exists, unless `isConfigured` finds that
  /// the service's configuration may name another one. Nil if only reading that configuration can tell.
  static func withoutConfiguration(
    environment: (String) -> String?, exists: (String) -> Bool, isConfigured: () -> Bool
  ) -> String? {
    if let path = environment("VITRINE_SOCKET"), !path.isEmpty { return path }
    guard environment("VITRINE_SERVICE_SOCKET") == nil, exists(service), !isConfigured() else {
      return nil
    }
    return service
  }

  /// The socket of another connector's player: `control-HDMI-A-2.sock` next to `control.sock`.
  package static func of(_ connector: String, beside path: String) -> String {
    let ending = ".sock"
    return path.hasSuffix(ending)
      ? "\(path.dropLast(ending.count))-\(connector)\(ending)" : "\(path)-\(connector)"
  }
}
