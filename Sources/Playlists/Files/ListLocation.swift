internal import VitrineAddresses

/// The folder that a list's entries are relative to. Converts them to paths.
package struct ListLocation: Sendable {
  /// The base of relative paths, with a trailing slash; empty for the current folder.
  package let folder: String

  /// The kernel's limit.
  static let longestPath = 4096

  /// The location of the list at `path`.
  package init(list path: String) {
    folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }

  init(folder: String) { self.folder = folder }

  /// Why an entry cannot be played.
  package struct Refusal: Error, Hashable, Sendable {
    package let cause: String
    /// Whether the entry is valid, but refers to another machine.
    package var isElsewhere = false
  }

  /// Returns the path for a path or a `file:` URL.
  package func path(_ written: String) throws(Refusal) -> String {
    if let scheme = Self.scheme(of: written) {
      return try Self.checked(path(of: written, scheme: scheme))
    }
    try Self.refuseDrive(written)
    // Windows uses backslashes.
    let isForeign = written.contains("\\") && !written.contains("/")
    return try Self.checked(joined(isForeign ? written.replacing("\\", with: "/") : written))
  }

  /// Returns the path for a percent-encoded reference: RFC 3986.
  package func path(reference: String) throws(Refusal) -> String {
    let scheme = Self.scheme(of: reference) ?? Self.anyScheme(of: reference)
    if let scheme, scheme.utf8.count > 1 {
      return try Self.checked(path(of: reference, scheme: scheme))
    }
    try Self.refuseDrive(reference)
    if reference.hasPrefix("//") {
      throw Refusal(cause: "\(quoted(reference)) is on another machine", isElsewhere: true)
    }
    return try Self.checked(joined(try Self.decoded(reference)))
  }

  /// Returns the location for an element with this `xml:base`.
  package func based(on reference: String) throws(Refusal) -> ListLocation {
    guard !reference.isEmpty else { return self }
    let path = try path(reference: reference)
    return ListLocation(list: path)
  }

  private func path(of url: String, scheme: String) throws(Refusal) -> String {
    guard scheme == "file" else { throw Self.refusal(of: scheme) }
    let rest = url.dropFirst("file:".count)
    guard rest.hasPrefix("//") else {
      guard rest.hasPrefix("/") else {
        throw Refusal(cause: "\(quoted(url)) is not a file URL; write file:///folder/file")
      }
      return try Self.decodedPath(rest, of: url)
    }
    let place = rest.dropFirst(2)
    let host = place.prefix { $0 != "/" }
    guard host.isEmpty || host.lowercased() == "localhost" else {
      throw Refusal(
        cause: "\(quoted(url)) is on another machine; write file:///folder/file",
        isElsewhere: true)
    }
    return try Self.decodedPath(place.dropFirst(host.count), of: url)
  }

  /// Returns the path of a URL. Before a drive letter, URLs have a slash.
  private static func decodedPath(_ path: Substring, of url: String) throws(Refusal) -> String {
    let path = try decoded(path)
    if hasDrive(path.utf8.dropFirst()) { throw foreign(url) }
    return path
  }

  private func joined(_ path: String) -> String {
    // `checked` rejects an empty path.
    path.isEmpty || path.hasPrefix("/") ? path : folder + path
  }

  private static func checked(_ path: String) throws(Refusal) -> String {
    guard !path.isEmpty else { throw Refusal(cause: "empty file name") }
    if path.utf8.contains(0) { throw Refusal(cause: "a NUL byte in a file name") }
    guard path.utf8.count < longestPath else {
      throw Refusal(cause: "path too long: \(path.utf8.count) bytes")
    }
    return path
  }

  private static func refusal(of scheme: String) -> Refusal {
    let networks: Set<String> = [
      "http", "https", "rtsp", "rtsps", "rtmp", "rtmps", "rtp", "udp", "tcp", "srt", "ftp", "ftps",
      "sftp", "smb", "nfs", "mms", "mmsh", "hls", "dav", "davs",
    ]
    if RemoteURL.Scheme(rawValue: scheme) != nil, scheme != "rtsps" {
      return Refusal(
        cause: "\(scheme): this image must be a local file",
        isElsewhere: true)
    }
    return Refusal(
      cause: networks.contains(scheme)
        ? "\(scheme): is not supported; use http:, https:, rtsp:, rtp:, udp: or srt:"
        : "\(quoted(scheme + ":")) is not supported; use a local file",
      isElsewhere: true)
  }

  private static func refuseDrive(_ written: String) throws(Refusal) {
    if hasDrive(written.utf8[...]) || written.hasPrefix("\\\\") { throw foreign(written) }
  }

  private static func hasDrive(_ path: Substring.UTF8View) -> Bool {
    let start = Array(path.prefix(3))
    return start.count > 2 && start[1] == UInt8(ascii: ":")
      && (start[2] == UInt8(ascii: "\\") || start[2] == UInt8(ascii: "/")) && isLetter(start[0])
  }

  private static func foreign(_ written: String) -> Refusal {
    Refusal(
      cause: "\(quoted(written)) is a Windows path; write it relative to the playlist")
  }

  /// Returns the scheme of a text that must be a URL. A file may be called `Part 1: begin.mp4` or
  /// `a:b`.
  private static func scheme(of text: String) -> String? {
    guard let scheme = anyScheme(of: text), scheme.utf8.count > 1 else { return nil }
    let rest = text.utf8.dropFirst(scheme.utf8.count + 1)
    return rest.starts(with: "//".utf8) || scheme == "file" && rest.first == UInt8(ascii: "/")
      ? scheme : nil
  }

  /// In lower case: RFC 3986, section 3.1.
  private static func anyScheme(of text: String) -> String? {
    let start = text.utf8.prefix(32)
    guard let colon = start.firstIndex(of: UInt8(ascii: ":")), let first = start.first,
      isLetter(first),
      start[..<colon].allSatisfy({ isLetter($0) || isDigit($0) || "+-.".utf8.contains($0) })
    else { return nil }
    return text[..<colon].lowercased()
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  /// Decodes percent encoding as UTF-8, or as windows-1252 if it is not valid UTF-8.
  private static func decoded(_ text: some StringProtocol) throws(Refusal) -> String {
    guard let bytes = PercentCoding.bytes(of: text) else {
      throw Refusal(cause: "\(quoted(String(text))): a % without two hex digits; write %25")
    }
    return String(validating: bytes, as: UTF8.self) ?? Windows1252.text(bytes)
  }
}

/// Normalises a path without reading the disk: removes `.`, `..` and double slashes. Equal results
/// are the same file unless there are links.
package func plainPath(_ path: String) -> String {
  var parts: [Substring] = []
  let isAbsolute = path.hasPrefix("/")
  for part in path.split(separator: "/") where part != "." {
    if part == "..", let last = parts.last, last != ".." {
      parts.removeLast()
    } else if part != ".." || !isAbsolute {
      parts.append(part)
    }
  }
  let joined = parts.joined(separator: "/")
  return isAbsolute ? "/" + joined : joined.isEmpty ? "." : joined
}

// Conversion to sources.
extension ListLocation {
  /// Returns the source for a path or URL.
  package func source(_ written: String) throws(Refusal) -> Item.Source {
    if let remote = try Self.remote(written) { return remote }
    return .file(try path(written))
  }

  /// Returns the source for a percent-encoded reference: RFC 3986.
  package func source(reference: String) throws(Refusal) -> Item.Source {
    if let remote = try Self.remote(reference) { return remote }
    return .file(try path(reference: reference))
  }

  /// Returns the source of a poster or subtitles: a local file or a file on a web server.
  package func companion(_ written: String) throws(Refusal) -> Item.Source {
    try Self.checkedCompanion(try source(written))
  }

  /// Returns the source of a poster or subtitles for a percent-encoded reference.
  package func companion(reference: String) throws(Refusal) -> Item.Source {
    try Self.checkedCompanion(try source(reference: reference))
  }

  private static func checkedCompanion(_ source: Item.Source) throws(Refusal) -> Item.Source {
    guard case .remote(let url) = source, !url.isWeb else { return source }
    throw Refusal(
      cause: "\(url.scheme.rawValue): images and subtitles must be local files or on a web "
        + "server",
      isElsewhere: true)
  }

  /// Returns the source for a command-line argument, where everything but a known URL is a path.
  func source(argument: String) throws(Refusal) -> Item.Source {
    try Self.remote(argument) ?? .file(argument)
  }

  /// Returns the source for a network URL; nil for everything else.
  private static func remote(_ written: String) throws(Refusal) -> Item.Source? {
    guard
      let scheme = written.firstRange(of: "://").map({ written[..<$0.lowerBound].lowercased() }),
      let known = RemoteURL.Scheme(rawValue: scheme), known != .rtsps
    else { return nil }
    do throws(RemoteURL.Fault) {
      return .remote(try RemoteURL(written))
    } catch {
      throw Refusal(cause: "\(error)", isElsewhere: true)
    }
  }
}
