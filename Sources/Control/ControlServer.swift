internal import VitrineLinux

/// Listens for clients on a local socket and carries out their requests. Runs on the thread
/// `control`, which never blocks the player, until `close`. Thread-safe.
package final class ControlServer: Sendable {
  private let thread: NamedThread
  private let inbox: ControlInbox
  private let stopObserving: @Sendable () -> Void

  /// Creates the socket, accessible to its owner and group, and starts listening. The folder must
  /// exist. If `isReadOnly`, requests that change something are refused, and all users of the
  /// machine have access. `report` is called on the server's thread.
  package init(
    path: String, controlled: any Controlled, limits: ControlLimits = ControlLimits(),
    policy: PeerPolicy? = nil, isReadOnly: Bool = false,
    report: @escaping @Sendable (ControlEvent) -> Void
  ) throws(ControlError) {
    let parts: ControlParts
    do throws(ListeningSocket.Failure) {
      parts = try ControlParts(
        ListeningSocket(at: path, mode: isReadOnly ? 0o666 : 0o660), isReadOnly: isReadOnly)
    } catch {
      throw ControlError(error, path)
    }
    let inbox = parts.inbox
    self.inbox = inbox
    do throws(Errno) {
      thread = try NamedThread("control") {
        ControlLoop(parts, controlled, limits, policy, report).run()
      }
    } catch {
      throw .failed(path: path, error)
    }
    let stopStatus = controlled.observeStatus { [weak inbox] in inbox?.signalStatusChange() }
    let stopEvents = controlled.observeEvents { [weak inbox] in inbox?.post($0) }
    stopObserving = {
      stopStatus()
      stopEvents()
    }
  }

  /// Calls `answer` on the server's thread; used for liveness checks.
  package func ask(_ answer: @escaping @Sendable () -> Void) { inbox.ask(answer) }

  /// Disconnects all clients and removes the socket.
  package func close() {
    stopObserving()
    inbox.close()
    thread.join()
  }
}

extension ControlError {
  init(_ trouble: ListeningSocket.Failure, _ path: String) {
    switch trouble {
    case .inUse: self = .taken(path: path)
    case .notASocket: self = .otherFile(path: path)
    case .failed(let error): self = .failed(path: path, error)
    }
  }
}

/// The parts of the server's thread.
final class ControlParts: Sendable {
  let listening: ListeningSocket
  let inbox: ControlInbox
  let loop: EventLoop
  let timer: Timer
  /// Whether only requests that change nothing are allowed.
  let isReadOnly: Bool

  init(
    _ listening: consuming ListeningSocket, isReadOnly: Bool
  ) throws(ListeningSocket.Failure) {
    self.isReadOnly = isReadOnly
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
