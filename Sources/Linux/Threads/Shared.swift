import Synchronization
import VitrineTiming

/// A value behind a lock, for what several threads look at. Thread-safe.
///
/// On Linux Swift's `Mutex` is a futex with priority inheritance (FUTEX_LOCK_PI; seen with strace,
/// Swift 6.3): a thread that holds it runs with the priority of the first thread that waits for it,
/// as with the lock of `BoundedQueue`. Before it asks the kernel, it spins for some hundred loads.
public final class Shared<Value: Sendable>: Sendable {
  #if SANITIZED
    private let mutex: KnownMutex<Value>
  #else
    private let mutex: Mutex<Value>
  #endif

  public init(_ value: Value) {
    #if SANITIZED
      mutex = KnownMutex(value)
    #else
      mutex = Mutex(value)
    #endif
  }

  /// A copy of it.
  public var value: Value { locked { $0 } }

  @discardableResult
  public func update<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
    locked(body)
  }

  private func locked<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
    guard let waits = LockWaits.ofThisThread else {
      return mutex.withLock { (value: inout Value) -> Result in body(&value) }
    }
    if let result = mutex.withLockIfAvailable({ (value: inout Value) -> Result in body(&value) }) {
      waits.note(.zero)
      return result
    }
    let start = HostTime.now()
    return mutex.withLock { (value: inout Value) -> Result in
      waits.note(HostTime.now() - start)
      return body(&value)
    }
  }
}

#if SANITIZED
  /// The same by a lock that ThreadSanitizer knows: of Swift's it sees nothing, and takes what that
  /// guards for a race.
  private final class KnownMutex<Value>: @unchecked Sendable {
    // @unchecked because the compiler cannot see that `lock` guards the value.
    private let lock = ConditionLock()
    private var guarded: Cell

    /// Never empty: an empty value would lie where the object's own head does, which is read without the lock.
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
