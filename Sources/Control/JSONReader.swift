import VitrineLinux

/// Reads one JSON value (RFC 8259) in a single pass. A value type.
///
/// The bytes come from clients that are not authenticated. Each byte is read once, and nesting is
/// limited, so the cost is linear in the length.
struct JSONReader {
  private let bytes: [UInt8]
  private var place = 0

  /// The deepest nesting of arrays and objects.
  static let deepest = 32
  /// No exact decimal of a `Double` has more characters.
  private static let longestNumber = 1100

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Reads the value; nothing but white space may follow.
  mutating func document() throws(JSONError) -> JSONValue {
    let value = try value(depth: 0)
    skipSpace()
    guard place == bytes.count else { throw JSONError() }
    return value
  }

  private var current: UInt8? { place < bytes.count ? bytes[place] : nil }

  private mutating func skipSpace() {
    while let byte = current, byte == 32 || byte == 10 || byte == 13 || byte == 9 { place += 1 }
  }

  /// Skips white space and, if this byte is next, reads it.
  private mutating func consume(_ byte: UInt8) -> Bool {
    skipSpace()
    guard current == byte else { return false }
    place += 1
    return true
  }

  private mutating func value(depth: Int) throws(JSONError) -> JSONValue {
    skipSpace()
    switch current {
    case UInt8(ascii: "{"): return .object(try object(depth + 1))
    case UInt8(ascii: "["): return .array(try array(depth + 1))
    case UInt8(ascii: "\""): return .text(try text())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return .number(try number())
    }
  }

  private mutating func array(_ depth: Int) throws(JSONError) -> [JSONValue] {
    guard depth <= Self.deepest else { throw JSONError() }
    place += 1
    var values: [JSONValue] = []
    if consume(UInt8(ascii: "]")) { return values }
    repeat { values.append(try value(depth: depth)) } while consume(UInt8(ascii: ","))
    guard consume(UInt8(ascii: "]")) else { throw JSONError() }
    return values
  }

  /// The last of several fields with the same name wins, like in JavaScript.
  private mutating func object(_ depth: Int) throws(JSONError) -> [String: JSONValue] {
    guard depth <= Self.deepest else { throw JSONError() }
    place += 1
    var fields: [String: JSONValue] = [:]
    if consume(UInt8(ascii: "}")) { return fields }
    repeat {
      skipSpace()
      let name = try text()
      guard consume(UInt8(ascii: ":")) else { throw JSONError() }
      fields[name] = try value(depth: depth)
    } while consume(UInt8(ascii: ","))
    guard consume(UInt8(ascii: "}")) else { throw JSONError() }
    return fields
  }

  private mutating func word(_ word: StaticString, _ value: JSONValue) throws(JSONError)
    -> JSONValue
  {
    for byte in "\(word)".utf8 {
      guard current == byte else { throw JSONError() }
      place += 1
    }
    return value
  }
}

// Numbers.
extension JSONReader {
  private mutating func number() throws(JSONError) -> Double {
    let start = place
    if current == UInt8(ascii: "-") { place += 1 }
    // No leading zeros.
    if current == UInt8(ascii: "0") { place += 1 } else { try digits() }
    if current == UInt8(ascii: ".") {
      place += 1
      try digits()
    }
    if current == UInt8(ascii: "e") || current == UInt8(ascii: "E") {
      place += 1
      if current == UInt8(ascii: "-") || current == UInt8(ascii: "+") { place += 1 }
      try digits()
    }
    guard place - start <= Self.longestNumber,
      // bound: the reader only moves forward
      let number = Double(String(decoding: bytes[start..<place], as: UTF8.self)), number.isFinite
    else { throw JSONError() }
    return number
  }

  /// Reads at least one digit.
  private mutating func digits() throws(JSONError) {
    let start = place
    while let byte = current, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { place += 1 }
    guard place > start else { throw JSONError() }
  }
}

// Strings.
extension JSONReader {
  private mutating func text() throws(JSONError) -> String {
    guard current == UInt8(ascii: "\"") else { throw JSONError() }
    place += 1
    var read: [UInt8] = []
    while let byte = current {
      place += 1
      switch byte {
      case UInt8(ascii: "\""):
        // Bounds runs of combining marks instead of rejecting them: answers contain titles and names
        // from others.
        guard let text = String(validating: read, as: UTF8.self) else { throw JSONError() }
        return text.streamSafe
      case UInt8(ascii: "\\"): try escape(into: &read)
      case 0..<32: throw JSONError()
      default: read.append(byte)
      }
    }
    throw JSONError()
  }

  private mutating func escape(into read: inout [UInt8]) throws(JSONError) {
    guard let byte = current else { throw JSONError() }
    place += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): read.append(byte)
    case UInt8(ascii: "b"): read.append(8)
    case UInt8(ascii: "f"): read.append(12)
    case UInt8(ascii: "n"): read.append(10)
    case UInt8(ascii: "r"): read.append(13)
    case UInt8(ascii: "t"): read.append(9)
    case UInt8(ascii: "u"): read += String(Character(try scalar())).utf8
    default: throw JSONError()
    }
  }

  /// Reads one escape, or two that form a surrogate pair. Rejects half a pair.
  private mutating func scalar() throws(JSONError) -> Unicode.Scalar {
    let first = try hexadecimal()
    guard UTF16.isLeadSurrogate(first) else {
      guard let scalar = Unicode.Scalar(first) else { throw JSONError() }
      return scalar
    }
    for byte in [UInt8(ascii: "\\"), UInt8(ascii: "u")] {
      guard current == byte else { throw JSONError() }
      place += 1
    }
    let second = try hexadecimal()
    guard UTF16.isTrailSurrogate(second) else { throw JSONError() }
    return UTF16.decode(UTF16.EncodedScalar([first, second]))
  }

  private mutating func hexadecimal() throws(JSONError) -> UInt16 {
    var code: UInt16 = 0
    for _ in 0..<4 {
      guard let byte = current, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw JSONError()
      }
      // bound: a digit is below 16
      code = code << 4 | UInt16(digit)
      place += 1
    }
    return code
  }
}
