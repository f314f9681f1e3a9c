internal import VitrineAddresses
internal import VitrineBus
internal import VitrineLinux
internal import VitrinePlaylists

/// Converts between MPRIS URIs and the player's sources.
enum MPRISAddress {
  /// The schemes that OpenUri accepts.
  static let schemes = ["file", "http", "https", "rtsp", "rtp", "udp", "srt"]

  /// The MIME types of playable files, so that other programs offer them.
  static let types = [
    "video/mp4", "video/x-matroska", "video/webm", "video/quicktime", "video/mpeg", "video/mp2t",
    "video/x-msvideo", "video/ogg", "video/x-flv", "audio/mpeg", "audio/mp4", "audio/flac",
    "audio/ogg", "audio/x-wav", "image/jpeg", "image/png", "image/gif", "image/webp", "image/avif",
    "application/vnd.apple.mpegurl", "application/dash+xml", "audio/x-mpegurl", "audio/x-scpls",
    "application/xspf+xml",
  ]

  private static let longest = 8192
  private static let longestPath = 4096

  /// The source for a URI: an absolute path, or a URL.
  static func source(_ uri: String) throws(BusRefusal) -> String {
    guard uri.utf8.count <= longest else { throw refused("the URL is too long") }
    guard uri.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value != 0x7F }) else {
      throw refused("the URL contains characters that must be percent-encoded")
    }
    guard let colon = uri.firstIndex(of: ":") else { throw refused("not a URL") }
    let scheme = uri[..<colon].lowercased()
    guard schemes.contains(scheme) else {
      throw refused("unsupported URL scheme: expected \(schemes.joined(separator: ", "))")
    }
    let rest = uri[uri.index(after: colon)...]
    if scheme == "file" { return try path(rest) }
    let address = "\(scheme):\(rest)"
    guard rest.hasPrefix("//"), Item(source: address) != nil else {
      throw refused("invalid URL")
    }
    return address
  }

  /// Nil for a source without a URI, or with a relative path.
  static func url(of source: Item.Source) -> String? {
    switch source {
    case .file(let path): path.hasPrefix("/") ? "file://" + encoded(path) : nil
    // The description omits credentials.
    case .remote(let url): "\(url)"
    case .color, .card: nil
    }
  }

  /// The path of a `file:` URI: RFC 8089.
  private static func path(_ rest: Substring) throws(BusRefusal) -> String {
    var written = rest
    if rest.hasPrefix("//") {
      written = rest.dropFirst(2)
      let host = written.prefix { $0 != "/" }
      guard host.isEmpty || host.lowercased() == "localhost" else {
        throw refused("the file is on another machine")
      }
      written = written.dropFirst(host.utf8.count)
    }
    guard written.hasPrefix("/") else { throw refused("the path must start with a slash") }
    guard let bytes = PercentCoding.bytes(of: written), !bytes.contains(0),
      bytes.count < longestPath
    else {
      throw refused("not a valid path")
    }
    return pathText(bytes)
  }

  private static func encoded(_ path: String) -> String {
    PercentCoding.encodingPath(kernelPath(path).dropLast().map(UInt8.init(bitPattern:)))
  }

  private static func refused(_ why: String) -> BusRefusal {
    BusRefusal(BusRefusal.invalidArguments, why)
  }
}
