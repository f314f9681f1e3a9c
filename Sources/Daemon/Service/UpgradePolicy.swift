import VitrinePlayback
import VitrinePlaylists
import VitrineTiming

/// Decides when a service whose program file was replaced ends, so that its manager starts the new
/// one: at an item boundary, where the restart is least visible. A value type.
struct UpgradePolicy {
  private struct Sample {
    let entry: Queue.Entry.ID?
    let position: MediaTime
  }

  /// The position is sampled each second. A repeat was this near to the end in one sample, and is
  /// this near to the beginning in the next.
  private static let nearness = MediaTime(2, 1)

  /// The latest sample; nil until the program is replaced.
  private var last: Sample?

  /// Records that the program was replaced. Returns false if that was known already.
  mutating func begin(_ status: PlaybackStatus) -> Bool {
    guard last == nil else { return false }
    last = Sample(entry: status.entry, position: status.position)
    return true
  }

  /// Whether the service ends now.
  mutating func isDue(_ status: PlaybackStatus) -> Bool {
    guard let last else { return false }
    self.last = Sample(entry: status.entry, position: status.position)
    return !Self.hasEdge(status) || status.entry != last.entry
      || Self.wasRepeated(status, since: last.position)
  }

  /// A card, or no item, has no end to wait for; an image is shown for a limited time.
  private static func hasEdge(_ status: PlaybackStatus) -> Bool {
    status.entry != nil && status.item.map { !$0.isCard } ?? false
  }

  /// Considers only the part of the item that is played; if its end is unknown, being near the
  /// beginning is enough.
  private static func wasRepeated(_ status: PlaybackStatus, since last: MediaTime) -> Bool {
    guard !status.isScrubbing, status.position < last else { return false }
    let start = status.item?.start ?? .zero
    let end = [status.item?.end, status.duration].compactMap(\.self).min()
    return status.position < start + nearness && end.map { last >= $0 - nearness } ?? true
  }
}
