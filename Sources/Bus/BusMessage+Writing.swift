import CVitrineBus
import VitrineLinux

/// Uses only the functions of sd-bus without variadic arguments, which Swift cannot call.
extension BusMessage {
  func append(_ values: [BusValue]) throws(Errno) {
    for value in values { try append(value) }
  }

  private func append(_ value: BusValue) throws(Errno) {
    switch value {
    case .string(let text), .objectPath(let text):
      try busResult {
        unsafe text.withCString {
          unsafe sd_bus_message_append_basic(pointer, value.kind, $0)
        }
      }
    // A Boolean has four bytes in sd-bus.
    // bound: 0 or 1
    case .bool(let isSet): try append(value.kind, CInt(isSet ? 1 : 0))
    case .byte(let number): try append(value.kind, number)
    case .uint16(let number): try append(value.kind, number)
    case .int32(let number): try append(value.kind, number)
    case .uint32(let number): try append(value.kind, number)
    case .int64(let number): try append(value.kind, number)
    case .uint64(let number): try append(value.kind, number)
    case .double(let number): try append(value.kind, number)
    case .array(let element, let values):
      try container("a", element) { () throws(Errno) in try append(values) }
    case .structure(let fields):
      try container("r", fields.signature) { () throws(Errno) in try append(fields) }
    case .variant(let value): try appendVariant(value)
    case .properties(let properties):
      try container("a", "{sv}") { () throws(Errno) in
        for (name, value) in properties.sorted(by: { $0.key < $1.key }) {
          try container("e", "sv") { () throws(Errno) in
            try append(.string(name))
            try appendVariant(value)
          }
        }
      }
    case .other: throw .invalid
    }
  }

  private func appendVariant(_ value: BusValue) throws(Errno) {
    try container("v", value.signature) { () throws(Errno) in try append(value) }
  }

  private func append<Value: BitwiseCopyable>(_ kind: CChar, _ value: Value) throws(Errno) {
    var value = value
    try busResult { unsafe sd_bus_message_append_basic(pointer, kind, &value) }
  }

  private func container(
    _ kind: Unicode.Scalar, _ contents: String, _ body: () throws(Errno) -> Void
  ) throws(Errno) {
    let kind = CChar(UInt8(ascii: kind))
    try busResult { unsafe sd_bus_message_open_container(pointer, kind, contents) }
    try body()
    try busResult { unsafe sd_bus_message_close_container(pointer) }
  }
}

extension BusValue {
  /// The type code of a basic value.
  fileprivate var kind: CChar { signature.utf8.first.map { CChar(bitPattern: $0) } ?? 0 }
}
