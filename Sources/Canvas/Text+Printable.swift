import VitrineScenes

extension Text {
  /// The limit for layout, in scalars, since a character may contain a million marks.
  private static let scalarLimit = 1_000
  private static let lineLimit = 100

  /// Limits the length and the number of lines for layout.
  var bounded: Text {
    var text = self
    text.lines = min(max(lines, 1), Self.lineLimit)
    if string.utf8.count > Self.scalarLimit {
      text.string = String(String.UnicodeScalarView(string.unicodeScalars.prefix(Self.scalarLimit)))
    }
    return text
  }

  /// Ends a line, but not the paragraph: Pango's line limit applies to each paragraph.
  static let lineEnd = "\u{2028}"

  /// Replaces control characters by spaces (a NUL would end the C string), and line breaks too if
  /// there is only one line.
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
