import CLinux
public import DequeModule
import Glibc
public import Timing

/// A queue between two threads that holds only so much: the one that is ahead waits. Thread-safe.
///
/// Each element has a weight (bytes, say); the queue is full when its elements' weights
/// reach `limit`. Once closed it takes nothing more and gives out what it still holds.
///
/// Its lock inherits priority (`PTHREAD_PRIO_INHERIT`): a thread that holds it runs with the
/// priority of the first thread that waits for it, so that a realtime thread waits for a few
/// instructions and not for everything that is more urgent than the holder.
@safe public final class BoundedQueue<Element: Sendable>: @unchecked Sendable {
  // @unchecked because the compiler cannot see that `mutex` guards everything below it.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let changed: UnsafeMutablePointer<pthread_cond_t>
  private var elements: Deque<(element: Element, weight: Int)> = []
  private var load = 0
  private var isClosed = false
  /// Threads that wait for `changed`.
  private var waiting = 0
  private let limit: Int

  public init(limit: Int) {
    self.limit = limit
    unsafe mutex = .allocate(capacity: 1)
    unsafe changed = .allocate(capacity: 1)
    var protocols = pthread_mutexattr_t()
    unsafe pthread_mutexattr_init(&protocols)
    unsafe pthread_mutexattr_setprotocol(&protocols, CInt(PTHREAD_PRIO_INHERIT))
    let result = unsafe pthread_mutex_init(mutex, &protocols)
    unsafe pthread_mutexattr_destroy(&protocols)
    // Only a kernel without CONFIG_FUTEX_PI refuses, on which Swift's own locks do not work either.
    precondition(result == 0, "pthread_mutex_init: \(Errno(rawValue: result))")
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
      while load >= limit, !isClosed { wait() }
      return append(element, weight)
    }
  }

  /// As `push`, but beyond the limit once `isUrgent`, which is asked again at each `wakeAll`.
  @discardableResult
  public func push(_ element: Element, weight: Int = 1, unless isUrgent: () -> Bool) -> Bool {
    locked {
      while load >= limit, !isClosed, !isUrgent() { wait() }
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
      while elements.isEmpty, !isClosed { wait() }
      return removeFirst()
    }
  }

  /// As `pop`, but gives up when `isCancelled`, which is asked again at each `wakeAll`.
  public func pop(unless isCancelled: () -> Bool) -> Element? {
    locked {
      while elements.isEmpty, !isClosed, !isCancelled() { wait() }
      return isCancelled() ? nil : removeFirst()
    }
  }

  /// As `pop`, but waits until `deadline` at the latest (for ever without one).
  public func pop(until deadline: HostTime?) -> Element? {
    guard let deadline else { return pop() }
    return locked {
      while elements.isEmpty, !isClosed {
        guard wait(until: deadline) else { break }
      }
      return removeFirst()
    }
  }

  /// Has all threads that wait look again.
  public func wakeAll() { locked { wake() } }

  /// Drops what it holds; the threads that wait for room go on.
  public func removeAll() {
    let dropped = locked { () -> Deque<(element: Element, weight: Int)> in
      wake()
      return takeAll()
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

  /// Ends the queue; all threads that wait on it go on. With `discarding`, what it holds is
  /// dropped.
  public func close(discarding: Bool = false) {
    let dropped = locked { () -> Deque<(element: Element, weight: Int)> in
      isClosed = true
      wake()
      return discarding ? takeAll() : []
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
}

// What follows is called with the lock held.
extension BoundedQueue {
  private func append(_ element: Element, _ weight: Int) -> Bool {
    guard !isClosed else { return false }
    elements.append((element, weight))
    load += weight
    wake()
    return true
  }

  private func removeFirst() -> Element? {
    guard let first = elements.popFirst() else { return nil }
    load -= first.weight
    if load < limit { wake() }
    return first.element
  }

  private func takeAll() -> Deque<(element: Element, weight: Int)> {
    defer { (elements, load) = ([], 0) }
    return elements
  }

  private func wait() {
    waiting += 1
    unsafe pthread_cond_wait(changed, mutex)
    waiting -= 1
  }

  /// False once `deadline` has come.
  private func wait(until deadline: HostTime) -> Bool {
    var moment = timespec(
      tv_sec: Int(deadline.nanoseconds / 1_000_000_000),
      tv_nsec: Int(deadline.nanoseconds % 1_000_000_000))
    waiting += 1
    defer { waiting -= 1 }
    return unsafe pthread_cond_timedwait(changed, mutex, &moment) == 0
  }

  /// Something has changed that a thread may wait for. All of them look: threads that wait for an
  /// element may have given up, and one removal may make room for several elements.
  ///
  /// With the lock held, since the condition has a lock of its own inside, without inheritance: so
  /// its holder inherits by ours.
  private func wake() {
    if waiting > 0 { unsafe pthread_cond_broadcast(changed) }
  }
}

extension BoundedQueue {
  private func lock() {
    guard let waits = LockWaits.ofThisThread else {
      unsafe pthread_mutex_lock(mutex)
      return
    }
    guard unsafe pthread_mutex_trylock(mutex) != 0 else { return waits.note(.zero) }
    let start = HostTime.now()
    unsafe pthread_mutex_lock(mutex)
    waits.note(HostTime.now() - start)
  }

  private func locked<Result>(_ body: () -> Result) -> Result {
    lock()
    defer { unsafe pthread_mutex_unlock(mutex) }
    return body()
  }
}
