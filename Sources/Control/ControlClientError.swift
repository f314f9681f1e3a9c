public import VitrineLinux

/// Why a `ControlClient` has no answer.
public enum ControlClientError: Error, Hashable, Sendable {
  /// No player listens at the socket.
  case notListening
  /// The client's user may not open the socket, or the player rejects it.
  case noPermission
  /// The player did not answer in time, or sent an invalid answer.
  case noAnswer
  /// The player has ended.
  case ended
  /// The player does not admit this client at the moment.
  case rejected(Refusal)
  /// The player refused the request.
  case refused(Refusal)
  /// The result cannot be written to this path.
  case unwritten(String, Errno)
  case failed(Errno)
}
