package import VitrineAddresses
package import VitrineTiming

/// A request to a server.
package struct TransferRequest: Sendable {
  package var url: RemoteURL
  /// The byte range; nil requests the whole file. Without an end, it extends to the end of the
  /// file.
  package var range: ByteRange?
  /// Downloads the range only if the version is the same: RFC 9110, 13.1.5.
  package var ifRange: Validators?
  /// Requests the response 304 if the version is the same: RFC 9110, 13.1.2.
  package var ifNoneMatch: Validators?
  package var caching = Caching()
  /// The JSON to send in a POST request. Such a request is sent once, and follows no redirect; its response is delivered
  /// whatever its status.
  package var post: [UInt8]?
  /// Whether the response may be compressed. Never with a range.
  package var allowsCompression = false
  package var access = AccessRules()
  /// Whether the request goes to a peer in the same network: without a proxy and the origin's
  /// credentials, and without affecting the measured rate.
  package var isNearby = false
  /// The narrowest scope of allowed addresses; nil allows all, for addresses from the operator.
  package var scope: AddressScope?
  /// The earliest start, unless the network changes.
  package var notBefore: HostTime?
  /// Whether an open connection may be reused: after a network failure it may answer late or never.
  package var mayReuseConnection = true
  package var limits = TransferLimits()

  package init(_ url: RemoteURL) { self.url = url }

  /// Whether and how the response is cached.
  package struct Caching: Hashable, Sendable {
    package var isAllowed = true
    /// Whether the cached entry is pinned.
    package var isPinned = false
  }
}

/// A byte range of a file.
package struct ByteRange: Hashable, Sendable {
  package var start: Int64
  /// Nil means the end of the file.
  package var end: Int64?

  package init(_ start: Int64, _ end: Int64?) {
    self.start = start
    self.end = end
  }

  /// Formatted as in a request: `0-99`.
  var text: String { "\(start)-\(end.map { "\($0 - 1)" } ?? "")" }
}

/// Credentials and trust for an origin. They contain secrets and must not be in a message.
package struct AccessRules: Hashable, Sendable {
  package enum Credentials: Hashable, Sendable {
    case basic(name: String, password: String)
    case bearer(String)
  }

  package var credentials: Credentials?
  /// Additional headers, which are sent only to the request's first origin.
  package var fields: [String: String] = [:]
  /// The path of a file with trusted certificate authorities; nil trusts the system's.
  package var authorities: String?
  /// The only trusted key, as `sha256//…`: CURLOPT_PINNEDPUBLICKEY.
  package var pinnedKey: String?
  /// The paths of a client certificate and its key.
  package var certificate: String?
  package var key: String?
  /// The transport of a camera: `tcp`, `udp`, `multicast`; nil means automatic.
  package var transport: String?

  package init() {}
}

/// The timeouts of a transfer, and limits for its size.
package struct TransferLimits: Hashable, Sendable {
  /// The connection timeout. With a longer one, a connection attempt from before a network failure
  /// would still block the transfer after it.
  package var connectTimeout = Duration.seconds(3)
  /// From the connection until the response begins.
  package var responseTimeout = Duration.seconds(8)
  /// Without a single byte.
  package var idleTimeout = Duration.seconds(4)
  package var redirects = 10
  package var bytes = Int64.max

  package init() {}
}
