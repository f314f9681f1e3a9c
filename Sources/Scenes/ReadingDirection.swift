/// The reading direction of a text.
package enum ReadingDirection: Hashable, Sendable {
  case leftToRight, rightToLeft

  /// The direction of the first letter that has one, like rules P2 and P3 of the Unicode
  /// Bidirectional Algorithm.
  package init(of text: String) {
    let strong = text.unicodeScalars.prefix(400).first { $0.properties.isAlphabetic }
    self = strong.map(Self.isRightToLeft) ?? false ? .rightToLeft : .leftToRight
  }

  /// The letters of Hebrew, Arabic and other right-to-left scripts.
  private static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
      true
    default: false
    }
  }

  /// Numbers and units, isolated so that they read left to right in any text.
  package static func measure(_ text: String) -> String { "\u{2066}" + text + "\u{2069}" }

  /// The text in a paragraph of this direction: the direction decides its alignment, while its
  /// letters keep their own direction.
  package func framing(_ text: String) -> String {
    (self == .leftToRight ? "\u{200E}" : "\u{200F}") + text
  }
}
