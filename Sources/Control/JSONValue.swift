/// The bytes are not valid JSON, or nested too deeply.
package struct JSONError: Error, Hashable, Sendable {}

/// A JSON value.
package enum JSONValue: Hashable, Sendable {
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
  package init(line: some Sequence<UInt8>) throws(JSONError) {
    var reader = JSONReader(Array(line))
    self = try reader.document()
  }
}

/// Typed access.
extension JSONValue {
  package subscript(key: String) -> JSONValue? {
    guard case .object(let fields) = self else { return nil }
    return fields[key]
  }

  package var text: String? {
    guard case .text(let text) = self else { return nil }
    return text
  }

  package var number: Double? {
    guard case .number(let number) = self else { return nil }
    return number
  }

  package var bool: Bool? {
    guard case .bool(let bool) = self else { return nil }
    return bool
  }

  package var array: [JSONValue]? {
    guard case .array(let values) = self else { return nil }
    return values
  }

  /// Nil for fractions and for integers that JSON numbers do not represent exactly.
  package var integer: Int? {
    guard let number, number.magnitude < 9_007_199_254_740_992, number == number.rounded() else {
      return nil
    }
    // bound: checked above
    return Int(number)
  }

  /// Adds fields, replacing those of the same name.
  package func with(_ more: [String: JSONValue]) -> JSONValue {
    guard case .object(let fields) = self else { return .object(more) }
    return .object(fields.merging(more) { $1 })
  }
}

// Encoding.
extension JSONValue {
  /// The value on one line, with the line end and sorted keys.
  package var line: [UInt8] { JSONWriter.line(self) }
}
