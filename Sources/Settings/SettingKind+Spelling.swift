internal import VitrinePictures
internal import VitrinePlayback
internal import VitrinePlaylists
internal import VitrineStreams

/// Words of a device: whether they are spelled as such words are. Whether there is such a thing
/// is for the device to say.
extension SettingKind {
  func spelled(_ word: String) throws(SettingError) -> String {
    switch self {
    case .mode where ModePolicy(word: word) == nil:
      if let near = nearest(to: word, of: ModePolicy.words) {
        throw SettingError(cause: "\(quoted(word)) is no mode; is \(near) meant?")
      }
      throw SettingError(cause: "\(quoted(word)) is no mode; write \(wish)")
    case .quality where VariantPolicy.Wish(word: word) == nil:
      throw SettingError(cause: "\(quoted(word)) is no quality; write \(wish)")
    case .decoder where DecoderWish(word: word) == nil:
      throw SettingError(cause: "\(quoted(word)) is no decoder; write \(wish)")
    case .customMode where ModeRequest(word) == nil && !Self.isModeline(word):
      throw SettingError(cause: "\(quoted(word)) is no mode; write \(wish)")
    case .connector where !Self.isConnector(word):
      throw SettingError(cause: "\(quoted(word)) is no connector; write \(wish)")
    case .origin where !Self.isOrigin(word):
      let wish = "write https://tv.example, and no path"
      throw SettingError(cause: "\(quoted(word)) is no beginning of an address; \(wish)")
    case .proxy where !(Self.isOrigin(word) && word.hasPrefix("http")):
      throw SettingError(cause: "\(quoted(word)) is no proxy; write http://proxy.example:3128")
    case .screen where !(Self.isOrigin(word) && word.hasPrefix("http:")):
      throw SettingError(
        cause: "\(quoted(word)) is no address of a screen; write http://10.0.0.7:8083")
    case .address where (try? RemoteURL(word))?.isWeb != true:
      throw SettingError(cause: "\(quoted(word)) is on no web server; write \(wish)")
    case .endpoint where !Self.isEndpoint(word):
      throw SettingError(cause: "\(quoted(word)) is no address to listen at; write \(wish)")
    case .path where !Self.isPath(word):
      throw SettingError(cause: "\(quoted(word)) is no path from the root on; write \(wish)")
    case .terminal where !Self.isTerminal(word):
      throw SettingError(cause: "\(quoted(word)) is no terminal; write \(wish)")
    default: return word
    }
  }

  /// Scheme, machine and port, and nothing else.
  private static func isOrigin(_ word: String) -> Bool {
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

  /// As `--vt` spells it.
  private static func isTerminal(_ word: String) -> Bool {
    if ["auto", "none"].contains(word) { return true }
    let name = word.hasPrefix("/dev/") ? word.dropFirst(5) : word[...]
    let digits = name.hasPrefix("tty") ? name.dropFirst(3) : name
    let isNumber = digits.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    // bound: 1 to 63
    return isNumber && digits.first != "0" && (Int(digits).map { 1...63 ~= $0 } ?? false)
  }

  /// As the kernel makes them of the connector's type and number: `HDMI-A-1`, `DP-2`, `LVDS-1`.
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

  /// `Modeline "name" clock` and eight numbers, of which the device knows more.
  private static func isModeline(_ word: String) -> Bool {
    let parts = word.split(separator: "\"", omittingEmptySubsequences: false)
    return word.utf8.count <= 200 && parts.count == 3
      && parts[0].lowercased().split(separator: " ") == ["modeline"]
      && parts[2].split(separator: " ").prefix(9).count { Double($0) != nil } == 9
  }
}
