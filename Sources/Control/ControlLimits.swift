internal import VitrineTiming

/// Limits on the number of clients, and on how long they may be idle.
public struct ClientLimits: Hashable, Sendable {
  public var total = 16
  /// For one user, except root and the player's own.
  public var perUser = 8
  /// The places reserved for root and the player's own user.
  public var reserved = 2
  /// How long a client may be connected without sending a request.
  public var requestTimeout = Duration.seconds(30)
  /// A client idle for this long can be replaced by another.
  public var idleTimeout = Duration.seconds(60)

  public init() {}
}

/// Limits on pictures sent as files in memory.
public struct SentPictureLimits: Hashable, Sendable {
  /// The number of pictures that stay readable for the clients of one user.
  public var perUser = 4
  /// How long they stay readable.
  public var life = Duration.seconds(60)

  public init() {}
}

/// Limits on the memory and time that clients may use.
public struct ControlLimits: Hashable, Sendable {
  public var clients = ClientLimits()
  public var pictures = SentPictureLimits()
  /// The longest line, without its end.
  public var lineBytes = 64 << 10
  /// The most unsent data; beyond it, the client is disconnected.
  public var unsentBytes = 1 << 20
  /// With this much unsent data, the client's requests wait.
  public var busyBytes = 128 << 10
  /// The largest picture in an answer.
  public var base64Bytes = 512 << 10
  /// The size limit of the queue entries in one answer.
  public var listBytes = 256 << 10
  /// The shortest interval between two status events.
  public var statusInterval = Duration.milliseconds(100)
  /// The timeout for the player's answer.
  public var answerTimeout = Duration.seconds(10)

  public init() {}
}
