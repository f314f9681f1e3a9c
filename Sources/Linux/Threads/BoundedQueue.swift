package import VitrineTiming

/// A bounded queue between threads: producers wait while it is full. Thread-safe.
///
/// Each element has a weight, such as its bytes; the queue is full when the total reaches `limit`.
/// A closed queue accepts nothing, but still returns its elements.
package final class BoundedQueue<Element: Sendable>: @unchecked Sendable {
  // @unchecked because the compiler cannot see that `lock` guards everything below it.
  private let lock = ConditionLock()
  private var elements = FIFO<(element: Element, weight: Int)>()
  private var load = 0
  private var isClosed = false
  private let limit: Int

  package init(limit: Int) {
    self.limit = limit
  }

  /// Appends an element; waits while the queue is full. Returns false if the queue is closed: the
  /// element was not added.
  @discardableResult
  package func push(_ element: Element, weight: Int = 1) -> Bool {
    locked {
      while load >= limit, !isClosed { lock.wait() }
      return append(element, weight)
    }
  }

  /// Appends an element, beyond the limit if `isUrgent`, which is called again at each `wakeAll`.
  @discardableResult
  package func push(_ element: Element, weight: Int = 1, unless isUrgent: () -> Bool) -> Bool {
    locked {
      while load >= limit, !isClosed, !isUrgent() { lock.wait() }
      return append(element, weight)
    }
  }

  /// Appends an element only if there is room, without waiting.
  package func tryPush(_ element: Element, weight: Int = 1) -> Bool {
    locked { load < limit && append(element, weight) }
  }

  /// Appends an element without waiting, even beyond the limit.
  @discardableResult
  package func force(_ element: Element, weight: Int = 1) -> Bool {
    locked { append(element, weight) }
  }

  /// Removes the first element; waits while there is none. Returns nil once closed and empty.
  package func pop() -> Element? {
    locked {
      while elements.isEmpty, !isClosed { lock.wait() }
      return removeFirst()
    }
  }

  /// Removes the first element; stops waiting if `isCancelled`, which is called again at each
  /// `wakeAll`.
  package func pop(unless isCancelled: () -> Bool) -> Element? {
    locked {
      while elements.isEmpty, !isClosed, !isCancelled() { lock.wait() }
      return isCancelled() ? nil : removeFirst()
    }
  }

  /// Removes the first element; waits until `deadline`, or without a limit if it is nil.
  package func pop(until deadline: HostTime?) -> Element? {
    guard let deadline else { return pop() }
    return locked {
      while elements.isEmpty, !isClosed {
        guard lock.wait(until: deadline) else { break }
      }
      return removeFirst()
    }
  }

  /// Makes all waiting threads check their conditions.
  package func wakeAll() { locked { wake() } }

  /// Drops all elements, and wakes producers.
  package func removeAll() {
    let dropped = locked { () -> FIFO<(element: Element, weight: Int)> in
      wake()
      return removeElements()
    }
    _ = dropped
  }

  /// Removes the first element, if there is one.
  package func tryPop() -> Element? {
    locked { removeFirst() }
  }

  /// Passes the elements to `body` without removing them.
  package func peek<Result>(_ body: (FIFO<(element: Element, weight: Int)>) -> Result) -> Result {
    locked { body(elements) }
  }

  /// Closes the queue, and wakes all waiting threads. With `discarding`, drops its elements.
  package func close(discarding: Bool = false) {
    let dropped = locked { () -> FIFO<(element: Element, weight: Int)> in
      isClosed = true
      wake()
      return discarding ? removeElements() : FIFO()
    }
    // The elements are released outside of the lock: releasing one may lock another queue.
    _ = dropped
  }

  /// The first element, which stays in the queue.
  package var first: Element? { locked { elements.first?.element } }
  package var last: Element? { locked { elements.last?.element } }
  /// The total weight of all elements.
  package var weight: Int { locked { load } }
  package var isEmpty: Bool { locked { elements.isEmpty } }
  /// Whether the queue is closed.
  package var isOver: Bool { locked { isClosed } }
  /// Whether the queue is closed and empty.
  package var isExhausted: Bool { locked { isClosed && elements.isEmpty } }
}

// These functions are called with the lock held.
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

  private func removeElements() -> FIFO<(element: Element, weight: Int)> {
    defer { (elements, load) = (FIFO(), 0) }
    return elements
  }

  /// Wakes all threads that may be waiting for the change: a thread that waits for an element may
  /// have given up, and one removal may make room for several elements.
  private func wake() { lock.wake() }

  private func locked<Result>(_ body: () -> Result) -> Result { lock.locked(body) }
}
