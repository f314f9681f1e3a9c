/// What is made known in the local network: a service, where it listens and what is said of it. A value.
public struct AvahiService: Hashable, Sendable {
  /// As people read it in lists; another one with the same name has this one get a number.
  public let name: String
  /// Such as `_http._tcp`.
  public let type: String
  public let port: UInt16
  /// What programs are told besides: RFC 6763, 6.
  public let records: [String: String]

  /// A part of a name in DNS has no more bytes.
  private static let longestName = 63
  private static let longestRecord = 255

  public init(
    _ name: String, type: String, port: UInt16, records: [String: String] = [:]
  ) {
    self.name = Self.cut(name, to: Self.longestName)
    (self.type, self.port) = (type, port)
    self.records = records.filter { key, value in
      !key.isEmpty && !key.contains("=") && key.utf8.count + value.utf8.count < Self.longestRecord
    }
  }

  /// The arguments of Avahi's AddService: on all interfaces, over both versions of IP, in the domain and
  /// with the host's name that Avahi has.
  func arguments(as name: String) -> [BusValue] {
    let lines = records.sorted { $0.key < $1.key }.map { BusValue.bytes("\($0.key)=\($0.value)") }
    return [
      .int32(-1), .int32(-1), .uint32(0), .string(name), .string(type), .string(""), .string(""),
      .uint16(port), .array(of: "ay", lines),
    ]
  }

  /// The name to try where another one has this one: `Lobby`, `Lobby #2`, `Lobby #3`.
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

  /// Not within a letter.
  private static func cut(_ text: String, to length: Int) -> String {
    var text = text
    while text.utf8.count > length { text.removeLast() }
    return text
  }
}
