internal import VitrineLinux
internal import VitrinePlayback
internal import VitrineTiming

/// Speaks mpv's JSON IPC on a socket of its own, so that what was made for mpv works the player: a thread
/// `mpv`, which never has the player wait. Until `close`. Thread-safe.
///
/// The protocol is that of `DOCS/man/ipc.rst` of mpv, as 0.35 speaks it; docs/operate/mpv.md has what is different.
public final class MPVServer: Sendable {
  private let thread: NamedThread
  private let inbox: MPVInbox

  /// Makes the socket's file, for its owner and group, and begins to listen. The folder has to be there.
  /// `news` comes from the server's thread.
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

  /// Disconnects all clients and removes the socket's file.
  public func close() {
    inbox.close()
    thread.join()
  }
}

/// What the server's thread works with.
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

/// What the player's threads have for the server's. Thread-safe.
final class MPVInbox: Sendable {
  struct Mail: Sendable {
    /// What clients asked for and is done, or is not.
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

  /// Everything since the last call.
  func take() -> Mail {
    wakeup.clear()
    return mail.update { mail in
      defer { mail = Mail(isClosing: mail.isClosing) }
      return mail
    }
  }
}
