internal import VitrinePlaylists

/// What could not be played of late, and what was said of it.
struct FailureCount: Equatable {
  /// Why the first item that failed did.
  private(set) var first: PlaybackError?
  private(set) var last: PlaybackError?
  /// What failed since an item was opened, last of all: what should have followed, or the item.
  private(set) var place: Queue.Place?
  /// Counted anew with each item that plays and each command that opens something.
  private(set) var inARow = 0
  /// How often a queue without one good item was tried again.
  private var retries = 0
  /// What was said of each entry; it is not said twice.
  private var reported: [Queue.Entry.ID: PlaybackError] = [:]

  /// Whether it is to be said: once of each entry, until it plays or fails otherwise.
  mutating func note(_ error: PlaybackError, of entry: Queue.Entry.ID) -> Bool {
    inARow += 1
    last = error
    first = first ?? error
    return reported.updateValue(error, forKey: entry) != error
  }

  /// Remembers what the next item comes after.
  mutating func setPlace(_ place: Queue.Place?) { self.place = place }

  mutating func beginRow() { inARow = 0 }

  /// The item of this entry plays.
  mutating func notePlaying(_ entry: Queue.Entry.ID) {
    (inARow, retries) = (0, 0)
    reported[entry] = nil
  }

  /// What was skipped may be good now; what is gone from the queue is forgotten.
  mutating func noteEdit(_ queue: Queue) {
    (inARow, place) = (0, nil)
    reported = reported.filter { queue[$0.key] != nil }
  }

  /// What was said was of other files.
  mutating func forgetReports() { reported = [:] }

  /// Whether it has not been tried again yet since an item played.
  var isFirstRound: Bool { retries == 0 }

  /// How long to wait before all of the queue is tried again: ever longer, up to 64 s.
  mutating func nextDelay() -> Duration {
    defer { retries += 1 }
    return .seconds(1 << min(retries, 6))
  }
}
