/// The path of a file in a release, relative to its folder. It never refers to anything outside of
/// that folder.
package struct ReleasePath: Hashable, Comparable, Sendable, CustomStringConvertible {
  package let text: String

  /// In bytes.
  private static let most = 1024
  private static let mostOfPart = 200
  private static let mostParts = 16

  /// Returns nil for empty or hidden components, `..`, control characters and long paths.
  package init?(_ text: String) {
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

  package var parts: [Substring] { text.split(separator: "/") }

  /// The folders that contain the file, outermost first.
  var folders: [String] {
    let parts = parts
    // bound: 1 at least
    return (1..<max(parts.count, 1)).map { parts[..<$0].joined(separator: "/") }
  }

  package var description: String { text }

  package static func < (a: ReleasePath, b: ReleasePath) -> Bool {
    // Compares bytes, so that the order is the same on every machine.
    a.text.utf8.lexicographicallyPrecedes(b.text.utf8)
  }
}
