internal import Synchronization
internal import VitrineTiming

/// The locations that the player and its background readers are opening. Each is recorded before it
/// is opened, so that the next start knows what may have crashed the player. Thread-safe.
final class OpeningJournal: Sendable {
  private struct State {
    var last = 0
    /// In the order of their numbers.
    var open: [(number: Int, location: String)] = []
  }

  private let state = Mutex(State())
  private let tell: (@Sendable ([String]) -> Void)?

  /// `tell` stores the open locations; it is never called concurrently.
  init(_ tell: (@Sendable ([String]) -> Void)?) { self.tell = tell }

  /// Records a location before it is opened, and waits until it is stored. Returns a number for
  /// `end`.
  func begin(_ location: String) -> Int {
    state.withLock { state in
      state.last += 1
      state.open.append((state.last, location))
      tell?(state.open.map(\.location))
      return state.last
    }
  }

  /// Call once the location was opened without a crash, or given up.
  func end(_ number: Int) {
    state.withLock { state in
      guard let index = state.open.firstIndex(where: { $0.number == number }) else { return }
      state.open.remove(at: index)
      tell?(state.open.map(\.location))
    }
  }

  /// Records a location while `body` reads it.
  func recording<Result, Failure: Error>(
    _ location: String, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let number = begin(location)
    defer { end(number) }
    return try body()
  }
}

/// A recorded opening. It ends a while after the item's first picture, when the saved resume point
/// covers it.
struct OpeningMark {
  /// The number from the log of openings; nil once it has ended.
  var number: Int?
  /// When its first picture was seen.
  var shown: HostTime?
}
