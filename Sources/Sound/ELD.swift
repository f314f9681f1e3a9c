/// What a display says of sound, as its driver hands it on to the sound card's (ELD: "EDID-like
/// data", High Definition Audio specification 1.0a, 7.3.3.34.1). Foreign bytes: checked.
public struct ELD: Hashable, Sendable {
  /// Who made the display and which model it is, as the numbers in its EDID.
  public let maker: UInt16
  public let product: UInt16
  /// The model as its maker calls it; nil where it does not say.
  public let name: String?
  /// Whether it plays any sound at all: monitors without loudspeakers have no format for it.
  public let takesSound: Bool

  private static let header = 20

  /// Nil for bytes that are none: what a card gives while there is no display.
  public init?(_ bytes: [UInt8]) {
    // Version 2 is CTA-861, 31 a part of it.
    guard bytes.count >= Self.header, [2, 31].contains(bytes[0] >> 3) else { return nil }
    maker = UInt16(bytes[16]) << 8 | UInt16(bytes[17])
    product = UInt16(bytes[19]) << 8 | UInt16(bytes[18])
    let letters = bytes.dropFirst(Self.header).prefix(Int(bytes[4] & 0x1F))
    let text = String(decoding: letters.filter { 32...126 ~= $0 }, as: UTF8.self)
    name = text.isEmpty ? nil : text
    takesSound = bytes[5] >> 4 > 0
  }
}
