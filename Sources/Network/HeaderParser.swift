/// A parser of response headers: RFC 9112.
struct HeaderParser {
  enum Step: Equatable {
    case more
    /// The empty line at the end was read.
    case whole(status: Int, fields: [String: String])
    case refused(String)
  }

  /// The total of all lines, including those of interim responses.
  static let mostBytes = 64 << 10
  private static let mostFields = 200

  private var status: Int?
  private var fields: [String: String] = [:]
  private var bytes = 0
  private var lines = 0

  mutating func parse(_ line: some Sequence<UInt8>) -> Step {
    // Invalid UTF-8 cannot be a usable address or number.
    let text = String(decoding: Array(line), as: UTF8.self)
    bytes += text.utf8.count
    lines += 1
    guard bytes <= Self.mostBytes, lines <= Self.mostFields else {
      return .refused("the response header is larger than \(Self.mostBytes >> 10) KiB")
    }
    let trimmed = Self.trimmed(text[...])
    if text.hasPrefix("HTTP/") { return begin(trimmed) }
    if trimmed.isEmpty { return end() }
    guard let colon = trimmed.firstIndex(of: ":") else { return .more }
    let name = trimmed[..<colon].lowercased()
    let value = String(Self.trimmed(trimmed[trimmed.index(after: colon)...]))
    // Several `Cache-Control` lines are combined: RFC 9110, 5.3.
    let before = name == "cache-control" ? fields[name].map { $0 + ", " } : nil
    fields[name] = (before ?? "") + value
    return .more
  }

  private mutating func begin(_ line: Substring) -> Step {
    let words = line.split(separator: " ", maxSplits: 2)
    guard words.count > 1, words[1].utf8.count == 3, let status = Int(words[1]) else {
      return .refused("the response has no status line")
    }
    (self.status, fields) = (status, [:])
    return .more
  }

  private mutating func end() -> Step {
    guard let status else { return .more }
    // An interim response such as "100 Continue" or "103 Early Hints".
    if (100..<200).contains(status) {
      self.status = nil
      return .more
    }
    return .whole(status: status, fields: fields)
  }

  private static func trimmed(_ text: Substring) -> Substring {
    let isSpace = { (character: Character) in character.isWhitespace }
    var text = text.drop(while: isSpace)
    while let last = text.last, isSpace(last) { text.removeLast() }
    return text
  }
}
