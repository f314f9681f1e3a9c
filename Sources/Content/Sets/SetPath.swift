/// Where a file of a set lies, below the set's folder: parts with `/` between them. A value that names nothing
/// outside of that folder, whatever was written.
public struct SetPath: Hashable, Comparable, Sendable, CustomStringConvertible {
  public let text: String

  /// In bytes.
  private static let most = 1024
  private static let mostOfPart = 200
  private static let mostParts = 16

  /// Nil for what is none: empty or hidden parts, `..`, control characters, too long.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard text.utf8.count <= Self.most, parts.count <= Self.mostParts, parts.allSatisfy(Self.allows)
    else { return nil }
    self.text = text
  }

  private static func allows(_ part: Substring) -> Bool {
    !part.isEmpty && part.utf8.count <= mostOfPart && part.first != "." && part != "~"
      && part.unicodeScalars.allSatisfy { scalar in
        scalar.value >= 0x20 && scalar.value != 0x7F && scalar != "\\" && scalar != "\u{FFFD}"
          && !(0x80...0x9F).contains(scalar.value)
      }
  }

  public var parts: [Substring] { text.split(separator: "/") }

  /// The folders that it lies in, from the outermost.
  var folders: [String] {
    let parts = parts
    // bound: 1 at least
    return (1..<max(parts.count, 1)).map { parts[..<$0].joined(separator: "/") }
  }

  public var description: String { text }

  public static func < (a: SetPath, b: SetPath) -> Bool {
    // By bytes: the same on each machine.
    a.text.utf8.lexicographicallyPrecedes(b.text.utf8)
  }
}
