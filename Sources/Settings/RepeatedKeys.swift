/// Lets the YAML library, which refuses a key that is there twice before anything else has been
/// looked at, read on: the second one gets another name for as long as it reads.
struct RepeatedKeys {
  private(set) var text: String
  private var count = 0

  /// Of which a private-use character tells that it was put there.
  private static let mark: Unicode.Scalar = "\u{F8FE}"
  private static let most = 16

  init(_ text: String) {
    self.text = text
  }

  func original(_ name: String) -> String {
    guard count > 0, let end = name.unicodeScalars.firstIndex(of: Self.mark) else { return name }
    return String(name[..<end])
  }

  /// Renames the second one of the keys of which the first one is at `line` and `column`, both
  /// counted from one. Throws where it is not seen, as in `{a: 1, a: 2}`.
  mutating func rename(_ name: String, line: Int, column: Int) throws(Fault) {
    let name = original(name)
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let place = lines.indices.dropFirst(max(line, 0)).first {
      Self.end(of: name, in: lines[$0], column: column) != nil
    }
    guard count < Self.most, let place,
      let end = Self.end(of: name, in: lines[place], column: column)
    else { throw Fault(line: line, cause: "\(printable(name)): twice in the same section") }
    count += 1
    lines[place].unicodeScalars.insert(
      contentsOf: [Self.mark] + "\(count)".unicodeScalars, at: end)
    text = lines.joined(separator: "\n")
  }

  /// Where `name` ends in a line that has it as a key, with or without quotes.
  private static func end(of name: String, in line: String, column: Int) -> String.Index? {
    var rest = line.unicodeScalars.dropFirst(max(column - 1, 0))
    let quote = rest.first.flatMap { $0 == "\"" || $0 == "'" ? $0 : nil }
    if quote != nil { rest = rest.dropFirst() }
    guard rest.starts(with: name.unicodeScalars) else { return nil }
    rest = rest.dropFirst(name.unicodeScalars.count)
    let end = rest.startIndex
    if let quote {
      guard rest.first == quote else { return nil }
      rest = rest.dropFirst()
    }
    return rest.drop { $0 == " " || $0 == "\t" }.first == ":" ? end : nil
  }
}
