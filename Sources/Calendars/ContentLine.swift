/// An unfolded line of a calendar: RFC 5545, section 3.1.
struct ContentLine: Hashable {
  /// The number of its first line, from 1.
  let number: Int
  /// In upper case.
  let name: String
  /// By name, in upper case. Several values are kept as written.
  private(set) var parameters: [String: String] = [:]
  private(set) var value = ""

  init(_ text: [UInt8], number: Int) throws(CalendarFault) {
    self.number = number
    let head = text.firstIndex { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: ":") }
    guard let head, head > 0, text[..<head].allSatisfy(Self.isNameByte) else {
      throw CalendarFault(
        line: number, cause: "invalid line: expected NAME:VALUE")
    }
    name = Self.capitals(text[..<head])
    var rest = text[head...]
    while rest.first == UInt8(ascii: ";") { try parseParameter(&rest) }
    guard rest.popFirst() == UInt8(ascii: ":") else {
      throw CalendarFault(line: number, cause: "missing colon before the value")
    }
    // Validates the unfolded line, since folding may split a character.
    guard let text = String(validating: rest, as: UTF8.self) else {
      throw CalendarFault(line: number, cause: "not UTF-8; save it as UTF-8")
    }
    value = text
  }

  private mutating func parseParameter(_ rest: inout ArraySlice<UInt8>) throws(CalendarFault) {
    rest.removeFirst()
    let key = rest.prefix(while: Self.isNameByte)
    rest = rest.dropFirst(key.count)
    guard !key.isEmpty, rest.popFirst() == UInt8(ascii: "=") else {
      throw CalendarFault(line: number, cause: "a parameter has no value")
    }
    var value: [UInt8] = []
    var isQuoted = false
    while let byte = rest.first {
      if byte == UInt8(ascii: "\"") {
        isQuoted.toggle()
      } else if !isQuoted, byte == UInt8(ascii: ";") || byte == UInt8(ascii: ":") {
        break
      } else {
        value.append(byte)
      }
      rest.removeFirst()
    }
    if isQuoted {
      throw CalendarFault(line: number, cause: "unbalanced quotation mark")
    }
    parameters[Self.capitals(key)] = String(decoding: value, as: UTF8.self)
  }

  /// The unescaped value.
  var text: String { Self.plain(value) }

  /// The unescaped values of a list.
  var texts: [String] {
    var (texts, isEscaped) = ([""], false)
    for character in value {
      if character == ",", !isEscaped {
        texts.append("")
      } else {
        texts[texts.count - 1].append(character)
      }
      isEscaped = character == "\\" && !isEscaped
    }
    return texts.map(Self.plain)
  }

  private static func plain(_ value: String) -> String {
    var (text, isEscaped) = ("", false)
    for character in value {
      if isEscaped {
        text.append(character == "n" || character == "N" ? "\n" : character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else {
        text.append(character)
      }
    }
    return text
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    let letter = byte | 0x20
    return (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(letter)
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
      // Some programs write these, although no standard name contains them.
      || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".")
  }

  private static func capitals(_ bytes: some Sequence<UInt8>) -> String {
    String(decoding: Array(bytes), as: UTF8.self).uppercased()
  }
}
