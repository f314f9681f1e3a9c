internal import VitrinePlaylists

/// Tracks that were chosen by their number. A number means something in one entry of the queue
/// only; of later ones the language is wanted that the track had.
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

  /// Another entry plays.
  mutating func forget(unlessIn entry: Queue.Entry.ID) {
    if self.entry != entry { self = TrackPicks() }
  }

  /// What plays of an entry, where `choices` are those for all of them.
  func applied(to choices: TrackChoices, in entry: Queue.Entry.ID?) -> TrackChoices {
    guard let entry, entry == self.entry else { return choices }
    return numbers.reduce(into: choices) { $0.select($1.key, .index($1.value)) }
  }
}
