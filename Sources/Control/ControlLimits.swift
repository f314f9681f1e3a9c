internal import VitrineTiming

/// How many clients there may be, and for how long.
public struct RoomLimits: Hashable, Sendable {
  public var clients = 16
  /// Of one user, unless that is root or the player's own.
  public var perUser = 8
  /// Of all, those that only root and the player's own user get.
  public var reserved = 2
  /// How long a client may be connected without having asked for anything.
  public var silence = Duration.seconds(30)
  /// One that has asked for nothing for so long makes room for another.
  public var quiet = Duration.seconds(60)

  public init() {}
}

/// Pictures that were sent as files in memory.
public struct SentPictureLimits: Hashable, Sendable {
  /// So many stay readable for the clients of one user.
  public var perUser = 4
  /// For so long.
  public var life = Duration.seconds(60)

  public init() {}
}

/// What clients may have of the player's memory and time.
public struct ControlLimits: Hashable, Sendable {
  public var room = RoomLimits()
  public var pictures = SentPictureLimits()
  /// Of one line, without its end.
  public var lineBytes = 64 << 10
  /// What is kept for a client that does not read.
  public var unsentBytes = 1 << 20
  /// While so much is kept for it, a client's requests wait.
  public var busyBytes = 128 << 10
  /// Of a picture that is sent in an answer.
  public var base64Bytes = 512 << 10
  /// Of the queue's entries in one answer.
  public var listBytes = 256 << 10
  /// Between two news of the status.
  public var statusInterval = Duration.milliseconds(100)
  /// How long the player may take for an answer.
  public var answerTimeout = Duration.seconds(10)

  public init() {}
}
