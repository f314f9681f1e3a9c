package import VitrinePlayback

/// An error that prevents an item, or everything, from playing: the cause and, if there is one, the
/// fix.
///
/// ```swift
/// do {
///   try await player.run()
/// } catch {
///   error.exit()
/// }
/// ```
public struct PlayerError: Error, Hashable, Sendable {
  /// The kind of an error. More cases may be added: use `default` in a `switch`.
  public enum Category: String, Sendable, CaseIterable {
    /// The item cannot be opened or downloaded.
    case source
    /// The format is not supported or invalid.
    case format
    /// Decoding failed.
    case decode
    /// No display can be used.
    case display
    /// No sound device can be used.
    case sound
    /// An option or an argument is invalid.
    case configuration
  }

  /// The kind of error.
  public let category: Category
  /// A human-readable message: the cause and, if there is one, the fix.
  public let message: String

  /// Creates an error, for example for a test.
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
