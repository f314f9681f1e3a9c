internal import VitrinePlayback
internal import VitrinePlaylists
internal import VitrineTiming

/// Opened items that were closed. Most end at once; what hangs is left behind, and counted.
struct LeftSources {
  private var left: [(source: any OpenedSource, edition: Int, since: HostTime)] = []
  /// Counts to how many files the same locations have led.
  private(set) var edition = 0

  /// They lead to others from now on.
  mutating func renew() { edition += 1 }

  /// `edition` was the present one as it was opened.
  mutating func add(
    _ source: any OpenedSource, of edition: Int, at now: HostTime, isHung: Bool
  ) {
    left.removeAll { $0.source.hasEnded }
    left.append((source, edition, isHung ? now - HungOpens.grace : now))
  }

  /// Why an item is not opened now; nil where it is.
  mutating func refusal(of item: Item, at now: HostTime) -> PlaybackError? {
    left.removeAll { $0.source.hasEnded }
    let hung = left.map { one in
      var hung = HungOpens.Hung(one.source.item.location, since: one.since)
      hung.isOther = one.edition != edition
      return hung
    }
    return item.isCard ? nil : HungOpens(hung, at: now).refusal(of: item.location)
  }
}
