public import VitrineStreams
public import VitrineTiming

/// What is asked of a server. A value.
public struct TransferRequest: Sendable {
  public var url: RemoteURL
  /// Which bytes; nil asks for all. Without an end, all from there on.
  public var range: ByteRange?
  /// Fetched only where it is this version still: RFC 9110, 13.1.5.
  public var ifRange: Validators?
  /// Answered with 304, and nothing else, where it is this version still: RFC 9110, 13.1.2.
  public var ifNoneMatch: Validators?
  /// Whether what comes may be kept on this machine.
  public var mayBeKept = true
  /// Whether what is kept of it stays, however little it is used.
  public var isHeld = false
  /// Whether the answer may come packed. Never with a range.
  public var allowsPacking = false
  public var access = AccessRules()
  /// Whether a machine of the same network is asked as a stranger: over no proxy, without what its origin is
  /// shown, and its speed says nothing of the line to others.
  public var isNearby = false
  /// How far inside an address may be; nil allows all, for what the operator wrote.
  public var scope: AddressScope?
  /// Not before this moment, unless the network comes back.
  public var notBefore: HostTime?
  /// Whether an open connection may be used: one that was open while the network was away answers
  /// late or never.
  public var mayReuseConnection = true
  public var limits = TransferLimits()

  public init(_ url: RemoteURL) { self.url = url }
}

/// Some of a file's bytes, from a first one on.
public struct ByteRange: Hashable, Sendable {
  public var start: Int64
  /// Nil for all the rest.
  public var end: Int64?

  public init(_ start: Int64, _ end: Int64?) { (self.start, self.end) = (start, end) }

  /// As in a request: `0-99`.
  var text: String { "\(start)-\(end.map { "\($0 - 1)" } ?? "")" }
}

/// How one shows who one is, and whom one believes. Secrets are in it: never in a message.
public struct AccessRules: Hashable, Sendable {
  public enum Credentials: Hashable, Sendable {
    case basic(name: String, password: String)
    case bearer(String)
  }

  public var credentials: Credentials?
  /// Further lines of the request, told to the origin that was asked first, and to no other.
  public var fields: [String: String] = [:]
  /// The path of a file with the issuers that are believed; nil believes those of the system.
  public var authorities: String?
  /// As in `sha256//…`: the one key that is believed. CURLOPT_PINNEDPUBLICKEY.
  public var pinnedKey: String?
  /// The paths of a certificate and its key, to show.
  public var certificate: String?
  public var key: String?
  /// How a camera is to send: `tcp`, `udp`, `multicast`; nil is as it can.
  public var transport: String?

  public init() {}
}

/// How long a transfer may take, step by step, and how much it may bring.
public struct TransferLimits: Hashable, Sendable {
  /// Until the connection stands: with a longer one, a connection that was begun while the network
  /// was away keeps the transfer long after it is back.
  public var connecting = Duration.seconds(3)
  /// From there until the answer begins.
  public var answer = Duration.seconds(8)
  /// Without a single byte.
  public var silence = Duration.seconds(4)
  public var redirects = 10
  public var bytes = Int64.max

  public init() {}
}
