/// A thing to play.
public struct Item: Hashable, Sendable {
  /// The path of a local file.
  public let source: String

  public init(source: String) {
    self.source = source
  }

  /// The file's name without its folder: what logs and cards call it.
  public var name: String {
    source.split(separator: "/").last.map(String.init) ?? source
  }
}

/// One opening of one item. Each opening has the next number; news of a run that was left
/// changes nothing.
public struct Run: Hashable, Comparable, Sendable, CustomStringConvertible {
  public let number: Int

  public init(_ number: Int) {
    self.number = number
  }

  public static func < (a: Run, b: Run) -> Bool { a.number < b.number }
  public var description: String { "run \(number)" }
}
