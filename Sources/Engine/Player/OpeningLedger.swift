internal import Synchronization
internal import VitrineTiming

/// Which locations are being opened, by the player and by all that looks into files beside it. Each
/// is told before it is opened: what ends the player then is known to its next start. Thread-safe.
final class OpeningLedger: Sendable {
  private struct State {
    var last = 0
    /// In the order of their numbers.
    var open: [(number: Int, location: String)] = []
  }

  private let state = Mutex(State())
  private let tell: (@Sendable ([String]) -> Void)?

  /// `tell` writes down what is open; it is called by one thread at a time.
  init(_ tell: (@Sendable ([String]) -> Void)?) { self.tell = tell }

  /// This location is about to be opened: waits until that is written down. A number to end it with.
  func begin(_ location: String) -> Int {
    state.withLock { state in
      state.last += 1
      state.open.append((state.last, location))
      tell?(state.open.map(\.location))
      return state.last
    }
  }

  /// It is open, and has done no harm; or it was given up.
  func end(_ number: Int) {
    state.withLock { state in
      guard let index = state.open.firstIndex(where: { $0.number == number }) else { return }
      state.open.remove(at: index)
      tell?(state.open.map(\.location))
    }
  }

  /// Looks into a file meanwhile.
  func noting<Result, Failure: Error>(
    _ location: String, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let number = begin(location)
    defer { end(number) }
    return try body()
  }
}

/// That a location is being opened is noted until the place note of its player has it: a while
/// after its first picture.
struct OpeningMark {
  /// The ledger's; nil once it has ended.
  var number: Int?
  /// When its first picture was seen.
  var shown: HostTime?
}
