/// One unbroken stretch of an item: it begins when the item is opened, and anew with each seek
/// in it. Each has the next number; news of a run that was left changes nothing.
public struct Run: Hashable, Comparable, Sendable, CustomStringConvertible {
  public let number: Int

  /// Of pictures that no item has: cards, a fallback, black.
  public static let none = Run(0)

  public init(_ number: Int) {
    self.number = number
  }

  public static func < (a: Run, b: Run) -> Bool { a.number < b.number }
  public var description: String { "run \(number)" }
}
