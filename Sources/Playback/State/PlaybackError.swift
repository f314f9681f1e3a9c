public import VitrinePlaylists

/// Why an item, or everything, cannot play: by category, with the cause in words.
public struct PlaybackError: Error, Hashable, Sendable {
  public enum Category: String, Sendable {
    case source, format, decode, display, sound, configuration
  }

  /// What is to blame. Only `content` counts against content: where it comes by itself, two such failures bring
  /// back what was shown before.
  public enum Cause: String, Sendable {
    /// The file: it would fail on every machine.
    case content
    /// A disk, a display, memory, a program's fault.
    case machine
    /// A person or program asked for another place, track or picture, and that failed. Left alone, the item may
    /// well play.
    case choice
  }

  public let category: Category
  public let message: String
  /// What the process ends with when nothing could be played; see sysexits(3).
  public let exitStatus: ExitStatus
  public private(set) var cause: Cause

  /// Without a `cause`, the content is to blame for what it is made of, unless the exit status says otherwise.
  public init(
    _ category: Category, _ message: String, exitStatus: ExitStatus, cause: Cause? = nil
  ) {
    (self.category, self.message, self.exitStatus) = (category, message, exitStatus)
    self.cause = cause ?? Self.cause(of: category, exitStatus)
  }

  private static func cause(of category: Category, _ status: ExitStatus) -> Cause {
    switch (category, status) {
    case (.display, _), (.sound, _), (.configuration, _): .machine
    case (_, .unavailable), (_, .bug): .machine
    case (.source, _), (.format, _), (.decode, _): .content
    }
  }

  /// The same, for which a choice is to blame.
  func because(_ cause: Cause) -> PlaybackError {
    var error = self
    error.cause = cause
    return error
  }
}

/// An item that could not be played, and why.
public struct FailedItem: Hashable, Sendable {
  public let entry: Queue.Entry.ID
  public let item: Item
  public let error: PlaybackError

  public init(entry: Queue.Entry.ID, item: Item, error: PlaybackError) {
    (self.entry, self.item, self.error) = (entry, item, error)
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
