/// The threads that are asked for the watchdog whether they still turn, and how often each has
/// answered. Thread-safe.
public final class LivenessRoll: Sendable {
  /// Has a thread call `answer` soon, if it still turns.
  public typealias Question = @Sendable (_ answer: @escaping @Sendable () -> Void) -> Void

  private struct Entry {
    let ask: Question
    var answers: Int
    /// The question before has not been answered: it is not asked twice.
    var isAsked = false
  }

  private struct State {
    var last = 0
    var entries: [Int: Entry] = [:]

    /// By the thread that has answered least.
    var answers: Int { entries.values.map(\.answers).min() ?? 0 }
  }

  private let state = Shared(State())

  public init() {}

  /// One more thread is asked from now on; a number to leave with.
  public func add(_ ask: @escaping Question) -> Int {
    state.update { state in
      state.last += 1
      // As if it had answered as often as the others: it is new, and not behind.
      state.entries[state.last] = Entry(ask: ask, answers: state.answers)
      return state.last
    }
  }

  /// The thread ends in order.
  public func remove(_ number: Int) { state.update { $0.entries[number] = nil } }

  /// Asks all of them; how often all have answered so far.
  public func ask() -> Int {
    let due = state.update { state in
      let due = state.entries.filter { !$0.value.isAsked }
      for number in due.keys { state.entries[number]?.isAsked = true }
      return due
    }
    for (number, entry) in due { entry.ask { [self] in note(number) } }
    return state.value.answers
  }

  private func note(_ number: Int) {
    state.update { state in
      state.entries[number]?.answers += 1
      state.entries[number]?.isAsked = false
    }
  }
}
