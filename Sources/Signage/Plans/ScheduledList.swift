public import VitrinePlaylists
public import VitrineSchedules
import VitrineStreams
public import VitrineTiming

/// A list in which something is said of when it is shown, as a programme.
public struct ScheduledList: Hashable, Sendable {
  public let items: [Item]
  /// How long files last, by their location, as far as that is known.
  public let lengths: [String: MediaTime]
  public let isShuffled: Bool

  /// Nil where nothing is said.
  public init?(_ items: [Item], lengths: [String: MediaTime], isShuffled: Bool) {
    guard items.contains(where: { $0.rules != nil }) else { return nil }
    (self.items, self.lengths, self.isShuffled) = (items, lengths, isShuffled)
  }

  /// Of any list: where nothing is said, each item has its turn.
  public init(all items: [Item], lengths: [String: MediaTime], isShuffled: Bool) {
    (self.items, self.lengths, self.isShuffled) = (items, lengths, isShuffled)
  }

  /// What is shown when, by the clocks of a place.
  public func programme(_ clock: WallClock) -> Programme {
    Programme(items.map(scheduled), clock, shuffleSeed: isShuffled ? 0x5EED : nil)
  }

  /// The items of which it is not known how long they last before they have been shown: streams, and films that
  /// do not lie here.
  var ofUnknownLength: Set<Int> {
    Set(items.indices.filter { knownLength(of: items[$0]) == nil })
  }

  private func knownLength(of item: Item) -> MediaTime? {
    item.isStill ? item.shownDuration : item.end ?? lengths[item.location]
  }

  private func scheduled(_ item: Item) -> ScheduledItem {
    let length = knownLength(of: item) ?? item.shownDuration
    let once = length - (item.isStill ? .zero : item.start ?? .zero)
    return ScheduledItem(
      key: item.location, rules: item.rules ?? ShowingRules(),
      length: once.seconds * Double(item.repeatCount))
  }
}

extension Item {
  /// Whether its list says how long it is shown.
  public var isStill: Bool {
    switch source {
    case .color, .card: true
    case .file(let path): FileKind(path: path) == .picture
    case .remote(let url): FileKind(path: url.path) == .picture
    }
  }
}
