internal import VitrinePlaylists

/// Tracks selected by index. An index is valid for one entry of the queue; for later entries, its
/// language applies.
struct TrackPicks: Hashable, Sendable {
  private var entry: Queue.Entry.ID?
  private var numbers: [TrackInfo.Kind: Int] = [:]

  init() {}

  mutating func pick(_ number: Int, _ kind: TrackInfo.Kind, in entry: Queue.Entry.ID) {
    if self.entry != entry { numbers = [:] }
    self.entry = entry
    numbers[kind] = number
  }

  mutating func forget(_ kind: TrackInfo.Kind) { numbers[kind] = nil }

  /// Forgets the indexes of another entry.
  mutating func forget(unlessIn entry: Queue.Entry.ID) {
    if self.entry != entry { self = TrackPicks() }
  }

  /// The choices for an entry, based on those for all entries.
  func applied(to choices: TrackChoices, in entry: Queue.Entry.ID?) -> TrackChoices {
    guard let entry, entry == self.entry else { return choices }
    return numbers.reduce(into: choices) { $0.select($1.key, .index($1.value)) }
  }
}
