internal import VitrineLinux

/// Listens for clients on a local socket and has the player do what they ask: a thread `control`,
/// which never has the player wait. Until `close`. Thread-safe.
public final class ControlServer: Sendable {
  private let thread: NamedThread
  private let inbox: ControlInbox

  /// Makes the socket's file, for its owner and group, and begins to listen. The folder has to be
  /// there. Where it only tells, it is for all users of the machine. `news` comes from the server's thread.
  public init(
    path: String, controlled: any Controlled, limits: ControlLimits = ControlLimits(),
    policy: PeerPolicy? = nil, onlyTells: Bool = false,
    news: @escaping @Sendable (ControlNews) -> Void
  ) throws(ControlError) {
    let parts: ControlParts
    do throws(ListeningSocket.Trouble) {
      parts = try ControlParts(
        ListeningSocket(at: path, mode: onlyTells ? 0o666 : 0o660), onlyTells: onlyTells)
    } catch {
      throw ControlError(error, path)
    }
    let inbox = parts.inbox
    self.inbox = inbox
    do throws(Errno) {
      thread = try NamedThread("control") {
        ControlLoop(parts, controlled, limits, policy, news).run()
      }
    } catch {
      throw .failed(path: path, error)
    }
    controlled.observeStatus { [weak inbox] in inbox?.noteStatus() }
  }

  /// Has `answer` called on the server's thread soon, if that still turns.
  public func ask(_ answer: @escaping @Sendable () -> Void) { inbox.ask(answer) }

  /// Disconnects all clients and removes the socket's file.
  public func close() {
    inbox.close()
    thread.join()
  }
}

extension ControlError {
  init(_ trouble: ListeningSocket.Trouble, _ path: String) {
    switch trouble {
    case .isTaken: self = .taken(path: path)
    case .isOtherFile: self = .otherFile(path: path)
    case .failed(let error): self = .failed(path: path, error)
    }
  }
}

/// What the server's thread works with.
final class ControlParts: Sendable {
  let listening: ListeningSocket
  let inbox: ControlInbox
  let loop: EventLoop
  let timer: Timer
  /// Whether nothing is done for clients but told.
  let onlyTells: Bool

  init(
    _ listening: consuming ListeningSocket, onlyTells: Bool
  ) throws(ListeningSocket.Trouble) {
    self.onlyTells = onlyTells
    do throws(Errno) {
      inbox = try ControlInbox()
      timer = try Timer()
      loop = try EventLoop()
    } catch {
      throw .failed(error)
    }
    self.listening = listening
  }
}
