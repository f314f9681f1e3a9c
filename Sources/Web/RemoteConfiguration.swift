public import VitrineControl

/// The configuration as it is read and changed from elsewhere. Its functions may be called from any thread
/// and do not wait; what they answer comes on a thread of theirs, once.
public protocol RemoteConfiguration: Sendable {
  func read(_ done: @escaping @Sendable (Result<ConfigurationText, Refusal>) -> Void)
  /// Every fault of a text, as a line for people; empty where it could be taken.
  func check(_ own: String, _ done: @escaping @Sendable ([String]) -> Void)
  /// Has the text hold from now on, over restarts. The sections of which something waits for the next
  /// start.
  func change(to own: String, _ done: @escaping @Sendable (Result<[String], Refusal>) -> Void)
}

/// What a configuration is at a moment.
public struct ConfigurationText: Hashable, Sendable {
  /// All that holds, with where each value comes from: YAML.
  public let holding: String
  /// The part of it that was said from elsewhere, as it was written; empty where nothing was.
  public let own: String
  /// The sections that this part may have.
  public let sections: [String]

  public init(holding: String, own: String, sections: [String]) {
    (self.holding, self.own, self.sections) = (holding, own, sections)
  }
}
