/// Writes JSON values as text, with sorted keys and without spaces.
struct JSONWriter {
  private var bytes: [UInt8] = []

  /// The value on one line, with the line end.
  static func line(_ value: JSONValue) -> [UInt8] {
    var writer = JSONWriter()
    writer.write(value)
    writer.bytes.append(UInt8(ascii: "\n"))
    return writer.bytes
  }

  private mutating func write(_ value: JSONValue) {
    switch value {
    case .null: bytes += "null".utf8
    case .bool(let bool): bytes += (bool ? "true" : "false").utf8
    case .number(let number): write(number)
    case .text(let text): write(text)
    case .array(let values):
      bytes.append(UInt8(ascii: "["))
      for (index, value) in values.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        write(value)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let fields):
      bytes.append(UInt8(ascii: "{"))
      for (index, field) in fields.sorted(by: { $0.key < $1.key }).enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        write(field.key)
        bytes.append(UInt8(ascii: ":"))
        write(field.value)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  private mutating func write(_ number: Double) {
    // JSON has no infinity and NaN.
    guard number.isFinite else { return bytes += "null".utf8 }
    let text = number.description
    bytes += (text.hasSuffix(".0") ? text.dropLast(2) : text[...]).utf8
  }

  private mutating func write(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""): bytes += "\\\"".utf8
      case UInt8(ascii: "\\"): bytes += "\\\\".utf8
      case 8: bytes += "\\b".utf8
      case 9: bytes += "\\t".utf8
      case 10: bytes += "\\n".utf8
      case 12: bytes += "\\f".utf8
      case 13: bytes += "\\r".utf8
      case 0..<32:
        bytes += (byte < 16 ? "\\u000" : "\\u00").utf8
        bytes += String(byte, radix: 16).utf8
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
