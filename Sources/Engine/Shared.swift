import Synchronization

/// A value behind a lock, for what several threads look at. Thread-safe.
final class Shared<Value: Sendable>: Sendable {
  private let mutex: Mutex<Value>

  init(_ value: Value) {
    mutex = Mutex(value)
  }

  /// A copy of it.
  var value: Value { mutex.withLock { $0 } }

  @discardableResult
  func update<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
    mutex.withLock { (value: inout Value) -> Result in body(&value) }
  }
}
