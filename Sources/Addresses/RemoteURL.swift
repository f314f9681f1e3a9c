/// An address on another machine: RFC 3986, with limits.
///
/// It may contain secrets, such as a password or a token in the query: `text` is for connections,
/// `description` for messages and logs.
package struct RemoteURL: Hashable, Sendable {
  package enum Scheme: String, CaseIterable, Sendable {
    case http, https, rtsp, rtsps, rtp, udp, srt
  }

  package let scheme: Scheme
  /// The part before the `@`, as written: `name:password`.
  package let userInfo: String?
  /// In lower case; an IPv6 address is in brackets.
  package let host: String
  /// Nil means the scheme's default.
  package let port: Int?
  /// Percent-encoded; begins with a slash.
  package let path: String
  package let query: String?

  /// Servers refuse longer ones.
  package static let longest = 8192

  init(
    scheme: Scheme, userInfo: String?, host: String, port: Int?, path: String, query: String?
  ) {
    self.scheme = scheme
    self.userInfo = userInfo
    self.host = host
    self.port = port
    self.path = path
    self.query = query
  }

  /// The complete address, which may contain secrets.
  package var text: String { start(with: userInfo.map { $0 + "@" } ?? "") + path + queryText }

  /// The address without user name and password, which a request sends in a header.
  package var requestText: String { start(with: "") + path + queryText }

  /// Replaces the host by an address, and adds a user name and password if there are none.
  package func at(_ address: String, user: (name: String, password: String)? = nil) -> RemoteURL {
    let shown = user.map {
      PercentCoding.encodingAll($0.name) + ":" + PercentCoding.encodingAll($0.password)
    }
    return RemoteURL(
      scheme: scheme, userInfo: userInfo ?? shown, host: address, port: port, path: path,
      query: query)
  }

  /// Appends to the query.
  package func adding(query more: String) -> RemoteURL {
    RemoteURL(
      scheme: scheme, userInfo: userInfo, host: host, port: port, path: path,
      query: query.map { $0.isEmpty ? more : $0 + "&" + more } ?? more)
  }

  private var queryText: String { query.map { "?" + $0 } ?? "" }

  private func start(with user: String) -> String {
    "\(scheme.rawValue)://\(user)\(host)\(port.map { ":\($0)" } ?? "")"
  }

  /// Whether the scheme is HTTP or HTTPS.
  package var isWeb: Bool { scheme.isWeb }

  /// The server: credentials of one origin are not sent to another.
  package var origin: Origin {
    Origin(scheme: scheme, host: host, port: port ?? scheme.usualPort)
  }

  package struct Origin: Hashable, Sendable {
    package let scheme: Scheme
    package let host: String
    package let port: Int?

    /// Scheme, host and port, without secrets.
    package var text: String {
      "\(scheme.rawValue)://\(host)\(port.map { ":\($0)" } ?? "")"
    }
  }

  /// The last part of the path, decoded.
  package var name: String {
    let last = path.split(separator: "/").last.map(String.init) ?? host
    return PercentCoding.decoded(last) ?? last
  }

  /// Identifies the address in stored data, without secrets. It contains a hash of the query, which
  /// may be a token, and no trace of a user name or password, which are short.
  package var identity: String {
    guard let query else { return description }
    return "\(description)#\(String(FNV1a.hash(query.utf8), radix: 16))"
  }
}

extension RemoteURL: CustomStringConvertible {
  /// Scheme, host and path, without secrets.
  package var description: String { start(with: "") + path + (query == nil ? "" : "?…") }
}

extension RemoteURL.Scheme {
  package var isWeb: Bool { self == .http || self == .https }

  package var usualPort: Int? {
    switch self {
    case .http: 80
    case .https: 443
    case .rtsp: 554
    case .rtsps: 322
    case .rtp, .udp, .srt: nil
    }
  }
}

/// The 64-bit hash of Fowler, Noll and Vo, for texts where it need not be hard to reverse. See
/// draft-eastlake-fnv.
enum FNV1a {
  static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}
