internal import VitrineAddresses
package import VitrinePlaylists
package import VitrineSchedules
package import VitrineTiming

/// A playlist with schedule rules, as a programme.
package struct ScheduledList: Hashable, Sendable {
  package let items: [Item]
  /// The known durations of files, by location.
  package let lengths: [String: MediaTime]
  package let isShuffled: Bool

  /// Returns nil if no item has rules.
  package init?(_ items: [Item], lengths: [String: MediaTime], isShuffled: Bool) {
    guard items.contains(where: { $0.rules != nil }) else { return nil }
    self.items = items
    self.lengths = lengths
    self.isShuffled = isShuffled
  }

  /// Accepts any playlist; items without rules take turns.
  package init(all items: [Item], lengths: [String: MediaTime], isShuffled: Bool) {
    self.items = items
    self.lengths = lengths
    self.isShuffled = isShuffled
  }

  /// Returns the programme in a time zone.
  package func programme(_ clock: WallClock) -> Programme {
    Programme(items.map(scheduled), clock, shuffleSeed: isShuffled ? 0x5EED : nil)
  }

  /// The items whose duration is unknown until they have been shown: streams, and remote files.
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
  /// Whether the playlist, not the content, determines how long the item is shown.
  package var isStill: Bool {
    switch source {
    case .color, .card: true
    case .file(let path): FileKind(path: path) == .picture
    case .remote(let url): FileKind(path: url.path) == .picture
    }
  }
}
