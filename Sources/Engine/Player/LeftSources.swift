internal import VitrinePlayback
internal import VitrinePlaylists
internal import VitrineTiming

/// Opened items that were closed. Most end at once; what hangs is left behind, and counted.
struct LeftSources {
  private var left: [(source: any OpenedSource, since: HostTime)] = []

  mutating func add(_ source: any OpenedSource, at now: HostTime, isHung: Bool) {
    left.removeAll { $0.source.hasEnded }
    left.append((source, isHung ? now - HungOpens.grace : now))
  }

  /// Why an item is not opened now; nil where it is.
  mutating func refusal(of item: Item, at now: HostTime) -> PlaybackError? {
    left.removeAll { $0.source.hasEnded }
    let hung = left.map { HungOpens.Hung($0.source.item.location, since: $0.since) }
    return item.isCard ? nil : HungOpens(hung, at: now).refusal(of: item.location)
  }
}
