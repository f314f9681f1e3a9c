/// The text of subtitles, to be read aloud: without markup, the marks of music, descriptions of
/// sounds in brackets, and the dashes before speakers.
package struct SubtitleWords: Hashable, Sendable {
  /// As on screen.
  package private(set) var lines: [String] = []
  /// Whether lines may still grow, as those of captions in the video.
  package let isGrowing: Bool

  /// A screen has fewer.
  private static let mostLines = 20

  init(isGrowing: Bool) { self.isGrowing = isGrowing }

  /// Adds a dialogue's text, with the markup of ASS.
  mutating func append(script text: some Sequence<UInt8>) {
    var line: [UInt8] = []
    var block: [UInt8]?
    var (isEscaped, isDrawing) = (false, false)
    for byte in text {
      if var tags = block {
        tags.append(byte)
        block = byte == UInt8(ascii: "}") ? nil : tags
        if block == nil { isDrawing = Self.isDrawing(after: tags, isDrawing) }
        continue
      }
      if isEscaped {
        isEscaped = false
        switch byte {
        case UInt8(ascii: "N"), UInt8(ascii: "n"):
          append(line: line)
          line = []
          continue
        case UInt8(ascii: "h"):
          line.append(UInt8(ascii: " "))
          continue
        default: line.append(UInt8(ascii: "\\"))
        }
      }
      switch byte {
      case UInt8(ascii: "{"): block = []
      case UInt8(ascii: "\\"): isEscaped = true
      case _ where isDrawing: break
      default: line.append(byte)
      }
    }
    append(line: line)
  }

  /// `\p1` and higher begin a drawing, `\p0` ends it.
  private static func isDrawing(after tags: [UInt8], _ before: Bool) -> Bool {
    tags.split(separator: UInt8(ascii: "\\")).reduce(before) { isDrawing, tag in
      guard tag.first == UInt8(ascii: "p"), let digit = tag.dropFirst().first,
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit)
      else { return isDrawing }
      return digit != UInt8(ascii: "0")
    }
  }

  private mutating func append(line: [UInt8]) {
    let text = Self.spoken(String(decoding: line, as: UTF8.self))
    if !text.isEmpty, lines.count < Self.mostLines { lines.append(text) }
  }

  private static let music: Set<Character> = ["♪", "♫", "♩", "♬", "♭", "♯", "#"]
  private static let dashes: Set<Character> = ["-", "–", "—", "‐", "−"]

  private static func spoken(_ line: String) -> String {
    var (text, depth) = ("", 0)
    for character in line {
      switch character {
      case "[", "［": depth += 1
      case "]", "］": depth = max(0, depth - 1)
      case _ where depth > 0 || music.contains(character): break
      default: text.append(character)
      }
    }
    var words = text.split(whereSeparator: \.isWhitespace)[...]
    if let first = words.first, first.allSatisfy(dashes.contains) {
      words = words.dropFirst()
    } else if let first = words.first, let dash = first.first, dashes.contains(dash),
      !first.dropFirst().allSatisfy(\.isNumber)
    {
      words[words.startIndex] = first.dropFirst()
    }
    let isDescription = words.first?.first == "(" && words.last?.last == ")"
    guard !isDescription, words.contains(where: { $0.contains { $0.isLetter || $0.isNumber } })
    else { return "" }
    return words.joined(separator: " ")
  }
}
