/// The lines of a plain-text list.
struct ListText {
  /// The number of the last line read, from 1.
  private(set) var number = 0
  private var rest: ArraySlice<UInt8>
  private let encoding: Encoding
  private let isMarked: Bool
  private let limits: ListLimits

  enum Encoding {
    /// Only UTF-8.
    case utf8
    /// UTF-8, or windows-1252 if it is not valid UTF-8.
    case either
  }

  init(_ bytes: [UInt8], _ encoding: Encoding, _ limits: ListLimits) throws(ListFault) {
    try limits.checkSize(bytes)
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      throw ListFault(line: 1, cause: "UTF-16; save it as UTF-8")
    }
    self.encoding = encoding
    self.limits = limits
    rest = withoutMark(bytes)
    isMarked = rest.startIndex > 0
  }

  /// Returns the next line that is not blank, trimmed; nil at the end.
  mutating func next() throws(ListFault) -> String? {
    while let line = nextBytes() {
      guard number <= limits.lines else {
        throw ListFault(line: number, cause: "more than \(limits.lines) lines")
      }
      if line.isEmpty { continue }
      let text = try text(line)
      if !text.isEmpty { return text }
    }
    return nil
  }

  /// Accepts LF, CR LF and CR.
  private mutating func nextBytes() -> ArraySlice<UInt8>? {
    guard !rest.isEmpty else { return nil }
    number += 1
    let end = rest.firstIndex { $0 == 0x0A || $0 == 0x0D } ?? rest.endIndex
    let line = rest[..<end]
    rest = rest[end...]
    if rest.popFirst() == 0x0D, rest.first == 0x0A { rest.removeFirst() }
    return line
  }

  private func text(_ line: ArraySlice<UInt8>) throws(ListFault) -> String {
    if line.contains(0) {
      throw ListFault(line: number, cause: "a NUL byte: not a text file")
    }
    if let text = String(validating: line, as: UTF8.self) { return trimmed(text) }
    guard encoding == .either, !isMarked else {
      throw ListFault(line: number, cause: "not UTF-8; save it as UTF-8")
    }
    return trimmed(Windows1252.text(line))
  }
}

/// Returns the bytes of a text without a UTF-8 byte order mark.
package func withoutMark(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
  let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
  return bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...]
}

/// Returns the text without spaces and tabs at both ends.
func trimmed(_ text: some StringProtocol) -> String {
  func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
  let text = Substring(text)
  let bytes = text.utf8
  guard let first = bytes.firstIndex(where: { !isBlank($0) }),
    let last = bytes.lastIndex(where: { !isBlank($0) })
  else { return "" }
  // bound: `last` is not before `first`
  return String(text[first...last])
}

/// Returns a text from a list for display: on one line and truncated; nil if nothing remains.
package func shownText(_ text: some StringProtocol, most: Int = 300) -> String? {
  var scalars = String.UnicodeScalarView()
  for scalar in text.unicodeScalars.prefix(most * 4) {
    scalars.append(scalar.isControl ? " " : scalar)
  }
  let words = String(scalars).split(separator: " ").joined(separator: " ")
  let short = String(String.UnicodeScalarView(words.unicodeScalars.prefix(most)))
  return short.isEmpty ? nil : short
}
