import Synchronization
import VitrineTiming

/// A value behind a lock, for several threads. Thread-safe.
///
/// On Linux, Swift's `Mutex` is a futex with priority inheritance (FUTEX_LOCK_PI; seen with strace,
/// Swift 6.3): its owner runs with the highest priority of the waiting threads, as with the lock of
/// `BoundedQueue`. It spins for some hundred loads before the system call.
package final class Shared<Value: Sendable>: Sendable {
  #if SANITIZED
    private let mutex: KnownMutex<Value>
  #else
    private let mutex: Mutex<Value>
  #endif

  package init(_ value: Value) {
    #if SANITIZED
      mutex = KnownMutex(value)
    #else
      mutex = Mutex(value)
    #endif
  }

  /// A copy of the value.
  package var value: Value { locked { $0 } }

  @discardableResult
  package func update<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
    locked(body)
  }

  private func locked<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
    guard let waits = LockWaits.ofThisThread else {
      return mutex.withLock { (value: inout Value) -> Result in body(&value) }
    }
    if let result = mutex.withLockIfAvailable({ (value: inout Value) -> Result in body(&value) }) {
      waits.record(.zero)
      return result
    }
    let start = HostTime.now()
    return mutex.withLock { (value: inout Value) -> Result in
      waits.record(HostTime.now() - start)
      return body(&value)
    }
  }
}

#if SANITIZED
  /// A replacement with a lock that ThreadSanitizer supports: it does not see Swift's, and would
  /// report races.
  private final class KnownMutex<Value>: @unchecked Sendable {
    // @unchecked because the compiler cannot see that `lock` guards the value.
    private let lock = ConditionLock()
    private var guarded: Cell

    /// Never empty: an empty value would have the address of the object's header, which is read
    /// without the lock.
    private struct Cell {
      var value: Value
      private let filling: UInt8 = 0

      init(_ value: Value) { self.value = value }
    }

    init(_ value: Value) { guarded = Cell(value) }

    func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
      lock.locked { body(&guarded.value) }
    }

    func withLockIfAvailable<Result>(_ body: (inout Value) -> Result) -> Result? {
      withLock(body)
    }
  }
#endif
