extension ScannedLine {
  /// Removes values such as those of `password=`, `token:`, `"pin": ` and `--secret`.
  mutating func removeNamedValues() {
    var index = 0
    while index < bytes.count {
      guard bytes[index].isNameByte else {
        index += 1
        continue
      }
      let end = self.index(from: index) { !$0.isNameByte }
      if let name = SecretName(bytes[index..<end]), let value = value(of: name, index..<end) {
        index = remove(value)
      } else {
        index = end
      }
    }
  }

  private func value(of name: SecretName, _ place: Range<Int>) -> Range<Int>? {
    let (opening, afterName) = quotes(around: place)
    let start = skipSpaces(from: afterName)
    let hasGap = start > place.upperBound
    switch byte(start) {
    case UInt8(ascii: "="):
      let value = skipSpaces(from: start + 1)
      return quoted(at: value) ?? value..<(opening ?? wordEnd(value))
    case UInt8(ascii: ":") where name.allowsColon:
      let value = skipSpaces(from: start + 1)
      if let range = quoted(at: value) { return range }
      if afterName > place.upperBound { return value..<scalarEnd(value) }
      return value..<(opening ?? lineEnd(value))
    case UInt8(ascii: "\"") where hasGap, UInt8(ascii: "'") where hasGap,
      UInt8(ascii: "\\") where hasGap:
      return quoted(at: start)
    case let next?
    where hasGap && (name.takesNextWord || name.isPIN && isPIN(at: start) && next.isDecimal):
      return start..<wordEnd(start)
    default: return nil
    }
  }

  /// For a name in quotes, the index behind the closing one; for one behind an opening quote, the end of that text.
  private func quotes(around name: Range<Int>) -> (textEnd: Int?, afterName: Int) {
    let before = byte(name.lowerBound - 1)
    guard let quote = before, "\"'".utf8.contains(quote) else { return (nil, name.upperBound) }
    let end = name.upperBound
    if byte(end) == quote { return (nil, end + 1) }
    if byte(end) == UInt8(ascii: "\\"), byte(end + 1) == quote { return (nil, end + 2) }
    return (bytes[end...].firstIndex(of: quote), end)
  }

  private func skipSpaces(from start: Int) -> Int {
    index(from: start) { $0 != 0x20 && $0 != 9 }
  }

  /// The text between quotes at `start`, which may be escaped for JSON themselves.
  private func quoted(at start: Int) -> Range<Int>? {
    let isEscaped = byte(start) == UInt8(ascii: "\\")
    let open = isEscaped ? start + 1 : start
    guard let quote = byte(open), "\"'".utf8.contains(quote) else { return nil }
    var index = open + 1
    while let next = byte(index), next != quote || isEscaped {
      if isEscaped, next == UInt8(ascii: "\\"), byte(index + 1) == quote { break }
      index += next == UInt8(ascii: "\\") && !isEscaped ? 2 : 1
    }
    return open + 1..<min(index, bytes.count)
  }

  private func wordEnd(_ start: Int) -> Int {
    min(index(from: start) { $0 <= 0x20 }, textEnd(start))
  }

  private func lineEnd(_ start: Int) -> Int { textEnd(start) }

  /// The end of a number, word or array of JSON. An object is left to its own names.
  private func scalarEnd(_ start: Int) -> Int {
    switch byte(start) {
    case UInt8(ascii: "["): min(bytes.count, index(from: start) { $0 == UInt8(ascii: "]") } + 1)
    case UInt8(ascii: "{"): start
    default: index(from: start) { $0 <= 0x20 || ",}]".utf8.contains($0) }
    }
  }

  /// The quote that ends a text in JSON, or the end of the line.
  private func textEnd(_ start: Int) -> Int {
    let quote = bytes[min(start, bytes.count)...].indices.first { index in
      bytes[index] == UInt8(ascii: "\"") && index > start
        && (byte(index + 1).map { $0 <= 0x20 || ",}];)".utf8.contains($0) } ?? true)
    }
    return quote ?? bytes.count
  }

  private func isPIN(at start: Int) -> Bool {
    let end = index(from: start) { !$0.isDecimal }
    return end - start >= 4
  }
}

/// A name whose value is secret.
private struct SecretName {
  /// Whether `name: value` is a pair too. `key: ` is part of many messages.
  let allowsColon: Bool
  /// Whether the next word is the value: an option, or the scheme of an authorization.
  let takesNextWord: Bool
  let isPIN: Bool

  /// Nil if the name is harmless.
  init?(_ bytes: ArraySlice<UInt8>) {
    let name = String(decoding: bytes, as: UTF8.self).lowercased()
    let parts = name.split { "-_.".contains($0) }
    guard let last = parts.last, !Self.places.contains(where: { last.hasSuffix($0) }) else {
      return nil
    }
    let isKey = last.hasSuffix("key")
    isPIN = last == "pin"
    guard
      isKey || isPIN || name == "bearer" || parts.contains(where: Self.words.contains)
        || Self.fragments.contains(where: name.contains)
    else { return nil }
    allowsColon = name != "key"
    takesNextWord = name.hasPrefix("--") || name == "bearer"
  }

  /// Endings of names of files, which are not secret.
  private static let places = ["file", "files", "path", "folder", "directory"]
  private static let words: Set<Substring> = ["pass", "pwd", "auth", "sig", "signature"]
  private static let fragments = [
    "password", "passwd", "passphrase", "secret", "token", "psk", "credential", "authorization",
    "cookie",
  ]
}
