/// Elements in the order in which they were added. Adding one and removing the first take constant time on average, and
/// allocate only while the queue grows.
package struct FIFO<Element>: RandomAccessCollection {
  /// The removed elements, as nil, and then the others.
  private var slots: [Element?] = []
  package private(set) var startIndex = 0

  package init() {}

  package var endIndex: Int { slots.count }
  package subscript(index: Int) -> Element {
    guard let element = slots[index] else { preconditionFailure("the element has been removed") }
    return element
  }

  package mutating func append(_ element: Element) { slots.append(element) }

  package mutating func popFirst() -> Element? {
    guard !isEmpty else { return nil }
    let first = slots[startIndex].take()
    startIndex += 1
    // Moves the others to the front when at least as many were removed: at most one move for each removal.
    if startIndex >= slots.count - startIndex {
      slots.removeFirst(startIndex)
      startIndex = 0
    }
    return first
  }
}
