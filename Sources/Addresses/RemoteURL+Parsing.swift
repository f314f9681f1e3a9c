extension RemoteURL {
  /// The reason why a text is not a usable address.
  package enum Fault: Error, Hashable, Sendable {
    case tooLong(Int)
    /// The scheme is not supported.
    case scheme(String)
    case host(String)
    case port(String)
    /// A user name and password that cannot be separated from the rest.
    case userInfo
    /// A control character, or a byte that is not valid text.
    case character
  }

  /// Parses user input: its path may contain spaces and letters of all scripts.
  package init(_ written: some StringProtocol) throws(Fault) {
    let text = try Self.checked(written)
    guard let mark = text.firstRange(of: "://") else { throw .scheme("") }
    let name = text[..<mark.lowerBound].lowercased()
    guard let scheme = Scheme(rawValue: name) else { throw .scheme(name) }
    let rest = text[mark.upperBound...]
    let end = rest.firstIndex { $0 == "/" || $0 == "?" || $0 == "#" } ?? rest.endIndex
    let authority: Authority
    do throws(Fault) {
      authority = try Authority(rest[..<end])
    } catch {
      // The parsed host and port may be the beginning of a password.
      throw rest.contains("@") ? .userInfo : error
    }
    let reference = Reference(rest[end...])
    self.init(
      scheme: scheme, userInfo: authority.userInfo, host: authority.host, port: authority.port,
      path: reference.path.isEmpty ? "/" : Self.withoutDots(reference.path),
      query: reference.query)
  }

  /// Returns the file at a relative path, whatever characters its name has.
  package func resolving(path: String) throws(Fault) -> RemoteURL {
    try resolving(
      path.split(separator: "/").map { PercentCoding.encodingAll(String($0)) }
        .joined(separator: "/"))
  }

  /// Returns the file next to this one whose name has `ending` appended.
  package func besides(_ ending: String) -> RemoteURL {
    RemoteURL(
      scheme: scheme, userInfo: userInfo, host: host, port: port, path: path + ending, query: query)
  }

  /// Resolves a reference: RFC 3986, 5.2.
  package func resolving(_ reference: some StringProtocol) throws(Fault) -> RemoteURL {
    let text = try Self.checked(reference)
    if let scheme = Self.scheme(of: text) {
      guard text.dropFirst(scheme.count + 1).hasPrefix("//") else { throw .scheme(scheme) }
      return try RemoteURL(text)
    }
    if text.hasPrefix("//") { return try RemoteURL("\(scheme.rawValue):\(text)") }
    let found = Reference(text[...])
    let (path, query) =
      if found.path.isEmpty { (self.path, found.query ?? self.query) } else {
        (
          Self.withoutDots(found.path.hasPrefix("/") ? found.path : folder + found.path),
          found.query
        )
      }
    return RemoteURL(
      scheme: scheme, userInfo: userInfo, host: host, port: port, path: path, query: query)
  }

  /// Returns a relative reference as a text for `resolving`; nil if it names a server.
  package static func relative(_ reference: some StringProtocol) throws(Fault) -> String? {
    let text = try checked(reference)
    return scheme(of: text) == nil && !text.hasPrefix("//") ? text : nil
  }

  /// Whether a reference has no path, so that it refers to the file itself.
  package static func isWithoutPath(_ reference: some StringProtocol) -> Bool {
    reference.first.map { $0 == "?" || $0 == "#" } ?? true
  }

  /// The folder of the file.
  package var folderURL: RemoteURL {
    RemoteURL(
      scheme: scheme, userInfo: userInfo, host: host, port: port, path: String(folder), query: nil)
  }

  /// The last part of the path.
  package var fileName: Substring { path[folder.endIndex...] }

  /// The path up to its last slash.
  private var folder: Substring {
    path.lastIndex(of: "/").map { path[...$0] } ?? path.prefix(0)
  }

  private static func checked(_ written: some StringProtocol) throws(Fault) -> String {
    guard written.utf8.count <= longest else { throw .tooLong(written.utf8.count) }
    guard written.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { throw .character }
    let text = PercentCoding.encodingUnsafe(written)
    guard text.utf8.count <= longest else { throw .tooLong(text.utf8.count) }
    return text
  }

  /// RFC 3986, 3.1; `a/b:c` has no scheme.
  private static func scheme(of text: String) -> String? {
    guard let colon = text.firstIndex(of: ":"), colon != text.startIndex,
      text[..<colon].utf8.allSatisfy({ $0.isLetterOrDigit || "+-.".utf8.contains($0) })
    else { return nil }
    return text[..<colon].lowercased()
  }

  /// RFC 3986, 5.2.4. A path cannot leave the root folder.
  static func withoutDots(_ path: some StringProtocol) -> String {
    var parts: [Substring] = []
    let all = path.dropFirst(path.hasPrefix("/") ? 1 : 0)
      .split(separator: "/", omittingEmptySubsequences: false)
    for (index, part) in all.enumerated() {
      let isLast = index == all.count - 1
      switch Substring(part) {
      case ".": if isLast { parts.append("") }
      case "..":
        _ = parts.popLast()
        if isLast { parts.append("") }
      case let part: parts.append(part)
      }
    }
    return "/" + parts.joined(separator: "/")
  }
}

