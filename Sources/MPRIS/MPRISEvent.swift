package import VitrineBus

/// The log events of MPRIS. Reported on its thread.
package enum MPRISEvent: Hashable, Sendable, CustomStringConvertible {
  case known(name: String)
  /// Another program owns the name; this one gets it when that ends.
  case isWaiting(name: String)
  /// The first program of a user that may not control the player.
  case rejected(user: UInt32)
  /// There is no usable bus. Retried, and reported once.
  case failed(BusError)

  /// Whether to log it as a warning.
  package var isWarning: Bool {
    switch self {
    case .known: false
    case .isWaiting, .rejected, .failed: true
    }
  }

  package var description: String {
    switch self {
    case .known(let name): "mpris: registered as \(name)"
    case .isWaiting(let name): "mpris: \(name) belongs to another program; waiting until it exits"
    case .rejected(let user): "mpris: rejected a program of user \(user)"
    case .failed(.refused(let what, let refusal)) where refusal.name == BusRefusal.accessDenied:
      "mpris: \(what): rejected by the bus; is vitrine-mpris.conf in /usr/share/dbus-1/system.d?"
    case .failed(let error): "mpris: \(error)"
    }
  }
}
