import VitrineTiming

/// Collects the keys of a barcode or NFC reader that acts as a keyboard. A value type.
///
/// Readers type a code within milliseconds and end it with Enter or Tab. Their keyboard layout is the American one.
struct CodeReader {
  private var text = ""
  private var isShifted = false
  private var latest: HostTime?

  /// A longer code is not used, nor is one that was interrupted.
  static let longest = 128
  private static let interval = Duration.seconds(1)

  /// Records a key by the kernel's name. Returns the code that it ends.
  mutating func record(_ name: String, isDown: Bool, at time: HostTime) -> String? {
    if name == "KEY_LEFTSHIFT" || name == "KEY_RIGHTSHIFT" {
      isShifted = isDown
      return nil
    }
    guard isDown else { return nil }
    if let latest, time - latest > Self.interval { text = "" }
    latest = time
    if ["KEY_ENTER", "KEY_KPENTER", "KEY_TAB"].contains(name) {
      defer { text = "" }
      return text.isEmpty || text.utf8.count > Self.longest ? nil : text
    }
    if let sign = Self.sign(name, isShifted), text.utf8.count <= Self.longest { text += sign }
    return nil
  }

  private static func sign(_ name: String, _ isShifted: Bool) -> String? {
    guard name.hasPrefix("KEY_") else { return nil }
    let key = name.dropFirst(4)
    let plain = key.hasPrefix("KP") && key.count == 3 ? key.dropFirst(2) : key
    if plain.utf8.count == 1, let byte = plain.utf8.first {
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"):
        return isShifted ? String(plain) : plain.lowercased()
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        guard isShifted, key.count == 1 else { return String(plain) }
        return digits[Int(byte - UInt8(ascii: "0"))]
      default: return nil
      }
    }
    return signs[String(key)].map { isShifted ? $0.shifted : $0.plain }
  }

  /// The signs above the digits from 0 on.
  private static let digits = [")", "!", "@", "#", "$", "%", "^", "&", "*", "("]

  private static let signs: [String: (plain: String, shifted: String)] = [
    "MINUS": ("-", "_"), "EQUAL": ("=", "+"), "DOT": (".", ">"), "COMMA": (",", "<"),
    "SLASH": ("/", "?"), "SEMICOLON": (";", ":"), "APOSTROPHE": ("'", "\""), "SPACE": (" ", " "),
    "LEFTBRACE": ("[", "{"), "RIGHTBRACE": ("]", "}"), "BACKSLASH": ("\\", "|"),
    "GRAVE": ("`", "~"),
    "KPMINUS": ("-", "-"), "KPDOT": (".", "."), "KPSLASH": ("/", "/"), "KPPLUS": ("+", "+"),
    "KPASTERISK": ("*", "*"),
  ]
}
