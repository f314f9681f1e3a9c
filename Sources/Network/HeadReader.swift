/// Reads the lines that come before an answer's bytes: RFC 9112. A value.
struct HeadReader {
  enum Step: Equatable {
    case more
    /// The line that ends it has come.
    case whole(status: Int, fields: [String: String])
    case refused(String)
  }

  /// Of all lines together, those of answers that only precede the answer among them.
  static let mostBytes = 64 << 10
  private static let mostFields = 200

  private var status: Int?
  private var fields: [String: String] = [:]
  private var bytes = 0
  private var lines = 0

  mutating func take(_ line: some Sequence<UInt8>) -> Step {
    // What is no UTF-8 is no address that could be followed, nor a number.
    let text = String(decoding: Array(line), as: UTF8.self)
    bytes += text.utf8.count
    lines += 1
    guard bytes <= Self.mostBytes, lines <= Self.mostFields else {
      return .refused("it sends more than \(Self.mostBytes >> 10) KiB before the file")
    }
    let trimmed = Self.trimmed(text[...])
    if text.hasPrefix("HTTP/") { return begin(trimmed) }
    if trimmed.isEmpty { return end() }
    guard let colon = trimmed.firstIndex(of: ":") else { return .more }
    let name = trimmed[..<colon].lowercased()
    let value = String(Self.trimmed(trimmed[trimmed.index(after: colon)...]))
    // Several lines of it are one: RFC 9110, 5.3.
    let before = name == "cache-control" ? fields[name].map { $0 + ", " } : nil
    fields[name] = (before ?? "") + value
    return .more
  }

  private mutating func begin(_ line: Substring) -> Step {
    let words = line.split(separator: " ", maxSplits: 2)
    guard words.count > 1, words[1].utf8.count == 3, let status = Int(words[1]) else {
      return .refused("it begins with no status")
    }
    (self.status, fields) = (status, [:])
    return .more
  }

  private mutating func end() -> Step {
    guard let status else { return .more }
    // "100 Continue", "103 Early Hints": the answer is still to come.
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
