package import VitrinePlayback

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
  /// The most channels of uncompressed sound for which it has loudspeakers: 2, 6 (5.1) or 8 (7.1).
  package let channels: Int

  /// The compressed codings that it decodes.
  package let codings: Set<SoundCoding>

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
    // Short audio descriptors of three bytes follow the name.
    let descriptors = bytes.dropFirst(Self.header + Int(bytes[4] & 0x1F))
    let firsts = (0..<Int(bytes[5] >> 4)).compactMap { place -> UInt8? in
      let descriptor = descriptors.dropFirst(place * 3)
      return descriptor.count >= 3 ? descriptor.first : nil
    }
    let linear = firsts.filter { $0 >> 3 & 0xF == 1 }.map { Int($0 & 7) + 1 }
    codings = Set(firsts.compactMap { SoundCoding(audioFormat: $0 >> 3 & 0xF) })
    channels = Self.channels(speakers: bytes[7], most: linear.max() ?? 2)
  }

  /// Bits of the speaker allocation: front centre and rear pair; and the pair between rear and
  /// centre.
  private static func channels(speakers: UInt8, most: Int) -> Int {
    guard speakers & 0b1100 == 0b1100, most >= 6 else { return 2 }
    return speakers & 0b100_0000 != 0 && most >= 8 ? 8 : 6
  }
}
