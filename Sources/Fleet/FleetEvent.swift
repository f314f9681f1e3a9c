/// An event for the log.
package enum FleetEvent: Hashable, Sendable, CustomStringConvertible {
  case connected(broker: String, version: String)
  /// There has been no connection for some time, or the broker rejects this screen.
  case unreachable(cause: String)
  case applied(name: String)
  /// A desired value cannot take effect.
  case refused(name: String, cause: String)
  /// A message is not used.
  case ignored(topic: String, cause: String)
  case duplicate
  /// The other screen with this identity is gone.
  case isUnique
  case notStored(cause: String)

  package var description: String {
    switch self {
    case .connected(let broker, let version): "fleet: connected to \(broker) (\(version))"
    case .unreachable(let cause): "fleet: \(cause); retrying"
    case .applied(let name): "fleet: applied \(name)"
    case .refused(let name, let cause): "fleet: \(name): \(cause)"
    case .ignored(let topic, let cause): "fleet: ignored a message on \(topic): \(cause)"
    case .duplicate: "fleet: another screen has the same identity; set fleet.id on one of them"
    case .isUnique: "fleet: the other screen with this identity has gone"
    case .notStored(let cause): "fleet: the desired state is not stored: \(cause)"
    }
  }
}
