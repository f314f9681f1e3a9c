package import VitrineLinux

/// Why there is no usable connection to a bus.
package enum BusError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Nothing listens at the address, or it rejects this program.
  case unreachable(address: String, Errno)
  /// The bus has closed the connection, or is gone.
  case lost(Errno)
  /// A required message could not be sent.
  case unsent(what: String, Errno)
  /// The bus, or a program on it, refused a required request.
  case refused(what: String, BusRefusal)

  package var description: String {
    switch self {
    case .unreachable(let address, let error): "\(address): cannot connect to the bus: \(error)"
    case .lost(let error): "lost the connection to the bus: \(error)"
    case .unsent(let what, let error): "\(what): cannot send: \(error)"
    case .refused(let what, let refusal): "\(what): refused: \(refusal)"
    }
  }
}
