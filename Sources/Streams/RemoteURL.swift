/// Where something on another machine is, and how it is asked for: RFC 3986, with limits.
///
/// What may be a secret is in it (a name and a password, a token in the query): `text` is for those
/// that connect, `description` for people and logs.
public struct RemoteURL: Hashable, Sendable {
  public enum Scheme: String, CaseIterable, Sendable {
    case http, https, rtsp, rtsps, rtp, udp, srt
  }

  public let scheme: Scheme
  /// What stands before the `@`, as it is written: `name:password`.
  public let userInfo: String?
  /// In small letters; an IPv6 address in its brackets.
  public let host: String
  /// Nil where the scheme's own is meant.
  public let port: Int?
  /// With percent signs; begins with a slash.
  public let path: String
  public let query: String?

  /// Servers refuse longer ones.
  public static let longest = 8192

  init(
    scheme: Scheme, userInfo: String?, host: String, port: Int?, path: String, query: String?
  ) {
    (self.scheme, self.userInfo, self.host) = (scheme, userInfo, host)
    (self.port, self.path, self.query) = (port, path, query)
  }

  /// As a server is told it. May have secrets in it.
  public var text: String { start(with: userInfo.map { $0 + "@" } ?? "") + path + queryText }

  /// The same without what stands before the `@`: a request has that in a header of its own.
  public var requestText: String { start(with: "") + path + queryText }

  /// The same at an address in the place of the host's name, and with a name and a password where it
  /// has none.
  public func at(_ address: String, user: (name: String, password: String)? = nil) -> RemoteURL {
    let shown = user.map {
      PercentCoding.encodingAll($0.name) + ":" + PercentCoding.encodingAll($0.password)
    }
    return RemoteURL(
      scheme: scheme, userInfo: userInfo ?? shown, host: address, port: port, path: path,
      query: query)
  }

  /// The same with more behind its question mark.
  public func adding(query more: String) -> RemoteURL {
    RemoteURL(
      scheme: scheme, userInfo: userInfo, host: host, port: port, path: path,
      query: query.map { $0.isEmpty ? more : $0 + "&" + more } ?? more)
  }

  private var queryText: String { query.map { "?" + $0 } ?? "" }

  private func start(with user: String) -> String {
    "\(scheme.rawValue)://\(user)\(host)\(port.map { ":\($0)" } ?? "")"
  }

  /// Whether it is asked for over HTTP.
  public var isWeb: Bool { scheme.isWeb }

  /// Who is asked: what is meant for one origin is not told another.
  public var origin: Origin {
    Origin(scheme: scheme, host: host, port: port ?? scheme.usualPort)
  }

  public struct Origin: Hashable, Sendable {
    public let scheme: Scheme
    public let host: String
    public let port: Int?

    /// Scheme, machine and port: nothing that may be a secret.
    public var text: String {
      "\(scheme.rawValue)://\(host)\(port.map { ":\($0)" } ?? "")"
    }
  }

  /// What lies at this path is called: the last part of it, as people read it.
  public var name: String {
    let last = path.split(separator: "/").last.map(String.init) ?? host
    return PercentCoding.decoded(last) ?? last
  }

  /// Tells it from every other one, without its secrets: for notes that are kept. Of the query, which
  /// may be a token, there is a number; of a name and a password, which are short, nothing.
  public var identity: String {
    guard let query else { return description }
    return "\(description)#\(String(FNV1a.hash(query.utf8), radix: 16))"
  }
}

extension RemoteURL: CustomStringConvertible {
  /// Scheme, host and path: nothing that may be a secret.
  public var description: String { start(with: "") + path + (query == nil ? "" : "?…") }
}

extension RemoteURL.Scheme {
  var isWeb: Bool { self == .http || self == .https }

  public var usualPort: Int? {
    switch self {
    case .http: 80
    case .https: 443
    case .rtsp: 554
    case .rtsps: 322
    case .rtp, .udp, .srt: nil
    }
  }
}

/// Fowler, Noll and Vo's hash, 64 bits: tells texts apart where nothing hangs on its being hard
/// to turn back. See draft-eastlake-fnv.
enum FNV1a {
  static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}
