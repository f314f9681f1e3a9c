/// The reasons why committed pictures are not visible. Invisible pictures do not count for proof of
/// play.
package struct Obstacles: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// There is no display, or it shows nothing.
  package static let unplugged = Obstacles(rawValue: 1)
  /// The display was turned off.
  package static let off = Obstacles(rawValue: 2)
  /// The gallery or a menu covers the picture.
  package static let covered = Obstacles(rawValue: 4)

  private static let words: [(Obstacles, String)] = [
    (.unplugged, "unplugged"), (.off, "off"), (.covered, "covered"),
  ]

  /// The names in logs and protocols, in a fixed order.
  package var names: [String] { Self.words.filter { contains($0.0) }.map(\.1) }
}
