package import VitrinePlaylists

/// The reason why an item, or anything at all, cannot be played: a category and a message.
package struct PlaybackError: Error, Hashable, Sendable {
  package enum Category: String, Sendable {
    case source, format, decode, display, sound, configuration
  }

  /// The cause. Only `content` counts against content updates, which roll back after two such
  /// failures.
  package enum Cause: String, Sendable {
    /// The file: it would fail on every machine.
    case content
    /// A disk, a display, memory, or a bug.
    case machine
    /// A position, track or arrangement that a visitor or client requested. The item may play
    /// without it.
    case choice
  }

  package let category: Category
  package let message: String
  /// The exit status of the process if nothing could be played; see sysexits(3).
  package let exitStatus: ExitStatus
  package private(set) var cause: Cause
  /// Whether the item was given up because nothing happened.
  package private(set) var isHang = false

  /// Without `cause`, format errors are blamed on the content, unless the exit status says
  /// otherwise.
  package init(
    _ category: Category, _ message: String, exitStatus: ExitStatus, cause: Cause? = nil
  ) {
    self.category = category
    self.message = message
    self.exitStatus = exitStatus
    self.cause = cause ?? Self.cause(of: category, exitStatus)
  }

  private static func cause(of category: Category, _ status: ExitStatus) -> Cause {
    switch (category, status) {
    case (.display, _), (.sound, _), (.configuration, _): .machine
    case (_, .unavailable), (_, .bug): .machine
    case (.source, _), (.format, _), (.decode, _): .content
    }
  }

  /// The same error, of an item that hung.
  package var ofHang: PlaybackError {
    var error = self
    error.isHang = true
    return error
  }

  /// The same error with another cause.
  func because(_ cause: Cause) -> PlaybackError {
    var error = self
    error.cause = cause
    return error
  }
}

/// An item that could not be played, and why.
package struct FailedItem: Hashable, Sendable {
  package let entry: Queue.Entry.ID
  package let item: Item
  package let error: PlaybackError

  package init(entry: Queue.Entry.ID, item: Item, error: PlaybackError) {
    self.entry = entry
    self.item = item
    self.error = error
  }
}

extension PlaybackError: CustomStringConvertible {
  package var description: String { message }
}

/// The exit status of a process, as in sysexits(3).
package enum ExitStatus: Int32, Sendable {
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
