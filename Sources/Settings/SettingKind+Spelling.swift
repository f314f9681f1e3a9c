internal import VitrineAddresses
internal import VitrineOverlay
internal import VitrinePictures
internal import VitrinePlayback
internal import VitrinePlaylists
internal import VitrineScenes
internal import VitrineSchedules

// Checks only the spelling. Whether a mode or connector exists is known once the device is open.
extension SettingKind {
  func spelled(_ word: String) throws(SettingError) -> String {
    switch self {
    case .choice(let noun, let words) where !words.contains(word):
      throw SettingError(cause: unknown(word, noun, words))
    case .mode where ModePolicy(word: word) == nil:
      let hint = suggestion(for: word, of: ModePolicy.words)
      throw hint.isEmpty
        ? invalid("mode", word) : SettingError(cause: "unknown mode \(quoted(word))\(hint)")
    case .margins where Margins(word) == nil: throw invalid("margins", word)
    case .wall where !Self.isWall(word): throw invalid("wall", word)
    case .bezels where Wall.Bezels(word) == nil: throw invalid("bezels", word)
    case .transition where Transition(word: word) == nil: throw invalid("transition", word)
    case .quality where VariantPolicy.Preference(word: word) == nil:
      throw invalid("quality", word)
    case .decoder where DecoderPreference(word: word) == nil:
      throw invalid("decoder", word)
    case .customMode where ModeRequest(word) == nil && !Self.isModeline(word):
      throw invalid("mode", word)
    case .connector where !Self.isConnector(word):
      throw invalid("connector", word)
    case .trigger where !Self.isTrigger(word):
      throw invalid("trigger", word)
    case .overlay where !Self.isName(word):
      throw invalid("name", word)
    case .localTime where CivilTime(text: word) == nil:
      throw invalid("time", word)
    case .origin where !Self.isOrigin(word):
      throw invalid("server address", word)
    case .broker where BrokerAddress(word) == nil: throw invalid("broker", word)
    case .proxy where !(Self.isOrigin(word) && word.hasPrefix("http")):
      throw invalid("proxy", word)
    case .screen where !(Self.isOrigin(word) && word.hasPrefix("http:")):
      throw invalid("peer", word)
    case .address where (try? RemoteURL(word))?.isWeb != true:
      throw invalid("URL", word)
    case .endpoint where !Self.isEndpoint(word):
      throw invalid("address", word)
    case .file where !Self.isPath(word) && (try? RemoteURL(word))?.isWeb != true:
      throw invalid("path or address", word)
    case .path where !Self.isPath(word):
      throw invalid("path", word)
    case .terminal where !Self.isTerminal(word):
      throw invalid("terminal", word)
    default: return word
    }
  }

  func invalid(_ noun: String, _ word: String) -> SettingError {
    SettingError(cause: "invalid \(noun) \(quoted(word)): expected \(expected)")
  }

  private static func isWall(_ word: String) -> Bool {
    Wall(word)?.connectors.allSatisfy(isConnector) ?? false
  }

  static func isName(_ word: String) -> Bool {
    (1...40).contains(word.utf8.count)
      && word.unicodeScalars.allSatisfy {
        $0.isASCII && ($0.properties.isAlphabetic || $0.properties.numericType != nil || $0 == "-")
      }
  }

  private static func isTrigger(_ word: String) -> Bool {
    if word.hasPrefix("KEY_") || word.hasPrefix("BTN_") { return KeyNames.fault(of: word) == nil }
    return (1...128).contains(word.utf8.count)
      && word.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
  }

  /// Whether a URL is only a scheme, host and port.
  private static func isOrigin(_ word: String) -> Bool {
    if BrokerAddress(word) != nil { return true }
    guard let url = try? RemoteURL(word), url.userInfo == nil, url.query == nil,
      url.isWeb || url.scheme == .rtsp || url.scheme == .srt
    else { return false }
    return url.path == "/" && !word.hasSuffix("/")
  }

  private static func isEndpoint(_ word: String) -> Bool {
    guard let colon = word.lastIndex(of: ":"), let port = UInt16(word[word.index(after: colon)...]),
      port > 0
    else { return false }
    let address = word[..<colon]
    let isSix = address.first == "[" && address.last == "]"
    guard isSix == address.contains(":") else { return false }
    return InternetAddress(String(isSix ? address.dropFirst().dropLast() : address)) != nil
  }

  private static func isPath(_ word: String) -> Bool {
    word.utf8.first == UInt8(ascii: "/") && word.utf8.count <= 4096
      && !word.unicodeScalars.contains(where: \.isControl)
  }

  /// Accepts the same values as `--vt`.
  private static func isTerminal(_ word: String) -> Bool {
    if ["auto", "none"].contains(word) { return true }
    let name = word.hasPrefix("/dev/") ? word.dropFirst(5) : word[...]
    let digits = name.hasPrefix("tty") ? name.dropFirst(3) : name
    let isNumber = digits.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    // bound: 1 to 63
    return isNumber && digits.first != "0" && (Int(digits).map { 1...63 ~= $0 } ?? false)
  }

  /// The kernel names connectors by type and number: `HDMI-A-1`, `DP-2`, `LVDS-1`.
  static func isConnector(_ word: String) -> Bool {
    let parts = word.split(separator: "-", omittingEmptySubsequences: false)
    return word.utf8.count <= 32 && parts.count > 1 && !parts.contains("")
      && word.utf8.allSatisfy(isLetter) && (parts.last?.allSatisfy(\.isNumber) ?? false)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"):
      true
    default: false
    }
  }

  /// `Modeline "name" clock` and eight numbers. The device checks the timing.
  private static func isModeline(_ word: String) -> Bool {
    let parts = word.split(separator: "\"", omittingEmptySubsequences: false)
    return word.utf8.count <= 200 && parts.count == 3
      && parts[0].lowercased().split(separator: " ") == ["modeline"]
      && parts[2].split(separator: " ").prefix(9).count { Double($0) != nil } == 9
  }
}

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
