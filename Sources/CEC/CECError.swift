package import VitrineLinux

/// Why a CEC message could not be sent. Playback does not depend on it.
package enum CECError: Error, Hashable, Sendable {
  /// The machine has no adapter, or none for the connector.
  case noAdapter
  case cannotOpen(path: String, Errno)
  /// The adapter cannot send, or its driver does not manage addresses.
  case notCapable(path: String)
  /// Nothing is connected, or its EDID assigns no address.
  case notConnected(path: String)
  /// All player addresses are taken.
  case noAddress(path: String)
  /// No device acknowledged the message: the display does not support CEC, or it is disabled there.
  case notAcknowledged(path: String)
  /// The message was acknowledged, but refused or not answered.
  case noReply(path: String)
  case timedOut(path: String)
  case call(String, path: String, Errno)
}

extension CECError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .noAdapter: "no CEC adapter (ls /dev/cec*)"
    case .cannotOpen(let path, .accessDenied):
      "\(path): permission denied. Add the user to the group that owns it "
        + "(usually: usermod -aG video USER)"
    case .cannotOpen(let path, let error): "\(path): cannot be opened: \(error)"
    case .notCapable(let path): "\(path): this adapter cannot transmit messages"
    case .notConnected(let path): "\(path): no CEC device connected"
    case .noAddress(let path): "\(path): no free CEC address: three other players use them"
    case .notAcknowledged(let path):
      "\(path): the display does not acknowledge messages. Is CEC enabled in its menu? "
        + "(Anynet+, Bravia Sync, Simplink, VIERA Link, …)"
    case .noReply(let path): "\(path): the display did not answer"
    case .timedOut(let path): "\(path): the bus was busy for too long"
    case .call(let name, let path, let error): "\(path): \(name): \(error)"
    }
  }
}
