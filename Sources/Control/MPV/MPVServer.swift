internal import VitrineLinux
internal import VitrinePlayback
internal import VitrineTiming

/// Implements mpv's JSON IPC on its own socket, so that tools for mpv can control the player. Runs
/// on the thread `mpv`, which never blocks the player, until `close`. Thread-safe.
///
/// The protocol is that of `DOCS/man/ipc.rst` of mpv 0.35; docs/operate/mpv.md lists the
/// differences.
public final class MPVServer: Sendable {
  private let thread: NamedThread
  private let inbox: MPVInbox

  /// Creates the socket, accessible to its owner and group, and starts listening. The folder must
  /// exist. `news` is called on the server's thread.
  public init(
    path: String, controlled: any Controlled, news: @escaping @Sendable (ControlNews) -> Void
  ) throws(ControlError) {
    let parts: MPVParts
    do throws(ListeningSocket.Trouble) {
      parts = try MPVParts(ListeningSocket(at: path, mode: 0o660))
    } catch {
      throw ControlError(error, path)
    }
    let inbox = parts.inbox
    self.inbox = inbox
    do throws(Errno) {
      thread = try NamedThread("mpv") { MPVLoop(parts, controlled, news).run() }
    } catch {
      throw .failed(path: path, error)
    }
    controlled.observeStatus { [weak inbox] in inbox?.noteStatus() }
  }

  /// Disconnects all clients and removes the socket.
  public func close() {
    inbox.close()
    thread.join()
  }
}

/// The parts of the server's thread.
final class MPVParts: Sendable {
  let listening: ListeningSocket
  let inbox: MPVInbox
  let loop: EventLoop

  init(_ listening: consuming ListeningSocket) throws(ListeningSocket.Trouble) {
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
  struct Mail: Sendable {
    /// Finished requests.
    var done: [Done] = []
    var hasStatus = false
    var isClosing = false
  }

  struct Done: Sendable {
    let connection: UInt64
    let number: UInt64
    let refusal: Refusal?
  }

  let wakeup: Wakeup
  private let mail = Shared(Mail())

  init() throws(Errno) { wakeup = try Wakeup() }

  func noteStatus() {
    let isFirst = mail.update { mail in
      defer { mail.hasStatus = true }
      return !mail.hasStatus
    }
    if isFirst { wakeup.ring() }
  }

  func put(_ done: Done) {
    mail.update { $0.done.append(done) }
    wakeup.ring()
  }

  func close() {
    mail.update { $0.isClosing = true }
    wakeup.ring()
  }

  /// Returns everything since the last call.
  func take() -> Mail {
    wakeup.clear()
    return mail.update { mail in
      defer { mail = Mail(isClosing: mail.isClosing) }
      return mail
    }
  }
}
