/// One continuous stretch of an item: it starts when the item is opened, and with each seek. Runs
/// are numbered; events of runs that were left are ignored.
package struct Run: Hashable, Comparable, Sendable, CustomStringConvertible {
  package let number: Int

  /// For pictures without an item: cards, a fallback, black.
  package static let none = Run(0)

  package init(_ number: Int) {
    self.number = number
  }

  package static func < (a: Run, b: Run) -> Bool { a.number < b.number }
  package var description: String { "run \(number)" }
}
