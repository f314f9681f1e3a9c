/// A service to advertise: its type, port and TXT records. A value type.
package struct AvahiService: Hashable, Sendable {
  /// The visible name; a number is added if it is taken.
  package let name: String
  /// For example `_http._tcp`.
  package let type: String
  package let port: UInt16
  /// TXT records: RFC 6763, 6.
  package let records: [String: String]

  /// The size limit of a DNS label.
  private static let longestName = 63
  private static let longestRecord = 255

  package init(
    _ name: String, type: String, port: UInt16, records: [String: String] = [:]
  ) {
    self.name = Self.cut(name, to: Self.longestName)
    self.type = type
    self.port = port
    self.records = records.filter { key, value in
      !key.isEmpty && !key.contains("=") && key.utf8.count + value.utf8.count < Self.longestRecord
    }
  }

  /// The arguments of Avahi's AddService: all interfaces, IPv4 and IPv6, Avahi's domain and host
  /// name.
  func arguments(as name: String) -> [BusValue] {
    let lines = records.sorted { $0.key < $1.key }.map { BusValue.bytes("\($0.key)=\($0.value)") }
    return [
      .int32(-1), .int32(-1), .uint32(0), .string(name), .string(type), .string(""), .string(""),
      .uint16(port), .array(of: "ay", lines),
    ]
  }

  /// The name to try after a collision: `Lobby`, `Lobby #2`, `Lobby #3`.
  static func alternative(to name: String) -> String {
    var (start, number) = (name[...], 2)
    if let mark = name.lastIndex(of: "#"), name[..<mark].hasSuffix(" "),
      let last = Int(name[mark...].dropFirst()), (2..<1_000_000).contains(last)
    {
      (start, number) = (name[..<mark].dropLast(), last + 1)
    }
    let tail = " #\(number)"
    return cut(String(start), to: longestName - tail.utf8.count) + tail
  }

  /// Does not split a character.
  private static func cut(_ text: String, to length: Int) -> String {
    var text = text
    while text.utf8.count > length { text.removeLast() }
    return text
  }
}
