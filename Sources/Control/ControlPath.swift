/// The path of a player's socket where the operator names none.
public enum ControlPath {
  /// Of the service.
  public static let service = "/run/vitrine/control.sock"

  /// The path in VITRINE_SOCKET; else that of the service, which its configuration may say, or, where there is none,
  /// that of this user's own player.
  public static func standard(
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

  /// Where the player of another connector is to be found: `control-HDMI-A-2.sock` beside
  /// `control.sock`.
  public static func of(_ connector: String, beside path: String) -> String {
    let ending = ".sock"
    return path.hasSuffix(ending)
      ? "\(path.dropLast(ending.count))-\(connector)\(ending)" : "\(path)-\(connector)"
  }
}
