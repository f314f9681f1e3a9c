import Synchronization
import VitrineLinux

/// What the player's threads have for the server's. Thread-safe.
final class ControlInbox: Sendable {
  struct Answer: Sendable {
    let connection: UInt64
    let request: Int
    let reply: Reply
  }

  struct Mail: Sendable {
    var answers: [Answer] = []
    /// Whether there is a new status.
    var isNews = false
    var isClosing = false
    /// To be called by the server's thread: whether it still turns.
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

  /// Whether any client follows the status.
  func setObserved(_ isWanted: Bool) { isObserved.withLock { $0 = isWanted } }

  /// There is a new status.
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

  /// Everything since the last call.
  func take() -> Mail {
    wakeup.clear()
    return mail.withLock { mail in
      defer { mail = Mail(isClosing: mail.isClosing) }
      return mail
    }
  }
}
