import NIOCore

/// Limits on the memory and time that clients may use.
public struct WebLimits: Sendable {
  /// The number of connections, overall and per address.
  var connections = 256
  var connectionsPerAddress = 128
  /// Whether an IPv6 network counts as one address, because a client may use any address of its
  /// network.
  var countsNetworks = true
  var reserved = 16
  /// The number of event streams.
  var streams = 64
  /// The timeout for the head of a new client's first request.
  var headTimeout = TimeAmount.seconds(15)
  /// The timeout between two requests.
  var idleTimeout = TimeAmount.seconds(60)
  /// The timeout for a body without progress, and for a response that the client does not take.
  var stallTimeout = TimeAmount.seconds(30)
  /// The timeout for the player's response.
  var responseTimeout = Duration.seconds(10)
  /// How long to discard further data after the final response.
  var linger = TimeAmount.seconds(1)
  /// How much of it to discard.
  var discardedBytes = 1 << 20
  /// The size limit of a request body other than a file.
  var bodyBytes = 64 << 10
  /// The size limit of the queue entries in one response.
  var listBytes = 256 << 10
  /// The size limit of a picture.
  var pictureBytes = 32 << 20
  /// The shortest interval between two status events.
  var statusInterval = TimeAmount.milliseconds(100)
  /// The interval of the comments that keep an idle stream open.
  var heartbeat = TimeAmount.seconds(15)
  /// How soon connections are closed after their token was revoked.
  var revocation = TimeAmount.seconds(1)
  /// The rate limit per address: a burst, and requests per second.
  var burst = 1000
  var rate = 500

  public init() {}
}
