public import VitrineLinux

/// The server's log events. Reported on its thread.
public enum ControlNews: Hashable, Sendable, CustomStringConvertible {
  case listening(path: String)
  /// The same, for mpv's protocol.
  case speaksMPV(path: String)
  /// The first client of its user.
  case connected(SocketPeer)
  /// A client was rejected.
  case rejected(SocketPeer, Refusal)
  /// The number of such events that were not logged.
  case unsaid(Int)
  case failed(String)

  /// Whether to log it as a warning.
  public var isWarning: Bool {
    switch self {
    case .listening, .speaksMPV, .connected, .unsaid: false
    case .rejected, .failed: true
    }
  }

  public var description: String {
    switch self {
    case .listening(let path): "control: \(path)"
    case .speaksMPV(let path): "control: \(path), as mpv is"
    case .connected(let peer): "control: process \(peer.process) of user \(peer.user)"
    case .rejected(let peer, let why):
      "control: process \(peer.process) of user \(peer.user) was rejected: \(why)"
    case .unsaid(let count): "control: \(count) more connections"
    case .failed(let what): "control: \(what)"
    }
  }
}

/// Why the server cannot listen.
public enum ControlError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Another player listens at the socket.
  case taken(path: String)
  /// The existing file is not a socket.
  case otherFile(path: String)
  case failed(path: String, Errno)

  public var description: String {
    switch self {
    case .taken(let path): "\(path): another player listens there; stop it, or use another path"
    case .otherFile(let path): "\(path): there is a file that is no socket; use another path"
    case .failed(let path, .nameTooLong): "\(path): the path of a socket has 107 bytes at most"
    case .failed(let path, .noEntry): "\(path): there is no such folder; make it first"
    case .failed(let path, let error): "\(path): cannot be listened at: \(error)"
    }
  }
}
