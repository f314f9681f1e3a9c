/// The lines of a list that is plain text.
struct ListText {
  /// Without their ends and the blanks around them; the first one is line 1.
  let lines: [String]

  /// What some editors put in front of UTF-8.
  static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  enum Encoding {
    /// UTF-8 and nothing else.
    case utf8
    /// UTF-8, or else what Windows had before: WINDOWS-1252, of which Latin-1 is a part.
    case either
  }

  init(_ bytes: [UInt8], _ encoding: Encoding) throws(ListFault) {
    guard bytes.count <= ListContents.largestFile else {
      throw ListFault(
        line: 1, cause: "larger than \(ListContents.largestFile / 1024 / 1024) MiB")
    }
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      throw ListFault(line: 1, cause: "UTF-16; save it as UTF-8")
    }
    let isMarked = bytes.starts(with: Self.mark)
    var lines: [String] = []
    for line in Self.split(isMarked ? bytes.dropFirst(3) : bytes[...]) {
      if line.contains(0) {
        throw ListFault(line: lines.count + 1, cause: "a zero byte; that is no text")
      }
      lines.append(try Self.text(line, encoding, isMarked, number: lines.count + 1))
    }
    self.lines = lines
  }

  private static func text(
    _ line: ArraySlice<UInt8>, _ encoding: Encoding, _ isMarked: Bool, number: Int
  ) throws(ListFault) -> String {
    if let text = String(validating: line, as: UTF8.self) { return trimmed(text) }
    guard encoding == .either, !isMarked else {
      throw ListFault(line: number, cause: "not UTF-8; save it as such")
    }
    return trimmed(String(String.UnicodeScalarView(line.map(windows1252))))
  }

  /// Lines end in LF, CR LF or CR.
  private static func split(_ bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var rest = bytes
    while let end = rest.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) {
      lines.append(rest[..<end])
      let isPair = rest[end] == 0x0D && end + 1 < rest.endIndex && rest[end + 1] == 0x0A
      rest = rest[(end + (isPair ? 2 : 1))...]
    }
    return rest.isEmpty ? lines : lines + [rest]
  }

  private static func windows1252(_ byte: UInt8) -> Unicode.Scalar {
    guard (0x80...0x9F).contains(byte) else { return Unicode.Scalar(byte) }
    return Unicode.Scalar(Self.middle[Int(byte) - 0x80]) ?? "\u{FFFD}"
  }

  /// What WINDOWS-1252 has where Latin-1 has control characters.
  private static let middle: [UInt16] = [
    0x20AC, 0xFFFD, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039,
    0x0152, 0xFFFD, 0x017D, 0xFFFD, 0xFFFD, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0xFFFD, 0x017E, 0x0178,
  ]
}

/// Without blanks at both ends.
func trimmed(_ text: some StringProtocol) -> String {
  func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
  let text = Substring(text)
  let bytes = text.utf8
  guard let first = bytes.firstIndex(where: { !isBlank($0) }),
    let last = bytes.lastIndex(where: { !isBlank($0) })
  else { return "" }
  return String(text[first...last])
}

/// Words for people as a list of somebody else's has them: on one line, of a length that can be
/// painted, or nil for nothing.
public func shownText(_ text: some StringProtocol, most: Int = 300) -> String? {
  var scalars = String.UnicodeScalarView()
  for scalar in text.unicodeScalars.prefix(most * 4) {
    scalars.append(isControl(scalar) ? " " : scalar)
  }
  let words = String(scalars).split(separator: " ").joined(separator: " ")
  let short = String(String.UnicodeScalarView(words.unicodeScalars.prefix(most)))
  return short.isEmpty ? nil : short
}
