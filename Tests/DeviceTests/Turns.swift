import Foundation

/// Who may use the machine now: any number of those whose time is their own, or one alone who
/// looks at the clock. Those who come next wait behind one who wants to be alone.
final class Turns: @unchecked Sendable {  // all state is behind the condition
  private let condition = NSCondition()
  private var (running, waitingAlone, isTaken) = (0, 0, false)

  /// Runs `body` when it is its turn; it may not ask for another one in it.
  func take<Value>(alone: Bool, _ body: () throws -> Value) rethrows -> Value {
    begin(alone: alone)
    defer { end() }
    return try body()
  }

  func begin(alone: Bool) { condition.withLock { alone ? beginAlone() : begin() } }

  func end() {
    condition.withLock {
      (running, isTaken) = (running - 1, false)
      condition.broadcast()
    }
  }

  private func begin() {
    while isTaken || waitingAlone > 0 { condition.wait() }
    running += 1
  }

  private func beginAlone() {
    waitingAlone += 1
    while running > 0 { condition.wait() }
    (waitingAlone, running, isTaken) = (waitingAlone - 1, 1, true)
  }
}
