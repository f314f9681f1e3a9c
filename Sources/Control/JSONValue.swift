/// The bytes are not valid JSON, or nested too deeply.
public struct JSONError: Error, Hashable, Sendable {}

/// A JSON value.
public enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case number(Double)
  case text(String)
  case array([JSONValue])
  case object([String: JSONValue])

  /// Null for nil, infinity and NaN.
  init(_ number: Double?) {
    self = number.flatMap { $0.isFinite ? .number($0) : nil } ?? .null
  }

  init(_ number: Int) { self = .number(Double(number)) }

  init(_ text: String?) { self = text.map { .text($0) } ?? .null }

  /// Reads one value, in linear time. Throws if the bytes are invalid or nested too deeply.
  public init(line: some Sequence<UInt8>) throws(JSONError) {
    var reader = JSONReader(Array(line))
    self = try reader.document()
  }
}

/// Typed access.
extension JSONValue {
  public subscript(key: String) -> JSONValue? {
    guard case .object(let fields) = self else { return nil }
    return fields[key]
  }

  public var text: String? {
    guard case .text(let text) = self else { return nil }
    return text
  }

  public var number: Double? {
    guard case .number(let number) = self else { return nil }
    return number
  }

  public var bool: Bool? {
    guard case .bool(let bool) = self else { return nil }
    return bool
  }

  public var array: [JSONValue]? {
    guard case .array(let values) = self else { return nil }
    return values
  }

  /// Nil for fractions and for integers that JSON numbers do not represent exactly.
  public var integer: Int? {
    guard let number, number.magnitude < 9_007_199_254_740_992, number == number.rounded() else {
      return nil
    }
    // bound: checked above
    return Int(number)
  }

  /// Adds fields, replacing those of the same name.
  public func with(_ more: [String: JSONValue]) -> JSONValue {
    guard case .object(let fields) = self else { return .object(more) }
    return .object(fields.merging(more) { $1 })
  }
}

// Encoding.
extension JSONValue {
  /// The value on one line, with the line end and sorted keys.
  public var line: [UInt8] {
    var bytes: [UInt8] = []
    write(to: &bytes)
    bytes.append(UInt8(ascii: "\n"))
    return bytes
  }

  private func write(to bytes: inout [UInt8]) {
    switch self {
    case .null: bytes += "null".utf8
    case .bool(let bool): bytes += (bool ? "true" : "false").utf8
    case .number(let number): Self.write(number, to: &bytes)
    case .text(let text): Self.write(text, to: &bytes)
    case .array(let values):
      bytes.append(UInt8(ascii: "["))
      for (index, value) in values.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        value.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let fields):
      bytes.append(UInt8(ascii: "{"))
      for (index, field) in fields.sorted(by: { $0.key < $1.key }).enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        Self.write(field.key, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        field.value.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  private static func write(_ number: Double, to bytes: inout [UInt8]) {
    // JSON has no infinity and NaN.
    guard number.isFinite else { return bytes += "null".utf8 }
    let text = number.description
    bytes += (text.hasSuffix(".0") ? text.dropLast(2) : text[...]).utf8
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
        bytes += (byte < 16 ? "\\u000" : "\\u00").utf8
        bytes += String(byte, radix: 16).utf8
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
