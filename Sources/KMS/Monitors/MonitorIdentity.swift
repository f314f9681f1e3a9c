/// Which display hangs at a connector: the same one has the same identity at any connector,
/// and after any time.
public struct MonitorIdentity: Hashable, Sendable {
  /// Three letters that the maker has registered, such as `DEL`; four hexadecimal digits where
  /// they are no letters.
  public let maker: String
  /// The same as the display writes it: three letters of five bits.
  public let makerCode: UInt16
  /// The maker's number of the model.
  public let product: UInt16
  /// What tells one of the model from the next; nil where the maker left it out.
  public let serial: String?
  /// The model as its maker calls it.
  public let model: String?
  /// A name for files and tables: letters, digits and dashes, at most 30 of them.
  public let key: String

  /// For people: `DELL U2720Q`, else `DEL 41B5`.
  public var name: String { model ?? "\(maker) \(hexadecimal(product, digits: 4))" }

  /// Nil for bytes that are no EDID.
  public init?(edid bytes: [UInt8]) {
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
    // Number, week and year of making, and the texts as they are: what stays for a display's
    // life. Timings do not: amplifiers and switches edit them.
    let rest = base[12...17] + Array("\(model ?? "")|\(serial ?? "")".utf8)
    let digest = hexadecimal(stableHash(rest), digits: 16)
    key = "\(maker)-\(hexadecimal(product, digits: 4))-\(digest)"
  }

  /// Five bits a letter, 1 is A.
  private static func maker(_ code: UInt16) -> String {
    // bound: below 32
    let letters = [code >> 10 & 31, code >> 5 & 31, code & 31].map { UInt8($0) }
    guard letters.allSatisfy({ 1...26 ~= $0 }) else { return hexadecimal(code, digits: 4) }
    return String(decoding: letters.map { $0 + 64 }, as: UTF8.self)
  }
}

/// FNV-1a of 64 bits: the same in each run and on each machine, as Swift's own is not.
private func stableHash(_ bytes: some Sequence<UInt8>) -> UInt64 {
  bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
}

private func hexadecimal(_ value: some BinaryInteger, digits: Int) -> String {
  let text = String(value, radix: 16, uppercase: true)
  return String(repeating: "0", count: max(0, digits - text.count)) + text
}
