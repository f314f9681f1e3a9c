internal import VitrinePlaylists

/// The section `machine` of a boot partition's file: settings of the computer itself.
package struct MachineSettings: Hashable, Sendable {
  /// The host name.
  package var name: String?
  /// A name of the time zone database: `Europe/Berlin`.
  package var timeZone: String?
  package var network: NetworkSettings?

  package init() {}

  private static let keys = ["name", "time-zone", "network"]

  /// Adds errors to `faults` and skips the invalid keys.
  init(_ entry: Entry, _ faults: inout FaultList) {
    let fields = MachineFields(entry, at: "machine", Self.keys, &faults)
    name = fields.word(
      "name", Self.isName, "letters, digits and hyphens such as shop-window", &faults)
    timeZone = fields.word(
      "time-zone", Self.isTimeZone, "a time zone such as Europe/Berlin", &faults)
    if let section = fields.section("network") { network = NetworkSettings(section, &faults) }
  }

  /// A host name label according to RFC 1123.
  private static func isName(_ word: String) -> Bool {
    1...63 ~= word.utf8.count && !word.hasPrefix("-") && !word.hasSuffix("-")
      && word.utf8.allSatisfy { isLetterOrDigit($0) || $0 == UInt8(ascii: "-") }
  }

  /// A path in the time zone database that cannot leave its folder.
  private static func isTimeZone(_ word: String) -> Bool {
    1...64 ~= word.utf8.count
      && word.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { !$0.isEmpty }
      && word.utf8.allSatisfy { isLetterOrDigit($0) || "/_+-".utf8.contains($0) }
  }
}

/// The section `machine.network`: the wired network, or the wireless one if `wifi` names it. Without an address the
/// network assigns one.
package struct NetworkSettings: Hashable, Sendable {
  /// With its prefix length: `192.168.1.40/24`.
  package var address: String?
  package var gateway: String?
  /// DNS servers.
  package var dns: [String] = []
  package var wifi: WiFiSettings?

  private static let keys = ["address", "gateway", "dns", "wifi"]

  init(_ entry: Entry, _ faults: inout FaultList) {
    let fields = MachineFields(entry, at: "machine.network", Self.keys, &faults)
    address = fields.word(
      "address", { InternetAddress(withPrefix: $0) != nil },
      "an IP address with prefix length such as 192.168.1.40/24", &faults)
    gateway = fields.word("gateway", Self.isAddress, "an IP address such as 192.168.1.1", &faults)
    dns = fields.words(
      "dns", most: 4, Self.isAddress, "IP addresses such as [192.168.1.1]", &faults)
    if gateway != nil, address == nil, !fields.has("address") {
      faults.add(
        "machine.network.gateway", fields.line(of: "gateway"), "requires machine.network.address")
      gateway = nil
    }
    if let section = fields.section("wifi") { wifi = WiFiSettings(section, &faults) }
  }

  private static func isAddress(_ word: String) -> Bool { InternetAddress(word) != nil }
}

func isLetterOrDigit(_ byte: UInt8) -> Bool {
  (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
}
