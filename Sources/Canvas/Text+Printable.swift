import Overlay

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

  /// Without what ends a C string or moves the pen: spaces instead of control characters, and of
  /// line ends where there is one line only.
  var printable: String {
    // Pango counts the lines of each paragraph on its own, so that all is one paragraph.
    let lineEnd = lines == 1 ? " " : " \u{2028}"
    var result = ""
    for character in string {
      if character.isNewline {
        result += lineEnd
      } else {
        for scalar in character.unicodeScalars {
          result.unicodeScalars.append(
            scalar.properties.generalCategory == .control ? " " : scalar)
        }
      }
    }
    return result
  }
}
