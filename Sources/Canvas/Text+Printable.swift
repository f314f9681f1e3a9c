import VitrineScenes

extension Text {
  /// The most that is laid out. Scalars, not characters: one character may have a million marks.
  private static let scalarLimit = 1_000
  private static let lineLimit = 100

  /// No longer and no higher than can be laid out at once.
  var bounded: Text {
    var text = self
    text.lines = min(max(lines, 1), Self.lineLimit)
    if string.utf8.count > Self.scalarLimit {
      text.string = String(String.UnicodeScalarView(string.unicodeScalars.prefix(Self.scalarLimit)))
    }
    return text
  }

  /// Ends a line, but not the paragraph: Pango counts the lines of each paragraph on its own.
  static let lineEnd = "\u{2028}"

  /// Without what ends a C string or moves the pen: spaces instead of control characters, and of
  /// line ends where there is one line only.
  var printable: String {
    var result = ""
    for character in string {
      if character.isNewline {
        result += lines == 1 ? " " : Self.lineEnd
      } else {
        for scalar in character.unicodeScalars {
          let isControl = scalar.properties.generalCategory == .control
          result.unicodeScalars.append(isControl ? " " : scalar)
        }
      }
    }
    return result
  }
}
