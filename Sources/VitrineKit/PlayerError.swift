package import VitrinePlayback

/// Why an item, or everything, cannot play: the cause, and what cures it, in words.
public struct PlayerError: Error, Hashable, Sendable {
  /// What it is that went wrong. There may be more cases: a `switch` over them has a `default`.
  public enum Category: String, Sendable, CaseIterable {
    /// It cannot be opened or fetched.
    case source
    /// It is not what can be played.
    case format
    /// It breaks off while it is decoded.
    case decode
    /// There is no display that can be used.
    case display
    /// There is no sound device that can be used.
    case sound
    /// What the program asks for is wrong.
    case configuration
  }

  /// What it is that went wrong.
  public let category: Category
  /// For people: what, and what to do about it.
  public let message: String

  /// One of a program's own making, as for its tests.
  public init(_ category: Category, _ message: String) {
    self.category = category
    self.message = message
  }

  package init(_ error: PlaybackError) {
    let category: Category =
      switch error.category {
      case .source: .source
      case .format: .format
      case .decode: .decode
      case .display: .display
      case .sound: .sound
      case .configuration: .configuration
      }
    self.init(category, error.message)
  }
}

extension PlayerError: CustomStringConvertible {
  /// The message.
  public var description: String { message }
}
