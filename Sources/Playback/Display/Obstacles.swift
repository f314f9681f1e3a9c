/// What hides pictures that the display is given: they are not seen, and do not count as shown.
public struct Obstacles: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// There is no display, or it shows nothing.
  public static let unplugged = Obstacles(rawValue: 1)
  /// It was told to be off.
  public static let off = Obstacles(rawValue: 2)
  /// The list, or a menu, lies over them.
  public static let covered = Obstacles(rawValue: 4)

  private static let words: [(Obstacles, String)] = [
    (.unplugged, "unplugged"), (.off, "off"), (.covered, "covered"),
  ]

  /// As people and programs read them, in an order of their own.
  public var names: [String] { Self.words.filter { contains($0.0) }.map(\.1) }
}
