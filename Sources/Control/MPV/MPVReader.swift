internal import VitrineLinux

/// Reads JSON like mpv, which is more lenient than the standard: trailing commas, `=` instead of a
/// colon, unquoted keys, `\x41`. A value type.
///
/// The input is not trusted: it is read once from start to end, with mpv's limit for nesting.
struct MPVReader {
  private let bytes: [UInt8]
  private var place = 0

  /// `MAX_JSON_DEPTH` of mpv's `misc/json.h`.
  private static let deepest = 50

  struct Malformed: Error {}

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Reads one value; ignores what follows.
  mutating func value(depth: Int = 0) throws(Malformed) -> MPVValue {
    skipSpace()
    guard depth < Self.deepest, let byte = current else { throw Malformed() }
    switch byte {
    case UInt8(ascii: "{"): return try map(depth)
    case UInt8(ascii: "["): return try list(depth)
    case UInt8(ascii: "\""): return .text(try text())
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
    default: return try word()
    }
  }

  private var current: UInt8? { place < bytes.count ? bytes[place] : nil }

  private mutating func skipSpace() {
    while let byte = current, byte == 32 || (9...13).contains(byte) { place += 1 }
  }

  private mutating func consume(_ byte: UInt8) -> Bool {
    skipSpace()
    guard current == byte else { return false }
    place += 1
    return true
  }

  private mutating func list(_ depth: Int) throws(Malformed) -> MPVValue {
    place += 1
    var values: [MPVValue] = []
    while !consume(UInt8(ascii: "]")) {
      if !values.isEmpty {
        guard consume(UInt8(ascii: ",")) else { throw Malformed() }
        if consume(UInt8(ascii: "]")) { break }
      }
      values.append(try value(depth: depth + 1))
    }
    return .list(values)
  }

  private mutating func map(_ depth: Int) throws(Malformed) -> MPVValue {
    place += 1
    var fields: [MPVField] = []
    while !consume(UInt8(ascii: "}")) {
      if !fields.isEmpty {
        guard consume(UInt8(ascii: ",")) else { throw Malformed() }
        if consume(UInt8(ascii: "}")) { break }
      }
      let name = try name()
      guard consume(UInt8(ascii: ":")) || consume(UInt8(ascii: "=")) else { throw Malformed() }
      fields.append(MPVField(name, try value(depth: depth + 1)))
    }
    return .map(fields)
  }

  private mutating func name() throws(Malformed) -> String {
    skipSpace()
    if current == UInt8(ascii: "\"") { return try text() }
    let start = place
    while let byte = current, Self.isInName(byte) { place += 1 }
    guard place > start else { throw Malformed() }
    // bound: the reader only moves forward
    return String(decoding: bytes[start..<place], as: UTF8.self)
  }

  private static func isInName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  private mutating func word() throws(Malformed) -> MPVValue {
    for (word, value) in [("true", MPVValue.flag(true)), ("false", .flag(false)), ("null", .none)] {
      if bytes[place...].starts(with: word.utf8) {
        place += word.utf8.count
        return value
      }
    }
    throw Malformed()
  }

  private mutating func number() throws(Malformed) -> MPVValue {
    let start = place
    while let byte = current, "+-.eE0123456789".utf8.contains(byte) { place += 1 }
    // bound: the reader only moves forward
    let text = String(decoding: bytes[start..<place], as: UTF8.self)
    // bound: users of a number check its range
    if let whole = Int64(text) { return .integer(whole) }
    guard let number = Double(text), number.isFinite else { throw Malformed() }
    return .double(number)
  }

  private mutating func text() throws(Malformed) -> String {
    place += 1
    var read: [UInt8] = []
    while let byte = current {
      place += 1
      switch byte {
      case UInt8(ascii: "\""): return try Self.text(of: read)
      case UInt8(ascii: "\\"): try escape(into: &read)
      default: read.append(byte)
      }
    }
    throw Malformed()
  }

  /// Replaces invalid UTF-8, as mpv's clients expect.
  private static func text(of bytes: [UInt8]) throws(Malformed) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    guard let text = String(streamSafe: Array(text.utf8)) else { throw Malformed() }
    return text
  }

  private mutating func escape(into read: inout [UInt8]) throws(Malformed) {
    guard let byte = current else { throw Malformed() }
    place += 1
    switch byte {
    case UInt8(ascii: "b"): read.append(8)
    case UInt8(ascii: "f"): read.append(12)
    case UInt8(ascii: "n"): read.append(10)
    case UInt8(ascii: "r"): read.append(13)
    case UInt8(ascii: "t"): read.append(9)
    // bound: two digits
    case UInt8(ascii: "x"): read.append(UInt8(try hex(2)))
    case UInt8(ascii: "u"): read += String(try scalar()).utf8
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): read.append(byte)
    default: throw Malformed()
    }
  }

  private mutating func scalar() throws(Malformed) -> Character {
    // bound: four digits
    var code = UInt32(try hex(4))
    if (0xD800..<0xDC00).contains(code), bytes[place...].starts(with: "\\u".utf8) {
      place += 2
      // bound: a surrogate is from 0xD800 to 0xDFFF
      code = 0x10000 + (code - 0xD800) << 10 + (UInt32(try hex(4)) & 0x3FF)
    }
    guard let scalar = Unicode.Scalar(code) else { throw Malformed() }
    return Character(scalar)
  }

  private mutating func hex(_ count: Int) throws(Malformed) -> Int {
    guard place + count <= bytes.count,
      let number = Int(String(decoding: bytes[place..<place + count], as: UTF8.self), radix: 16),
      number >= 0
    else { throw Malformed() }
    place += count
    return number
  }
}
