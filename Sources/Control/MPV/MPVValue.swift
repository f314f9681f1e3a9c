internal import Glibc

/// A value of mpv's protocol: JSON that distinguishes integers from other numbers, and keeps the
/// order of fields.
///
/// The corresponding C type is `mpv_node` of mpv's client API.
enum MPVValue: Hashable, Sendable {
  case none
  case flag(Bool)
  case integer(Int64)
  case double(Double)
  case text(String)
  case list([MPVValue])
  case map([MPVField])

  static func texts(_ texts: [String]) -> MPVValue { .list(texts.map(MPVValue.text)) }
  static func integer(_ number: Int) -> MPVValue { .integer(Int64(number)) }

  static func fields(_ fields: KeyValuePairs<String, MPVValue?>) -> MPVValue {
    .map(fields.compactMap { name, value in value.map { MPVField(name, $0) } })
  }

  subscript(_ name: String) -> MPVValue? {
    guard case .map(let fields) = self else { return nil }
    return fields.last { $0.name == name }?.value
  }
}

struct MPVField: Hashable, Sendable {
  let name: String
  let value: MPVValue

  init(_ name: String, _ value: MPVValue) {
    self.name = name
    self.value = value
  }
}

/// Encodes byte for byte like mpv, because some clients extract values without parsing the JSON.
extension MPVValue {
  func write(to bytes: inout [UInt8]) {
    switch self {
    case .none: bytes += "null".utf8
    case .flag(let isSet): bytes += (isSet ? "true" : "false").utf8
    case .integer(let number): bytes += "\(number)".utf8
    // JSON has no infinity and NaN; mpv writes what no parser accepts.
    case .double(let number): bytes += (number.isFinite ? number.sixDecimals : "null").utf8
    case .text(let text): Self.write(text, to: &bytes)
    case .list(let values):
      bytes.append(UInt8(ascii: "["))
      for (index, value) in values.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        value.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .map(let fields):
      bytes.append(UInt8(ascii: "{"))
      for (index, field) in fields.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        Self.write(field.name, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        field.value.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  private static func write(_ text: String, to bytes: inout [UInt8]) {
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
        let digits = String(byte, radix: 16)
        bytes += "\\u00\(digits.count == 1 ? "0" : "")\(digits)".utf8
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// With the line end.
  var line: [UInt8] {
    var bytes: [UInt8] = []
    write(to: &bytes)
    bytes.append(UInt8(ascii: "\n"))
    return bytes
  }

  var json: String {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension Double {
  /// The format of C's `%f`, which mpv uses. The corresponding C function is `vsnprintf`.
  var sixDecimals: String {
    // The largest number has 309 digits before the decimal point.
    var buffer = [CChar](repeating: 0, count: 330)
    let count = unsafe withVaList([self]) { unsafe vsnprintf(&buffer, buffer.count, "%f", $0) }
    return String(decoding: buffer.prefix(max(Int(count), 0)).map(UInt8.init), as: UTF8.self)
  }
}
