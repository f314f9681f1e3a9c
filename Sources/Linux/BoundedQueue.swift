import CLinux
public import DequeModule
import Glibc
public import Timing

/// A queue between two threads that holds only so much: who is ahead waits. Thread-safe.
///
/// Each element has a weight (bytes, say); the queue is full when its elements' weights
/// reach `limit`. Once closed it takes nothing more and gives out what it still holds.
@safe public final class BoundedQueue<Element: Sendable>: @unchecked Sendable {
  // @unchecked because the compiler cannot see that `mutex` guards everything below it.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let changed: UnsafeMutablePointer<pthread_cond_t>
  private var elements: Deque<(element: Element, weight: Int)> = []
  private var load = 0
  private var isClosed = false
  private let limit: Int

  public init(limit: Int) {
    self.limit = limit
    unsafe mutex = .allocate(capacity: 1)
    unsafe changed = .allocate(capacity: 1)
    unsafe pthread_mutex_init(mutex, nil)
    // Deadlines are on the clock that never jumps.
    var attributes = pthread_condattr_t()
    unsafe pthread_condattr_init(&attributes)
    unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    unsafe pthread_cond_init(changed, &attributes)
    unsafe pthread_condattr_destroy(&attributes)
  }

  deinit {
    unsafe pthread_cond_destroy(changed)
    unsafe pthread_mutex_destroy(mutex)
    unsafe changed.deallocate()
    unsafe mutex.deallocate()
  }

  /// Adds at the end, waiting while the queue is full. False when the queue was closed: the
  /// element is not in it.
  @discardableResult
  public func push(_ element: Element, weight: Int = 1) -> Bool {
    locked {
      while load >= limit, !isClosed { unsafe pthread_cond_wait(changed, mutex) }
      return append(element, weight)
    }
  }

  /// As `push`, but only where there is room, and without waiting.
  public func tryPush(_ element: Element, weight: Int = 1) -> Bool {
    locked { load < limit && append(element, weight) }
  }

  /// As `push`, but beyond the limit where it must be, and without waiting.
  @discardableResult
  public func force(_ element: Element, weight: Int = 1) -> Bool {
    locked { append(element, weight) }
  }

  /// Takes the first element, waiting while there is none. Nil once closed and empty.
  public func pop() -> Element? {
    locked {
      while elements.isEmpty, !isClosed { unsafe pthread_cond_wait(changed, mutex) }
      return removeFirst()
    }
  }

  /// As `pop`, but gives up when `isCancelled`, which is asked again at each `wakeAll`.
  public func pop(unless isCancelled: () -> Bool) -> Element? {
    locked {
      while elements.isEmpty, !isClosed, !isCancelled() { unsafe pthread_cond_wait(changed, mutex) }
      return isCancelled() ? nil : removeFirst()
    }
  }

  /// As `pop`, but waits until `deadline` at the latest (for ever without one).
  public func pop(until deadline: HostTime?) -> Element? {
    guard let deadline else { return pop() }
    var moment = timespec(
      tv_sec: Int(deadline.nanoseconds / 1_000_000_000),
      tv_nsec: Int(deadline.nanoseconds % 1_000_000_000))
    return locked {
      while elements.isEmpty, !isClosed {
        if unsafe pthread_cond_timedwait(changed, mutex, &moment) != 0 { break }
      }
      return removeFirst()
    }
  }

  /// Has everyone who waits look again.
  public func wakeAll() { locked {} }

  /// Drops what it holds; whoever waits for room goes on.
  public func removeAll() {
    let dropped = locked { () -> Deque<(element: Element, weight: Int)> in
      defer { (elements, load) = ([], 0) }
      return elements
    }
    _ = dropped
  }

  /// Takes the first element if there is one.
  public func tryPop() -> Element? {
    locked { removeFirst() }
  }

  /// Looks at the elements in place, first to last, without taking them.
  public func peek<Result>(_ body: (Deque<(element: Element, weight: Int)>) -> Result) -> Result {
    locked { body(elements) }
  }

  /// Ends the queue; everyone who waits on it goes on. With `discarding`, what it holds is dropped.
  public func close(discarding: Bool = false) {
    let dropped = locked { () -> Deque<(element: Element, weight: Int)> in
      isClosed = true
      guard discarding else { return [] }
      defer { (elements, load) = ([], 0) }
      return elements
    }
    // The elements are freed outside of the lock: freeing one may take another queue's.
    _ = dropped
  }

  /// The first element, which stays.
  public var first: Element? { locked { elements.first?.element } }
  public var last: Element? { locked { elements.last?.element } }
  /// The weights of all elements together.
  public var weight: Int { locked { load } }
  public var isEmpty: Bool { locked { elements.isEmpty } }
  /// Whether nothing more will ever come out.
  public var isExhausted: Bool { locked { isClosed && elements.isEmpty } }

  private func append(_ element: Element, _ weight: Int) -> Bool {
    guard !isClosed else { return false }
    elements.append((element, weight))
    load += weight
    return true
  }

  private func removeFirst() -> Element? {
    guard let first = elements.popFirst() else { return nil }
    load -= first.weight
    return first.element
  }

  private func locked<Result>(_ body: () -> Result) -> Result {
    unsafe pthread_mutex_lock(mutex)
    defer {
      unsafe pthread_cond_broadcast(changed)
      unsafe pthread_mutex_unlock(mutex)
    }
    return body()
  }
}
