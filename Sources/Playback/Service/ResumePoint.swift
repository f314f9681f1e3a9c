package import VitrinePlaylists
package import VitrineTiming

/// The item and position to resume at the player's next start.
package struct ResumePoint: Hashable, Sendable {
  /// The item's index in the list, from 0.
  package var index: Int
  /// Identifies the item if the list was changed.
  package var location: String
  /// From the item's beginning.
  package var position: MediaTime
  /// The order of a shuffled list.
  package var shuffleSeed: UInt64?

  package init(index: Int, location: String, position: MediaTime, shuffleSeed: UInt64? = nil) {
    self.index = index
    self.location = location
    self.position = position
    self.shuffleSeed = shuffleSeed
  }

  /// The resume point of the current item; nil if there is none that could be found again.
  package init?(_ status: PlaybackStatus, in queue: Queue) {
    guard let item = status.item, let entry = status.entry, item.isFound,
      let index = queue.entries.firstIndex(where: { $0.id == entry })
    else { return nil }
    // An endless stream will be elsewhere by then.
    var isEndless = false
    if case .remote = item.source { isEndless = status.duration == nil }
    self.init(
      index: index, location: item.location, position: isEndless ? .zero : status.position,
      shuffleSeed: queue.shuffleSeed)
  }

  /// The entry to resume: the one at the same index, otherwise the first one with the same
  /// location; if the location is empty, the one at the index.
  package func entry(in queue: Queue) -> Queue.Entry.ID? {
    let entries = queue.entries
    if location.isEmpty { return entries.indices.contains(index) ? entries[index].id : nil }
    if entries.indices.contains(index), entries[index].item.location == location {
      return entries[index].id
    }
    return entries.first { $0.item.location == location }?.id
  }
}

extension Item {
  /// Whether the item can be found by its location after a restart.
  fileprivate var isFound: Bool {
    if case .card = source { return false }
    return true
  }
}
