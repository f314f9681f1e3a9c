internal import Timing

/// What clients may have of the player's memory and time.
public struct ControlLimits: Hashable, Sendable {
  public var clients = 16
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
