import Synchronization

/// A value behind a lock, for what several threads look at. Thread-safe.
public final class Shared<Value: Sendable>: Sendable {
  private let mutex: Mutex<Value>

  public init(_ value: Value) {
    mutex = Mutex(value)
  }

  /// A copy of it.
  public var value: Value { mutex.withLock { $0 } }

  @discardableResult
  public func update<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
    mutex.withLock { (value: inout Value) -> Result in body(&value) }
  }
}
