/// The progress of downloading the next items.
public struct PreloadProgress: Hashable, Sendable {
  /// The number of remote items to download, and how many are complete.
  public let wanted: Int
  public let done: Int
  /// The current download, for display; nil if there is none.
  public let current: String?

  public init(wanted: Int, done: Int, current: String?) {
    self.wanted = wanted
    self.done = done
    self.current = current
  }
}
