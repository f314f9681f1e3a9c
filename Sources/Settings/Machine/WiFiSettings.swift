internal import VitrinePlaylists

/// The section `machine.network.wifi`: the wireless network to join.
package struct WiFiSettings: Hashable, Sendable {
  /// The network's name, 1 to 32 bytes.
  package let name: String
  /// The passphrase, or 64 hexadecimal digits of the key itself; nil for an open network.
  package let password: String?
  /// The country whose radio rules apply, as in ISO 3166: `DE`.
  package let country: String?

  private static let keys = ["name", "password", "country"]

  /// Nil if a value is missing or invalid, which is added to `faults`: joining a network needs all of them.
  init?(_ entry: Entry, _ faults: inout FaultList) {
    let path = "machine.network.wifi"
    let fields = MachineFields(entry, at: path, Self.keys, &faults)
    let name = fields.word(
      "name", { 1...32 ~= $0.utf8.count }, "a network name of 1 to 32 bytes", &faults)
    country = fields.word("country", Self.isCountry, "a country code such as DE", &faults)
    password = fields.secret(
      "password", Self.isPassword,
      "8 to 63 characters (letters, digits, punctuation and spaces), or 64 hexadecimal digits",
      &faults)
    if name == nil, !fields.has("name"), case .map = entry.content {
      faults.add(path, entry.line, "requires name")
    }
    guard let name, password != nil || !fields.has("password") else { return nil }
    self.name = name
  }

  private static func isCountry(_ word: String) -> Bool {
    word.utf8.count == 2
      && word.utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
  }

  private static func isPassword(_ word: String) -> Bool {
    (8...63 ~= word.utf8.count && word.utf8.allSatisfy { 0x20...0x7E ~= $0 }) || isKey(word)
  }

  private static func isKey(_ word: String) -> Bool {
    word.utf8.count == 64 && word.allSatisfy { $0.isASCII && $0.isHexDigit }
  }

  /// Whether the password is the key itself.
  package var hasKey: Bool { password.map(Self.isKey) ?? false }
}
