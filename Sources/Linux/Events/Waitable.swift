/// A value behind a lock with a condition, for threads that wait for a state of the value.
/// Thread-safe.
///
/// Its lock inherits priority, like that of `BoundedQueue`.
package final class Waitable<Value: Sendable>: @unchecked Sendable {
  // @unchecked because the compiler cannot see that `lock` guards the value.
  private let lock = ConditionLock()
  private var guarded: Value

  package init(_ value: Value) { guarded = value }

  /// A copy of the value.
  package var value: Value { lock.locked { guarded } }

  /// Changes the value, and wakes the waiting threads to check it.
  @discardableResult
  package func update<Result>(_ body: (inout Value) -> Result) -> Result {
    lock.locked {
      defer { lock.wake() }
      return body(&guarded)
    }
  }

  /// Changes the value without waking threads, if no thread can be waiting for the change.
  @discardableResult
  package func change<Result>(_ body: (inout Value) -> Result) -> Result {
    lock.locked { body(&guarded) }
  }

  /// Waits until `body` returns a result. Calls it at once, and after each `update`.
  package func wait<Result>(_ body: (inout Value) -> Result?) -> Result {
    lock.locked {
      while true {
        if let result = body(&guarded) { return result }
        lock.wait()
      }
    }
  }
}
