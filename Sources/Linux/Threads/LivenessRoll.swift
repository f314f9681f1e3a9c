/// The threads whose liveness the watchdog checks, and how often each has responded. Thread-safe.
public final class LivenessRoll: Sendable {
  /// Makes a thread call `answer` soon, if it makes progress.
  public typealias Question = @Sendable (_ answer: @escaping @Sendable () -> Void) -> Void

  private struct Entry {
    let ask: Question
    var answers: Int
    /// Whether a check is outstanding: it is not repeated.
    var isAsked = false
  }

  private struct State {
    var last = 0
    var entries: [Int: Entry] = [:]

    /// The number of responses of the slowest thread.
    var answers: Int { entries.values.map(\.answers).min() ?? 0 }
  }

  private let state = Shared(State())

  public init() {}

  /// Adds a thread, and returns a number for `remove`.
  public func add(_ ask: @escaping Question) -> Int {
    state.update { state in
      state.last += 1
      // A new thread starts with the others' count, so that it is not behind.
      state.entries[state.last] = Entry(ask: ask, answers: state.answers)
      return state.last
    }
  }

  /// Removes a thread that ends normally.
  public func remove(_ number: Int) { state.update { $0.entries[number] = nil } }

  /// Checks all threads, and returns how often all of them have responded so far.
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
