public import DequeModule
public import VitrineTiming

/// A queue between two threads that holds only so much: the one that is ahead waits. Thread-safe.
///
/// Each element has a weight (bytes, say); the queue is full when its elements' weights
/// reach `limit`. Once closed it takes nothing more and gives out what it still holds.
public final class BoundedQueue<Element: Sendable>: @unchecked Sendable {
  // @unchecked because the compiler cannot see that `lock` guards everything below it.
  private let lock = ConditionLock()
  private var elements: Deque<(element: Element, weight: Int)> = []
  private var load = 0
  private var isClosed = false
  private let limit: Int

  public init(limit: Int) {
    self.limit = limit
  }

  /// Adds at the end, waiting while the queue is full. False when the queue was closed: the
  /// element is not in it.
  @discardableResult
  public func push(_ element: Element, weight: Int = 1) -> Bool {
    locked {
      while load >= limit, !isClosed { lock.wait() }
      return append(element, weight)
    }
  }

  /// As `push`, but beyond the limit once `isUrgent`, which is asked again at each `wakeAll`.
  @discardableResult
  public func push(_ element: Element, weight: Int = 1, unless isUrgent: () -> Bool) -> Bool {
    locked {
      while load >= limit, !isClosed, !isUrgent() { lock.wait() }
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
      while elements.isEmpty, !isClosed { lock.wait() }
      return removeFirst()
    }
  }

  /// As `pop`, but gives up when `isCancelled`, which is asked again at each `wakeAll`.
  public func pop(unless isCancelled: () -> Bool) -> Element? {
    locked {
      while elements.isEmpty, !isClosed, !isCancelled() { lock.wait() }
      return isCancelled() ? nil : removeFirst()
    }
  }

  /// As `pop`, but waits until `deadline` at the latest (for ever without one).
  public func pop(until deadline: HostTime?) -> Element? {
    guard let deadline else { return pop() }
    return locked {
      while elements.isEmpty, !isClosed {
        guard lock.wait(until: deadline) else { break }
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
  /// Whether nothing is taken any more.
  public var isOver: Bool { locked { isClosed } }
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

  /// Something has changed that a thread may wait for. All of them look: threads that wait for an
  /// element may have given up, and one removal may make room for several elements.
  private func wake() { lock.wake() }

  private func locked<Result>(_ body: () -> Result) -> Result { lock.locked(body) }
}
