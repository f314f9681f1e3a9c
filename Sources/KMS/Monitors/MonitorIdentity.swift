/// Identifies a monitor: its identity is the same on any connector and at any time.
package struct MonitorIdentity: Hashable, Sendable {
  /// The manufacturer's three registered letters, such as `DEL`; four hexadecimal digits if they
  /// are not letters.
  package let maker: String
  /// The same as in the EDID: three letters of five bits.
  package let makerCode: UInt16
  /// The manufacturer's model number.
  package let product: UInt16
  /// Distinguishes monitors of the same model; nil if not specified.
  package let serial: String?
  /// The manufacturer's name of the model.
  package let model: String?
  /// A name for files and tables: letters, digits and dashes, at most 30.
  package let key: String

  /// The display name: `DELL U2720Q`, otherwise `DEL 41B5`.
  package var name: String { model ?? "\(maker) \(hexadecimal(product, digits: 4))" }

  /// Returns nil if the bytes are not a valid EDID.
  package init?(edid bytes: [UInt8]) {
    guard let edid = EDID(bytes) else { return nil }
    let base = edid.base
    // bound: bytes
    makerCode = UInt16(base[8]) << 8 | UInt16(base[9])
    maker = Self.maker(makerCode)
    // bound: bytes
    product = UInt16(base[11]) << 8 | UInt16(base[10])
    // bound: bytes
    let number = (12...15).reversed().reduce(UInt32(0)) { $0 << 8 | UInt32(base[$1]) }
    model = edid.text(0xFC)
    serial = edid.text(0xFF) ?? (number == 0 ? nil : "\(number)")
    // The serial number, the week and year of manufacture, and the texts never change. Timings do:
    // amplifiers and switches edit them.
    let rest = base[12...17] + Array("\(model ?? "")|\(serial ?? "")".utf8)
    let digest = hexadecimal(stableHash(rest), digits: 16)
    key = "\(maker)-\(hexadecimal(product, digits: 4))-\(digest)"
  }

  /// Five bits per letter; 1 is A.
  private static func maker(_ code: UInt16) -> String {
    // bound: below 32
    let letters = [code >> 10 & 31, code >> 5 & 31, code & 31].map { UInt8($0) }
    guard letters.allSatisfy({ 1...26 ~= $0 }) else { return hexadecimal(code, digits: 4) }
    return String(decoding: letters.map { $0 + 64 }, as: UTF8.self)
  }
}

/// 64-bit FNV-1a: unlike Swift's own hash, it is the same in each process and on each machine.
private func stableHash(_ bytes: some Sequence<UInt8>) -> UInt64 {
  bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
}

private func hexadecimal(_ value: some BinaryInteger, digits: Int) -> String {
  let text = String(value, radix: 16, uppercase: true)
  return String(repeating: "0", count: max(0, digits - text.count)) + text
}
