import Synchronization
import VitrineLinux

/// Passes messages from the player's threads to the server's thread. Thread-safe.
final class ControlInbox: Sendable {
  struct Completion: Sendable {
    let connection: UInt64
    let request: Int
    let reply: Reply
  }

  struct Messages: Sendable {
    var completions: [Completion] = []
    /// Whether the status has changed.
    var statusChanged = false
    /// The events for observers; the oldest are dropped if the server is slow.
    var events: [PlaybackEvent] = []
    var isClosing = false
    /// Liveness checks, to be called on the server's thread.
    var livenessChecks: [@Sendable () -> Void] = []
  }

  let wakeup: Wakeup
  private let messages = Mutex(Messages())
  private let isObserved = Mutex(false)

  init() throws(Errno) { wakeup = try Wakeup() }

  func post(_ completion: Completion) {
    messages.withLock { $0.completions.append(completion) }
    wakeup.ring()
  }

  /// Sets whether any client follows the status.
  func setObserved(_ isWanted: Bool) { isObserved.withLock { $0 = isWanted } }

  /// Records a change of the status.
  func signalStatusChange() {
    guard isObserved.withLock({ $0 }) else { return }
    let isFirst = messages.withLock { messages in
      defer { messages.statusChanged = true }
      return !messages.statusChanged
    }
    if isFirst { wakeup.ring() }
  }

  /// Records an event for observers.
  func post(_ event: PlaybackEvent) {
    guard isObserved.withLock({ $0 }) else { return }
    messages.withLock { messages in
      if messages.events.count >= Self.mostEvents { messages.events.removeFirst() }
      messages.events.append(event)
    }
    wakeup.ring()
  }

  private static let mostEvents = 64

  func ask(_ answer: @escaping @Sendable () -> Void) {
    messages.withLock { $0.livenessChecks.append(answer) }
    wakeup.ring()
  }

  func close() {
    messages.withLock { $0.isClosing = true }
    wakeup.ring()
  }

  /// Returns everything since the last call.
  func drain() -> Messages {
    wakeup.clear()
    return messages.withLock { messages in
      defer { messages = Messages(isClosing: messages.isClosing) }
      return messages
    }
  }
}
