import CVitrineBus
import VitrineLinux

extension BusMessage {
  /// Reads all arguments, from the start.
  func values() throws(BusRefusal) -> [BusValue] {
    var limit = ReadLimit()
    do throws(Errno) {
      try busResult { unsafe sd_bus_message_rewind(pointer, 1) }
      return try elements(&limit)
    } catch .noSpace {
      throw .tooLarge
    } catch {
      throw BusRefusal(BusRefusal.invalidArguments, "cannot read the message: \(error)")
    }
  }

  /// Reads the rest of the message, or of the current container.
  private func elements(_ limit: inout ReadLimit) throws(Errno) -> [BusValue] {
    var values: [BusValue] = []
    while let value = try next(&limit) { values.append(value) }
    return values
  }

  private func next(_ limit: inout ReadLimit) throws(Errno) -> BusValue? {
    var kind: CChar = 0
    var found: UnsafePointer<CChar>?
    let isThere = try busResult { unsafe sd_bus_message_peek_type(pointer, &kind, &found) }
    guard isThere > 0 else { return nil }
    try limit.consume(1)
    let contents = unsafe found.map { unsafe String(cString: $0) } ?? ""
    switch UInt8(bitPattern: kind) {
    case UInt8(ascii: "s"): return .string(try text(kind, &limit))
    case UInt8(ascii: "o"): return .objectPath(try text(kind, &limit))
    case UInt8(ascii: "b"): return .bool(try basic(kind, CInt(0)) != 0)
    case UInt8(ascii: "y"): return .byte(try basic(kind, 0))
    case UInt8(ascii: "q"): return .uint16(try basic(kind, 0))
    case UInt8(ascii: "i"): return .int32(try basic(kind, 0))
    case UInt8(ascii: "u"): return .uint32(try basic(kind, 0))
    case UInt8(ascii: "x"): return .int64(try basic(kind, 0))
    case UInt8(ascii: "t"): return .uint64(try basic(kind, 0))
    case UInt8(ascii: "d"): return .double(try basic(kind, 0))
    case UInt8(ascii: "a"): return try array(of: contents, &limit)
    case UInt8(ascii: "r"):
      return .structure(try inside(kind, contents) { () throws(Errno) in try elements(&limit) })
    case UInt8(ascii: "v"):
      let values = try inside(kind, contents) { () throws(Errno) in try elements(&limit) }
      return .variant(values.first ?? .other(contents))
    default: return try skip(String(Unicode.Scalar(UInt8(bitPattern: kind))))
    }
  }

  private func array(
    of contents: String, _ limit: inout ReadLimit
  ) throws(Errno) -> BusValue {
    guard contents.hasPrefix("{") else {
      let values = try inside(CChar(UInt8(ascii: "a")), contents) { () throws(Errno) in
        try elements(&limit)
      }
      return .array(of: contents, values)
    }
    guard contents == "{sv}" else { return try skip("a" + contents) }
    var properties: [String: BusValue] = [:]
    try inside(CChar(UInt8(ascii: "a")), contents) { () throws(Errno) in
      while try enter(CChar(UInt8(ascii: "e")), "sv") {
        let pair = try elements(&limit)
        try busResult { unsafe sd_bus_message_exit_container(pointer) }
        guard pair.count == 2, let name = pair[0].text, case .variant(let value) = pair[1] else {
          throw .invalid
        }
        properties[name] = value
      }
    }
    return .properties(properties)
  }

  private func text(_ kind: CChar, _ limit: inout ReadLimit) throws(Errno) -> String {
    var found: UnsafePointer<CChar>?
    try busResult { unsafe sd_bus_message_read_basic(pointer, kind, &found) }
    guard let found = unsafe found else { throw .invalid }
    let bytes = unsafe Array(UnsafeRawBufferPointer(start: found, count: strlen(found)))
    try limit.consume(bytes.count)
    // Bounds combining marks, because clients' texts are compared with existing names.
    guard let text = String(streamSafe: bytes) else { throw .invalid }
    return text
  }

  private func basic<Value: BitwiseCopyable>(
    _ kind: CChar, _ zero: Value
  ) throws(Errno) -> Value {
    var value = zero
    try busResult { unsafe sd_bus_message_read_basic(pointer, kind, &value) }
    return value
  }

  private func enter(_ kind: CChar, _ contents: String) throws(Errno) -> Bool {
    try busResult { unsafe sd_bus_message_enter_container(pointer, kind, contents) } > 0
  }

  private func inside<Result>(
    _ kind: CChar, _ contents: String, _ body: () throws(Errno) -> Result
  ) throws(Errno) -> Result {
    guard try enter(kind, contents) else { throw .invalid }
    let result = try body()
    try busResult { unsafe sd_bus_message_exit_container(pointer) }
    return result
  }

  private func skip(_ signature: String) throws(Errno) -> BusValue {
    try busResult { unsafe sd_bus_message_skip(pointer, signature) }
    return .other(signature)
  }
}

/// Limits how much of a message is read: a client on the system bus may send 32 MiB. A value type.
private struct ReadLimit {
  private var left = 64 << 10

  mutating func consume(_ amount: Int) throws(Errno) {
    left -= amount
    guard left >= 0 else { throw .noSpace }
  }
}
