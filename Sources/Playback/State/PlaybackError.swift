/// Why an item, or everything, cannot play: by category, with the cause in words.
public struct PlaybackError: Error, Hashable, Sendable {
  public enum Category: String, Sendable {
    case source, format, decode, display, sound, configuration
  }

  public let category: Category
  public let message: String
  /// What the process ends with when nothing could be played; see sysexits(3).
  public let exitStatus: ExitStatus

  public init(_ category: Category, _ message: String, exitStatus: ExitStatus) {
    (self.category, self.message, self.exitStatus) = (category, message, exitStatus)
  }
}

extension PlaybackError: CustomStringConvertible {
  public var description: String { message }
}

/// How a process says why it ended, as sysexits(3) numbers it.
public enum ExitStatus: Int32, Sendable {
  case success = 0
  case usage = 64
  case data = 65
  case noInput = 66
  case unavailable = 69
  case bug = 70
  case cannotWrite = 73
  case noPermission = 77
  case configuration = 78
}
