public import VitrinePlaylists
public import VitrineTiming

/// Where a list was, for the next start of the player.
public struct ResumePoint: Hashable, Sendable {
  /// The item's place among the entries, as listed, from 0.
  public var index: Int
  /// Where the item comes from: a list that was changed meanwhile may have it at another place.
  public var location: String
  /// Counted from the item's beginning.
  public var position: MediaTime
  /// The order of a shuffled list.
  public var shuffleSeed: UInt64?

  public init(index: Int, location: String, position: MediaTime, shuffleSeed: UInt64? = nil) {
    (self.index, self.location, self.position) = (index, location, position)
    self.shuffleSeed = shuffleSeed
  }

  /// That of what plays; nil where nothing does that could be found again.
  public init?(_ status: PlaybackStatus, in queue: Queue) {
    guard let item = status.item, let entry = status.entry, item.isFound,
      let index = queue.entries.firstIndex(where: { $0.id == entry })
    else { return nil }
    // What has no end is elsewhere by then.
    var isEndless = false
    if case .remote = item.source { isEndless = status.duration == nil }
    self.init(
      index: index, location: item.location, position: isEndless ? .zero : status.position,
      shuffleSeed: queue.shuffleSeed)
  }

  /// The entry to go on with: the one at the same place, else the first from the same source;
  /// where no source is named, the one at that place.
  public func entry(in queue: Queue) -> Queue.Entry.ID? {
    let entries = queue.entries
    if location.isEmpty { return entries.indices.contains(index) ? entries[index].id : nil }
    if entries.indices.contains(index), entries[index].item.location == location {
      return entries[index].id
    }
    return entries.first { $0.item.location == location }?.id
  }
}

extension Item {
  /// Whether another start of the player can find it by its location.
  fileprivate var isFound: Bool {
    if case .card = source { return false }
    return true
  }
}
