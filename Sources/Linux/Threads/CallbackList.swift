/// Functions to call, in the order in which they were added, each until it is removed. A value type.
package struct CallbackList<Body: Sendable>: Sendable {
  private var lastID = 0
  private var entries: [(id: Int, body: Body)] = []

  package init() {}

  /// All functions.
  package var bodies: [Body] { entries.map(\.body) }

  /// Adds a function; returns its number for `remove`.
  package mutating func add(_ body: Body) -> Int {
    // bound: additions, counted from 0 on
    lastID += 1
    entries.append((lastID, body))
    return lastID
  }

  /// Removes a function. A second removal has no effect.
  package mutating func remove(_ id: Int) { entries.removeAll { $0.id == id } }
}
