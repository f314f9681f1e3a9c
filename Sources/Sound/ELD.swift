/// The audio capabilities of a monitor, which its driver passes to the sound card (ELD: "EDID-like
/// data", High Definition Audio specification 1.0a, 7.3.3.34.1). The bytes are untrusted and
/// validated.
package struct ELD: Hashable, Sendable {
  /// The manufacturer and model numbers of its EDID.
  package let maker: UInt16
  package let product: UInt16
  /// The model name, if there is one.
  package let name: String?
  /// Whether it supports audio: monitors without loudspeakers have no audio format.
  package let takesSound: Bool

  private static let header = 20

  /// Returns nil if the bytes are invalid, as from a card without a monitor.
  package init?(_ bytes: [UInt8]) {
    // Version 2 is CTA-861, and 31 a subset of it.
    guard bytes.count >= Self.header, [2, 31].contains(bytes[0] >> 3) else { return nil }
    maker = UInt16(bytes[16]) << 8 | UInt16(bytes[17])
    product = UInt16(bytes[19]) << 8 | UInt16(bytes[18])
    let letters = bytes.dropFirst(Self.header).prefix(Int(bytes[4] & 0x1F))
    let text = String(decoding: letters.filter { 32...126 ~= $0 }, as: UTF8.self)
    name = text.isEmpty ? nil : text
    takesSound = bytes[5] >> 4 > 0
  }
}
