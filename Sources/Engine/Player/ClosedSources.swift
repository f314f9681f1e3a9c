internal import VitrinePlayback
internal import VitrinePlaylists
internal import VitrineTiming

/// Opened items that were closed. Most end at once; hung ones are abandoned and counted.
struct ClosedSources {
  private var left: [(source: any OpenedSource, edition: Int, since: HostTime)] = []
  /// A counter that increases when the same paths refer to other files.
  private(set) var edition = 0

  /// The paths refer to other files from now on.
  mutating func renew() { edition += 1 }

  /// `edition` is the one at the time of opening.
  mutating func add(
    _ source: any OpenedSource, of edition: Int, at now: HostTime, isHung: Bool
  ) {
    left.removeAll { $0.source.hasEnded }
    left.append((source, edition, isHung ? now - HungFiles.grace : now))
  }

  /// The number of items that hang.
  func hungCount(at now: HostTime) -> Int {
    // Usually there are none.
    left.count { now - $0.since >= HungFiles.grace && !$0.source.hasEnded }
  }

  /// Returns why an item is not opened now, or nil.
  mutating func refusal(of item: Item, at now: HostTime) -> PlaybackError? {
    left.removeAll { $0.source.hasEnded }
    let hung = left.map { one in
      var hung = HungFiles.Hung(one.source.item.location, since: one.since)
      hung.isOther = one.edition != edition
      return hung
    }
    return item.isCard ? nil : HungFiles(hung, at: now).refusal(of: item.location)
  }
}
