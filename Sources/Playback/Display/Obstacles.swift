/// The reasons why committed pictures are not visible. Invisible pictures do not count for proof of
/// play.
public struct Obstacles: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// There is no display, or it shows nothing.
  public static let unplugged = Obstacles(rawValue: 1)
  /// The display was turned off.
  public static let off = Obstacles(rawValue: 2)
  /// The gallery or a menu covers the picture.
  public static let covered = Obstacles(rawValue: 4)

  private static let words: [(Obstacles, String)] = [
    (.unplugged, "unplugged"), (.off, "off"), (.covered, "covered"),
  ]

  /// The names in logs and protocols, in a fixed order.
  public var names: [String] { Self.words.filter { contains($0.0) }.map(\.1) }
}
