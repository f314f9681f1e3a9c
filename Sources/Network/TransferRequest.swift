public import VitrineAddresses
public import VitrineTiming

/// A request to a server.
public struct TransferRequest: Sendable {
  public var url: RemoteURL
  /// The byte range; nil requests the whole file. Without an end, it extends to the end of the
  /// file.
  public var range: ByteRange?
  /// Downloads the range only if the version is the same: RFC 9110, 13.1.5.
  public var ifRange: Validators?
  /// Requests the response 304 if the version is the same: RFC 9110, 13.1.2.
  public var ifNoneMatch: Validators?
  public var caching = Caching()
  /// Whether the response may be compressed. Never with a range.
  public var allowsCompression = false
  public var access = AccessRules()
  /// Whether the request goes to a peer in the same network: without a proxy and the origin's
  /// credentials, and without affecting the measured rate.
  public var isNearby = false
  /// The narrowest scope of allowed addresses; nil allows all, for addresses from the operator.
  public var scope: AddressScope?
  /// The earliest start, unless the network changes.
  public var notBefore: HostTime?
  /// Whether an open connection may be reused: after a network failure it may answer late or never.
  public var mayReuseConnection = true
  public var limits = TransferLimits()

  public init(_ url: RemoteURL) { self.url = url }

  /// Whether and how the response is cached.
  public struct Caching: Hashable, Sendable {
    public var isAllowed = true
    /// Whether the cached entry is pinned.
    public var isPinned = false
  }
}

/// A byte range of a file.
public struct ByteRange: Hashable, Sendable {
  public var start: Int64
  /// Nil means the end of the file.
  public var end: Int64?

  public init(_ start: Int64, _ end: Int64?) {
    self.start = start
    self.end = end
  }

  /// Formatted as in a request: `0-99`.
  var text: String { "\(start)-\(end.map { "\($0 - 1)" } ?? "")" }
}

/// Credentials and trust for an origin. They contain secrets and must not be in a message.
public struct AccessRules: Hashable, Sendable {
  public enum Credentials: Hashable, Sendable {
    case basic(name: String, password: String)
    case bearer(String)
  }

  public var credentials: Credentials?
  /// Additional headers, which are sent only to the request's first origin.
  public var fields: [String: String] = [:]
  /// The path of a file with trusted certificate authorities; nil trusts the system's.
  public var authorities: String?
  /// The only trusted key, as `sha256//…`: CURLOPT_PINNEDPUBLICKEY.
  public var pinnedKey: String?
  /// The paths of a client certificate and its key.
  public var certificate: String?
  public var key: String?
  /// The transport of a camera: `tcp`, `udp`, `multicast`; nil means automatic.
  public var transport: String?

  public init() {}
}

/// The timeouts of a transfer, and limits for its size.
public struct TransferLimits: Hashable, Sendable {
  /// The connection timeout. With a longer one, a connection attempt from before a network failure
  /// would still block the transfer after it.
  public var connectTimeout = Duration.seconds(3)
  /// From the connection until the response begins.
  public var responseTimeout = Duration.seconds(8)
  /// Without a single byte.
  public var idleTimeout = Duration.seconds(4)
  public var redirects = 10
  public var bytes = Int64.max

  public init() {}
}
