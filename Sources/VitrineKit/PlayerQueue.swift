internal import VitrinePlaylists

/// What plays, and what comes after it. A value; `Player.queue` has the present one.
public struct PlayerQueue: Sendable {
  /// An item with an identity of its own: the same film may be there twice.
  public struct Entry: Hashable, Sendable, Identifiable {
    /// Stays with it while others come and go.
    public let id: Int
    /// What is played.
    public let item: Item
  }

  /// What happens at the end.
  public enum Loop: String, CaseIterable, Sendable {
    /// It ends.
    case none
    /// The item plays again.
    case item
    /// All of it plays again.
    case queue

    var value: Queue.Loop {
      switch self {
      case .none: .none
      case .item: .item
      case .queue: .queue
      }
    }
  }

  /// In the order in which people put them, whatever order they play in.
  public let entries: [Entry]
  /// What happens at the end.
  public let loop: Loop
  /// Whether they play in an order of chance.
  public let isShuffled: Bool

  init(_ queue: Queue) {
    entries = queue.entries.map { Entry(id: $0.id, item: Item($0.item)) }
    loop = Loop(rawValue: queue.loop.rawValue) ?? .none
    isShuffled = queue.shuffleSeed != nil
  }
}
