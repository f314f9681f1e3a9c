internal import VitrineTiming

/// Limits on the number of clients, and on how long they may be idle.
package struct ClientLimits: Hashable, Sendable {
  package var total = 16
  /// For one user, except root and the player's own.
  package var perUser = 8
  /// The places reserved for root and the player's own user.
  package var reserved = 2
  /// How long a client may be connected without sending a request.
  package var requestTimeout = Duration.seconds(30)
  /// A client idle for this long can be replaced by another.
  package var idleTimeout = Duration.seconds(60)

  package init() {}
}

/// Limits on pictures sent as files in memory.
package struct SentPictureLimits: Hashable, Sendable {
  /// The number of pictures that stay readable for the clients of one user.
  package var perUser = 4
  /// How long they stay readable.
  package var life = Duration.seconds(60)

  package init() {}
}

/// Limits on the memory and time that clients may use.
package struct ControlLimits: Hashable, Sendable {
  package var clients = ClientLimits()
  package var pictures = SentPictureLimits()
  /// The longest line, without its end.
  package var lineBytes = 64 << 10
  /// The most unsent data; beyond it, the client is disconnected.
  package var unsentBytes = 1 << 20
  /// With this much unsent data, the client's requests wait.
  package var busyBytes = 128 << 10
  /// The largest picture in an answer.
  package var base64Bytes = 512 << 10
  /// The size limit of the queue entries in one answer.
  package var listBytes = 256 << 10
  /// The shortest interval between two status events.
  package var statusInterval = Duration.milliseconds(100)
  /// The timeout for the player's answer.
  package var answerTimeout = Duration.seconds(10)

  package init() {}
}
