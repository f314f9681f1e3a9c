/// From where a text is read.
package enum ReadingDirection: Hashable, Sendable {
  case leftToRight, rightToLeft

  /// That of the first letter which has one, as the Unicode Bidirectional Algorithm's rules P2 and
  /// P3 have it for a paragraph.
  package init(of text: String) {
    let strong = text.unicodeScalars.prefix(400).first { $0.properties.isAlphabetic }
    self = strong.map(Self.isRightToLeft) ?? false ? .rightToLeft : .leftToRight
  }

  /// Letters of Hebrew, Arabic, and all that is written like them.
  private static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
      true
    default: false
    }
  }

  /// A text of numbers and units, which is read from left to right wherever it stands.
  package static func measure(_ text: String) -> String { "\u{2066}" + text + "\u{2069}" }

  /// The text as part of something that is read in this direction: its alignment follows that, its
  /// letters still their own.
  package func framing(_ text: String) -> String {
    (self == .leftToRight ? "\u{200E}" : "\u{200F}") + text
  }
}
