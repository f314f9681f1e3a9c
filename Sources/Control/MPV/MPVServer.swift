internal import VitrineLinux
internal import VitrinePlayback
internal import VitrineTiming

/// Implements mpv's JSON IPC on its own socket, so that tools for mpv can control the player. Runs
/// on the thread `mpv`, which never blocks the player, until `close`. Thread-safe.
///
/// The protocol is that of `DOCS/man/ipc.rst` of mpv 0.35; docs/operate/mpv.md lists the
/// differences.
package final class MPVServer: Sendable {
  private let thread: NamedThread
  private let inbox: MPVInbox
  private let stopObserving: @Sendable () -> Void

  /// Creates the socket, accessible to its owner and group, and starts listening. The folder must
  /// exist. `report` is called on the server's thread.
  package init(
    path: String, controlled: any Controlled, report: @escaping @Sendable (ControlEvent) -> Void
  ) throws(ControlError) {
    let parts: MPVParts
    do throws(ListeningSocket.Failure) {
      parts = try MPVParts(ListeningSocket(at: path, mode: 0o660))
    } catch {
      throw ControlError(error, path)
    }
    let inbox = parts.inbox
    self.inbox = inbox
    do throws(Errno) {
      thread = try NamedThread("mpv") { MPVLoop(parts, controlled, report).run() }
    } catch {
      throw .failed(path: path, error)
    }
    stopObserving = controlled.observeStatus { [weak inbox] in inbox?.signalStatusChange() }
  }

  /// Disconnects all clients and removes the socket.
  package func close() {
    stopObserving()
    inbox.close()
    thread.join()
  }
}

/// The parts of the server's thread.
final class MPVParts: Sendable {
  let listening: ListeningSocket
  let inbox: MPVInbox
  let loop: EventLoop

  init(_ listening: consuming ListeningSocket) throws(ListeningSocket.Failure) {
    do throws(Errno) {
      inbox = try MPVInbox()
      loop = try EventLoop()
    } catch {
      throw .failed(error)
    }
    self.listening = listening
  }
}

/// Passes messages from the player's threads to the server's thread. Thread-safe.
final class MPVInbox: Sendable {
  struct Messages: Sendable {
    /// Finished requests.
    var completions: [Completion] = []
    var statusChanged = false
    var isClosing = false
  }

  struct Completion: Sendable {
    let connection: UInt64
    let number: UInt64
    let refusal: Refusal?
  }

  let wakeup: Wakeup
  private let messages = Shared(Messages())

  init() throws(Errno) { wakeup = try Wakeup() }

  func signalStatusChange() {
    let isFirst = messages.update { messages in
      defer { messages.statusChanged = true }
      return !messages.statusChanged
    }
    if isFirst { wakeup.ring() }
  }

  func post(_ completion: Completion) {
    messages.update { $0.completions.append(completion) }
    wakeup.ring()
  }

  func close() {
    messages.update { $0.isClosing = true }
    wakeup.ring()
  }

  /// Returns everything since the last call.
  func drain() -> Messages {
    wakeup.clear()
    return messages.update { messages in
      defer { messages = Messages(isClosing: messages.isClosing) }
      return messages
    }
  }
}
