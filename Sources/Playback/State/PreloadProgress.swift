/// How far the items are that are fetched before their turn.
public struct PreloadProgress: Hashable, Sendable {
  /// How many of those that come next lie elsewhere, and of how many all is there.
  public let wanted: Int
  public let done: Int
  /// Where the one is that is being fetched, for people; nil while none is.
  public let current: String?

  public init(wanted: Int, done: Int, current: String?) {
    (self.wanted, self.done, self.current) = (wanted, done, current)
  }
}
