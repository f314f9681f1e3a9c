public import VitrineLinux

/// Why the display was not told. None of these is a reason to stop playing.
public enum CECError: Error, Hashable, Sendable {
  /// This machine has no adapter, or none for the connector.
  case noAdapter
  case cannotOpen(path: String, Errno)
  /// It cannot send, or its driver leaves addresses to others.
  case notCapable(path: String)
  /// Nothing is plugged in, or its EDID has no address for us.
  case notConnected(path: String)
  /// All addresses of a player are taken.
  case noAddress(path: String)
  /// No device acknowledged the message: the display has CEC off, or none.
  case notAcknowledged(path: String)
  /// The message was taken, and answered with a refusal or not at all.
  case noAnswer(path: String)
  case timedOut(path: String)
  case call(String, path: String, Errno)
}

extension CECError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .noAdapter: "no CEC adapter (ls /dev/cec*)"
    case .cannotOpen(let path, .accessDenied):
      "\(path): permission denied. Add the user to the group that owns it "
        + "(usually: usermod -aG video USER)"
    case .cannotOpen(let path, let error): "\(path): cannot be opened: \(error)"
    case .notCapable(let path): "\(path): cannot send messages of ours"
    case .notConnected(let path): "\(path): nothing is plugged in that has CEC"
    case .noAddress(let path): "\(path): three other players have all addresses"
    case .notAcknowledged(let path):
      "\(path): the display does not listen. Is CEC switched on in its menu? "
        + "(Anynet+, Bravia Sync, Simplink, VIERA Link, …)"
    case .noAnswer(let path): "\(path): the display does not answer that"
    case .timedOut(let path): "\(path): the bus was busy for too long"
    case .call(let name, let path, let error): "\(path): \(name): \(error)"
    }
  }
}