/// The path and query of an address. The fragment is dropped, because it is not sent to servers.
private struct Reference {
  let path: String
  let query: String?

  init(_ text: Substring) {
    let whole = text.prefix { $0 != "#" }
    let mark = whole.firstIndex(of: "?")
    path = String(whole[..<(mark ?? whole.endIndex)])
    query = mark.map { String(whole[whole.index(after: $0)...]) }
  }
}

/// The authority of an address: RFC 3986, 3.2.
private struct Authority {
  let userInfo: String?
  let host: String
  let port: Int?

  init(_ text: Substring) throws(RemoteURL.Fault) {
    let at = text.lastIndex(of: "@")
    userInfo = at.map { String(text[..<$0]) }
    let place = at.map { text[text.index(after: $0)...] } ?? text
    let host: Substring
    if place.hasPrefix("["), let end = place.firstIndex(of: "]") {
      host = place[...end]
    } else {
      host = place.prefix { $0 != ":" }
    }
    self.host = host.lowercased()
    guard Self.isGood(self.host) else { throw .host(String(host.prefix(60))) }
    port = try Self.port(place.dropFirst(host.count))
  }

  private static func port(_ text: Substring) throws(RemoteURL.Fault) -> Int? {
    guard !text.isEmpty, text != ":" else { return nil }
    guard text.hasPrefix(":"), text.utf8.dropFirst().allSatisfy(\.isDigit),
      let port = Int(text.dropFirst()), (1...65535).contains(port)
    else { throw .port(String(text.dropFirst().prefix(20))) }
    return port
  }

  /// Whether the host is a name or an address. Accepts more than RFC 952, because some host names
  /// contain `_`.
  private static func isGood(_ host: String) -> Bool {
    if host.hasPrefix("[") {
      return host.hasSuffix("]") && host.utf8.count > 4
        && host.utf8.dropFirst().dropLast().allSatisfy {
          $0.isHexadecimal || ":.".utf8.contains($0)
        }
    }
    return !host.isEmpty && host.utf8.count <= 253
      && host.utf8.allSatisfy { $0.isLetterOrDigit || "-._".utf8.contains($0) }
  }
}

extension RemoteURL.Fault: CustomStringConvertible {
  package var description: String {
    switch self {
    case .tooLong(let count):
      "URL too long: \(count) bytes (limit: \(RemoteURL.longest))"
    case .scheme(""): "not a URL: expected http:// or another scheme"
    case .scheme(let name):
      "\(name): is not supported; expected "
        + RemoteURL.Scheme.allCases.map(\.rawValue).joined(separator: ", ")
    case .host(""): "the URL has no host name after //"
    case .host(let host):
      "invalid host name \"\(host)\"; write international names as xn--…"
    case .port(let port): "invalid port \"\(port)\": expected a number from 1 to 65535"
    case .userInfo:
      "the user name or password contains a character that must be percent-encoded, such as / as %2F"
    case .character: "the URL contains a control character"
    }
  }
}
