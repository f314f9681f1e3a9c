internal import VitrineOverlay
internal import VitrineScenes

extension Color {
  /// Parses `#RGB`, `#RRGGBB` or `#RRGGBBAA`.
  init?(text: String) {
    guard text.utf8.first == UInt8(ascii: "#") else { return nil }
    var digits = Array(text.utf8.dropFirst())
    if digits.count == 3 { digits = digits.flatMap { [$0, $0] } }
    if digits.count == 6 { digits += [UInt8(ascii: "F"), UInt8(ascii: "F")] }
    // UInt32 would accept a sign.
    guard digits.count == 8, !digits.contains(UInt8(ascii: "+")),
      let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    else { return nil }
    self.init(value >> 8, alpha: Double(value & 255) / 255)
  }

  /// The form used in a configuration.
  var text: String {
    let parts = [red, green, blue] + (alpha < 1 ? [alpha] : [])
    let digits = parts.map { part in
      // bound: a part of a colour is from 0 to 1
      let byte = String(UInt8((part * 255).rounded()), radix: 16, uppercase: true)
      return byte.count < 2 ? "0" + byte : byte
    }
    return "#" + digits.joined()
  }
}
