/// A D-Bus value. Types that this program does not use (descriptors, dictionaries other than
/// properties) are read as `other`.
package indirect enum BusValue: Hashable, Sendable {
  case string(String)
  case objectPath(String)
  case bool(Bool)
  case byte(UInt8)
  case uint16(UInt16)
  case int32(Int32)
  case uint32(UInt32)
  case int64(Int64)
  case uint64(UInt64)
  case double(Double)
  /// The element signature, which an empty array has too, and the elements.
  case array(of: String, [BusValue])
  /// `a{sv}`, with values that are not wrapped in variants.
  case properties([String: BusValue])
  case structure([BusValue])
  case variant(BusValue)
  /// A value of this signature that was skipped. It cannot be sent.
  case other(String)

  /// Its D-Bus type; D-Bus Specification, "Type System".
  package var signature: String {
    switch self {
    case .string: "s"
    case .objectPath: "o"
    case .bool: "b"
    case .byte: "y"
    case .uint16: "q"
    case .int32: "i"
    case .uint32: "u"
    case .int64: "x"
    case .uint64: "t"
    case .double: "d"
    case .array(let element, _): "a" + element
    case .properties: "a{sv}"
    case .structure(let fields): "(" + fields.signature + ")"
    case .variant: "v"
    case .other(let signature): signature
    }
  }
}

extension [BusValue] {
  /// The signature of a message with these arguments.
  package var signature: String { map(\.signature).joined() }
}

// Typed access; nil for any other type.
extension BusValue {
  package static func strings(_ texts: [String]) -> BusValue {
    .array(of: "s", texts.map(BusValue.string))
  }

  package static func bytes(_ text: String) -> BusValue {
    .array(of: "y", text.utf8.map(BusValue.byte))
  }

  package var text: String? {
    switch self {
    case .string(let text), .objectPath(let text): text
    default: nil
    }
  }

  package var flag: Bool? {
    if case .bool(let isSet) = self { isSet } else { nil }
  }

  /// Any integer type, if the value fits.
  package var integer: Int64? {
    switch self {
    case .byte(let number): Int64(number)
    case .uint16(let number): Int64(number)
    case .int32(let number): Int64(number)
    case .uint32(let number): Int64(number)
    case .int64(let number): number
    case .uint64(let number): Int64(exactly: number)
    default: nil
    }
  }

  package var number: Double? {
    if case .double(let number) = self { number } else { integer.map(Double.init) }
  }

  package var elements: [BusValue]? {
    if case .array(_, let elements) = self { elements } else { nil }
  }
}
