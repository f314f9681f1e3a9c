import NIOCore

/// What clients may have of the player's memory and time.
public struct WebLimits: Sendable {
  /// Connections at a time, and those of one address.
  var connections = 256
  var connectionsPerAddress = 128
  /// Whether all of a network of IPv6 count as one address: it has more of them than anything has room for.
  var countsNetworks = true
  var reserved = 16
  /// Connections that are told of every change.
  var streams = 64
  /// How long a new client may take for the head of its first request.
  var firstHead = TimeAmount.seconds(15)
  /// How long a connection may be silent between two requests.
  var quiet = TimeAmount.seconds(60)
  /// How long a body may stand still, and an answer that is not taken.
  var stall = TimeAmount.seconds(30)
  /// How long the player may take for an answer.
  var answer = Duration.seconds(10)
  /// How long what a client still sends is thrown away, when nothing more is done for it.
  var linger = TimeAmount.seconds(1)
  /// How much of that at the most.
  var discardedBytes = 1 << 20
  /// Of the body of a request, unless it is a file.
  var bodyBytes = 64 << 10
  /// Of the queue's entries in one answer.
  var listBytes = 256 << 10
  /// Of a picture.
  var pictureBytes = 32 << 20
  /// Between two news of the status.
  var statusInterval = TimeAmount.milliseconds(100)
  /// While nothing happens, the line is kept open so.
  var heartbeat = TimeAmount.seconds(15)
  /// How soon the connections of a token that was revoked are cut.
  var revocation = TimeAmount.seconds(1)
  /// Requests of one address: at once, and in a second.
  var burst = 1000
  var rate = 500

  public init() {}
}
