package import VitrineLinux

/// The server's log events. Reported on its thread.
package enum ControlEvent: Hashable, Sendable, CustomStringConvertible {
  case listening(path: String)
  /// The same, for mpv's protocol.
  case listeningMPV(path: String)
  /// The first client of its user.
  case connected(SocketPeer)
  /// A client was rejected.
  case rejected(SocketPeer, Refusal)
  /// The number of such events that were not logged.
  case suppressed(Int)
  case failed(String)

  /// Whether to log it as a warning.
  package var isWarning: Bool {
    switch self {
    case .listening, .listeningMPV, .connected, .suppressed: false
    case .rejected, .failed: true
    }
  }

  package var description: String {
    switch self {
    case .listening(let path): "control: listening on \(path)"
    case .listeningMPV(let path): "control: listening on \(path) (mpv protocol)"
    case .connected(let peer): "control: connected: process \(peer.process) of user \(peer.user)"
    case .rejected(let peer, let why):
      "control: rejected process \(peer.process) of user \(peer.user): \(why)"
    case .suppressed(let count): "control: connected: \(count) more clients"
    case .failed(let what): "control: \(what)"
    }
  }
}

/// Why the server cannot listen.
package enum ControlError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Another player listens at the socket.
  case taken(path: String)
  /// The existing file is not a socket.
  case otherFile(path: String)
  case failed(path: String, Errno)

  package var description: String {
    switch self {
    case .taken(let path): "\(path): in use by another player; stop it, or use another path"
    case .otherFile(let path): "\(path): exists and is not a socket; use another path"
    case .failed(let path, .nameTooLong):
      "\(path): the path is too long for a socket (limit: 107 bytes)"
    case .failed(let path, .noEntry): "\(path): no such folder; create it first"
    case .failed(let path, let error): "cannot listen on \(path): \(error)"
    }
  }
}
