import NIOCore

/// Limits on the memory and time that clients may use.
package struct WebLimits: Sendable {
  var connections = Connections()
  var timeouts = Timeouts()
  var sizes = Sizes()
  var events = Events()
  var requests = Requests()
  /// How soon connections are closed after their token was revoked.
  var revocation = TimeAmount.seconds(1)

  package init() {}

  /// The number of connections.
  struct Connections {
    var total = 256
    var perAddress = 128
    /// Whether an IPv6 network counts as one address, because a client may use any address of its
    /// network.
    var countsNetworks = true
    var reserved = 16
  }

  struct Timeouts {
    /// For the head of a new client's first request.
    var head = TimeAmount.seconds(15)
    /// Between two requests.
    var idle = TimeAmount.seconds(60)
    /// For a body without progress, and for a response that the client does not take.
    var stall = TimeAmount.seconds(30)
    /// For the player's response.
    var response = Duration.seconds(10)
    /// How long to discard further data after the final response.
    var linger = TimeAmount.seconds(1)
  }

  /// In bytes.
  struct Sizes {
    /// The data to discard after the final response.
    var discarded = 1 << 20
    /// A request body other than a file.
    var body = 64 << 10
    /// The queue entries in one response.
    var list = 256 << 10
    /// A picture.
    var picture = 32 << 20
  }

  /// Streams of events.
  struct Events {
    /// The number of streams.
    var streams = 64
    /// The shortest interval between two status events.
    var interval = TimeAmount.milliseconds(100)
    /// The interval of the comments that keep an idle stream open.
    var heartbeat = TimeAmount.seconds(15)
  }

  /// The rate of requests per address: a burst, and requests per second.
  struct Requests {
    var burst = 1000
    var rate = 500
  }
}
