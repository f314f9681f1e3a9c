public import VitrineLinux

/// Why a `ControlClient` has no answer.
public enum ControlClientError: Error, Hashable, Sendable {
  /// No player listens at the socket.
  case notListening
  /// The client's user may not open the socket's file, or the player does not let it in.
  case noPermission
  /// The player did not answer in time, or not as it should.
  case noAnswer
  /// The player ended meanwhile.
  case ended
  /// The player takes no requests of this client now.
  case rejected(Refusal)
  /// The player does not do what was asked.
  case refused(Refusal)
  /// What was asked for cannot be written to this path.
  case unwritten(String, Errno)
  case failed(Errno)
}
