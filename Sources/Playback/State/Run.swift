/// One continuous stretch of an item: it starts when the item is opened, and with each seek. Runs
/// are numbered; events of runs that were left are ignored.
public struct Run: Hashable, Comparable, Sendable, CustomStringConvertible {
  public let number: Int

  /// For pictures without an item: cards, a fallback, black.
  public static let none = Run(0)

  public init(_ number: Int) {
    self.number = number
  }

  public static func < (a: Run, b: Run) -> Bool { a.number < b.number }
  public var description: String { "run \(number)" }
}
