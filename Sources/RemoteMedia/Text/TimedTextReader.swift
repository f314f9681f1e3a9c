internal import VitrineMarkup
internal import VitrineStreams
internal import VitrineTiming

/// A reader of the text of TTML files, including IMSC, with bold, italic and underlined styles.
/// Positions, colours and images are ignored.
struct TimedTextReader: MarkupReader {
  private var cues: [TextCue] = []
  private var clock = TimedTextClock([:])
  private var styles: [String: Style] = [:]
  private var open: [Element] = []
  /// The texts that are being read, the innermost last.
  private var texts: [Text] = []

  private struct Element {
    let name: Substring
    /// In milliseconds from the file's zero; a nil end is unlimited.
    var begin: Int64
    var end: Int64?
    var style: Style
    var hasText = false
    /// The tags to close at its end.
    var marks = ""
  }

  private struct Style {
    var isSlanted = false
    var isBold = false
    var isUnderlined = false
  }

  private struct Text {
    var content = ""
    var endsBlank = true
  }

  static let mostCues = 20_000
  private static let longestText = 4096
  private static let styling = "http://www.w3.org/ns/ttml#styling "

  /// Returns the cues of a file, in its order.
  static func read(_ bytes: [UInt8]) throws(MarkupError) -> [TextCue] {
    var reader = TimedTextReader()
    try MarkupElements.read(bytes, with: &reader)
    return reader.cues
  }

  mutating func begin(
    _ name: String, _ attributes: [String: String], line: Int
  ) throws(MarkupError) {
    let own = name.split(separator: " ").last ?? ""
    if open.isEmpty {
      guard own == "tt" else { throw MarkupError(line: line, cause: "expected <tt>") }
      clock = TimedTextClock(attributes)
    }
    if own == "br" { append(break: true) }
    let outer = open.last
    let style = style(attributes, own == "style" ? Style() : outer?.style ?? Style())
    if own == "style", let id = attributes["http://www.w3.org/XML/1998/namespace id"] {
      styles[id] = style
    }
    var element = Element(name: own, begin: outer?.begin ?? 0, end: outer?.end, style: style)
    let isTimed = time(&element, attributes, within: outer)
    if own == "p" || own == "span" && isTimed && !texts.isEmpty {
      element.hasText = true
      texts.append(Text())
      mark(&element, since: Style())
    } else if own == "span" {
      mark(&element, since: outer?.style ?? Style())
    }
    open.append(element)
  }

  /// Applies the element's timing, and returns whether it has any.
  private func time(
    _ element: inout Element, _ attributes: [String: String], within outer: Element?
  ) -> Bool {
    let base = outer?.begin ?? 0
    let begin = attributes["begin"].flatMap(clock.milliseconds)
    let end = attributes["end"].flatMap(clock.milliseconds)
    let length = attributes["dur"].flatMap(clock.milliseconds)
    element.begin = base.saturatingAdd(begin ?? 0)
    let own = [end.map { base.saturatingAdd($0) }, length.map { element.begin.saturatingAdd($0) }]
    element.end = (own + [outer?.end]).compactMap(\.self).min()
    return begin != nil || end != nil || length != nil
  }

  private func style(_ attributes: [String: String], _ inherited: Style) -> Style {
    var style = inherited
    for id in attributes["style"]?.split(separator: " ") ?? [] {
      guard let named = styles[String(id)] else { continue }
      style.isSlanted = style.isSlanted || named.isSlanted
      style.isBold = style.isBold || named.isBold
      style.isUnderlined = style.isUnderlined || named.isUnderlined
    }
    if let value = attributes[Self.styling + "fontStyle"] {
      style.isSlanted = ["italic", "oblique"].contains(value)
    }
    if let value = attributes[Self.styling + "fontWeight"] { style.isBold = value == "bold" }
    if let value = attributes[Self.styling + "textDecoration"] {
      style.isUnderlined = value.split(separator: " ").contains("underline")
    }
    return style
  }

  private mutating func mark(_ element: inout Element, since outer: Style) {
    guard let last = texts.indices.last else { return }
    let wanted = [
      ("i", element.style.isSlanted && !outer.isSlanted),
      ("b", element.style.isBold && !outer.isBold),
      ("u", element.style.isUnderlined && !outer.isUnderlined),
    ]
    for (name, isWanted) in wanted where isWanted {
      texts[last].content += "<\(name)>"
      element.marks = "</\(name)>" + element.marks
    }
  }

  private mutating func append(break isBreak: Bool) {
    guard let last = texts.indices.last else { return }
    while texts[last].content.last == " " { texts[last].content.removeLast() }
    texts[last].content += "\n"
    texts[last].endsBlank = true
  }

  mutating func text(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let last = texts.indices.last, open.last?.name == "p" || open.last?.name == "span",
      texts[last].content.utf8.count < Self.longestText
    else { return }
    let text = unsafe String(decoding: bytes.prefix(Self.longestText), as: UTF8.self)
    for character in text {
      let isBlank = character.isWhitespace && character != "\u{A0}"
      if isBlank, texts[last].endsBlank { continue }
      texts[last].endsBlank = isBlank
      switch character {
      case "&": texts[last].content += "&amp;"
      case "<": texts[last].content += "&lt;"
      case ">": texts[last].content += "&gt;"
      default: texts[last].content.append(isBlank ? " " : character)
      }
    }
  }

  mutating func end(line: Int) throws(MarkupError) {
    guard let ended = open.popLast() else { return }
    if let last = texts.indices.last { texts[last].content += ended.marks }
    guard ended.hasText, let text = texts.popLast() else { return }
    guard cues.count < Self.mostCues else {
      throw MarkupError(line: line, cause: "more than \(Self.mostCues) cues")
    }
    // Without an end the text stays for a day.
    let end = ended.end ?? ended.begin.saturatingAdd(86_400_000)
    let content = text.content.drop(while: \.isWhitespace)
    if content.contains(where: { !$0.isWhitespace }) {
      cues.append(TextCue(start: ended.begin, end: end, text: String(content)))
    }
  }
}
