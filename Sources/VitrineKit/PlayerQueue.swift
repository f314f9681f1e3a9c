internal import VitrinePlaylists

/// A snapshot of a player's queue; see ``Player/queue``.
public struct PlayerQueue: Sendable {
  /// An item in the queue, with its own identity: an item may occur several times.
  public struct Entry: Hashable, Sendable, Identifiable {
    /// Identifies the entry, whatever changes around it.
    public let id: Int
    /// The item to play.
    public let item: Item
  }

  /// The action at the end of the queue or of an item.
  public enum Loop: String, CaseIterable, Sendable {
    /// Playback ends.
    case none
    /// The current item repeats.
    case item
    /// The queue repeats.
    case queue

    var value: Queue.Loop {
      switch self {
      case .none: .none
      case .item: .item
      case .queue: .queue
      }
    }
  }

  /// The entries in list order, even if shuffled.
  public let entries: [Entry]
  /// The action at the end.
  public let loop: Loop
  /// Whether the entries play in random order.
  public let isShuffled: Bool

  init(_ queue: Queue) {
    entries = queue.entries.map { Entry(id: $0.id, item: Item($0.item)) }
    loop = Loop(rawValue: queue.loop.rawValue) ?? .none
    isShuffled = queue.shuffleSeed != nil
  }
}
