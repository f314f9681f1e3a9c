import VitrinePlayback
import VitrinePlaylists
import VitrineTiming

/// Decides when a service ends whose program was replaced, for its manager to start the new one:
/// where the item on screen ends, so that only an edge shows. A value.
struct Succession {
  private struct Moment {
    let entry: Queue.Entry.ID?
    let position: MediaTime
  }

  /// An item that is repeated was seen this near to its end before, and this near to its beginning
  /// now; it is looked at each second.
  private static let nearness = MediaTime(2, 1)

  /// As it was seen last; nil while nothing was replaced.
  private var last: Moment?

  /// Another program is there; what was on screen then. False where that was known before.
  mutating func begin(_ status: PlaybackStatus) -> Bool {
    guard last == nil else { return false }
    last = Moment(entry: status.entry, position: status.position)
    return true
  }

  /// Whether the service ends now.
  mutating func isDue(_ status: PlaybackStatus) -> Bool {
    guard let last else { return false }
    self.last = Moment(entry: status.entry, position: status.position)
    return !Self.hasEdge(status) || status.entry != last.entry
      || Self.wasRepeated(status, since: last.position)
  }

  /// Nothing and a card have no end that could be waited for; pictures are shown for a while.
  private static func hasEdge(_ status: PlaybackStatus) -> Bool {
    status.entry != nil && status.item.map { !$0.isCard } ?? false
  }

  /// Its part that is played, that is; where the end is not known, that it began anew has to do.
  private static func wasRepeated(_ status: PlaybackStatus, since last: MediaTime) -> Bool {
    guard !status.isScrubbing, status.position < last else { return false }
    let start = status.item?.start ?? .zero
    let end = [status.item?.end, status.duration].compactMap(\.self).min()
    return status.position < start + nearness && end.map { last >= $0 - nearness } ?? true
  }
}
