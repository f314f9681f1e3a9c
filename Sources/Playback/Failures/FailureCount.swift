internal import VitrinePlaylists

/// The recent failures, and which of them were reported.
struct FailureCount: Equatable {
  /// Why the first failed item failed.
  private(set) var first: PlaybackError?
  private(set) var last: PlaybackError?
  /// The latest failure since an item was opened: of the next item, or of the current one.
  private(set) var place: Queue.Place?
  /// Reset when an item starts to play, and by each command that opens something.
  private(set) var inARow = 0
  /// Whether anything has played since the queue was changed.
  private(set) var hasPlayed = false
  /// How often a queue without a playable item was retried.
  private var retries = 0
  /// The reported error of each entry, to avoid repeating it.
  private var reported: [Queue.Entry.ID: PlaybackError] = [:]

  /// Records a failure. Returns whether to report it: once per entry, until it plays or fails
  /// differently.
  mutating func record(_ error: PlaybackError, of entry: Queue.Entry.ID) -> Bool {
    inARow += 1
    last = error
    first = first ?? error
    return reported.updateValue(error, forKey: entry) != error
  }

  /// Records the place to continue after.
  mutating func setPlace(_ place: Queue.Place?) { self.place = place }

  mutating func beginRow() { inARow = 0 }

  /// Records that this entry plays.
  mutating func recordPlayback(of entry: Queue.Entry.ID) {
    (inARow, retries, hasPlayed) = (0, 0, true)
    reported[entry] = nil
  }

  /// After a change of the queue, skipped items may work; removed entries are forgotten.
  mutating func recordEdit(of queue: Queue) {
    (inARow, place, hasPlayed) = (0, nil, false)
    reported = reported.filter { queue[$0.key] != nil }
  }

  /// After the files were replaced, errors are reported again.
  mutating func forgetReports() { reported = [:] }

  /// Whether nothing was retried since an item played.
  var isFirstRound: Bool { retries == 0 }

  /// The back-off before the queue is retried: doubled each time, up to 64 s.
  mutating func nextDelay() -> Duration {
    defer { retries += 1 }
    return .seconds(1 << min(retries, 6))
  }
}
