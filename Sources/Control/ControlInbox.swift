import Synchronization
import VitrineLinux

/// Passes messages from the player's threads to the server's thread. Thread-safe.
final class ControlInbox: Sendable {
  struct Answer: Sendable {
    let connection: UInt64
    let request: Int
    let reply: Reply
  }

  struct Mail: Sendable {
    var answers: [Answer] = []
    /// Whether the status has changed.
    var isNews = false
    var isClosing = false
    /// Liveness checks, to be called on the server's thread.
    var questions: [@Sendable () -> Void] = []
  }

  let wakeup: Wakeup
  private let mail = Mutex(Mail())
  private let isObserved = Mutex(false)

  init() throws(Errno) { wakeup = try Wakeup() }

  func put(_ answer: Answer) {
    mail.withLock { $0.answers.append(answer) }
    wakeup.ring()
  }

  /// Sets whether any client follows the status.
  func setObserved(_ isWanted: Bool) { isObserved.withLock { $0 = isWanted } }

  /// Records a change of the status.
  func noteStatus() {
    guard isObserved.withLock({ $0 }) else { return }
    let isFirst = mail.withLock { mail in
      defer { mail.isNews = true }
      return !mail.isNews
    }
    if isFirst { wakeup.ring() }
  }

  func ask(_ answer: @escaping @Sendable () -> Void) {
    mail.withLock { $0.questions.append(answer) }
    wakeup.ring()
  }

  func close() {
    mail.withLock { $0.isClosing = true }
    wakeup.ring()
  }

  /// Returns everything since the last call.
  func take() -> Mail {
    wakeup.clear()
    return mail.withLock { mail in
      defer { mail = Mail(isClosing: mail.isClosing) }
      return mail
    }
  }
}
