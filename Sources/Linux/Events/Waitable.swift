/// A value behind a lock, for threads that wait until it is as they need it. Thread-safe.
///
/// Its lock inherits priority, as `BoundedQueue`'s does.
public final class Waitable<Value: Sendable>: @unchecked Sendable {
  // @unchecked because the compiler cannot see that `lock` guards the value.
  private let lock = ConditionLock()
  private var guarded: Value

  public init(_ value: Value) { guarded = value }

  /// A copy of it.
  public var value: Value { lock.locked { guarded } }

  /// Changes it; the threads that wait look again.
  @discardableResult
  public func update<Result>(_ body: (inout Value) -> Result) -> Result {
    lock.locked {
      defer { lock.wake() }
      return body(&guarded)
    }
  }

  /// Changes it where no thread that waits could find what it needs: none looks again.
  @discardableResult
  public func change<Result>(_ body: (inout Value) -> Result) -> Result {
    lock.locked { body(&guarded) }
  }

  /// Waits until `body` gives something, and gives that. It is asked at once, and again after each
  /// `update`.
  public func wait<Result>(_ body: (inout Value) -> Result?) -> Result {
    lock.locked {
      while true {
        if let result = body(&guarded) { return result }
        lock.wait()
      }
    }
  }
}
