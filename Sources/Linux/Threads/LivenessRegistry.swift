/// The threads whose liveness the watchdog checks, and how often each has responded. Thread-safe.
package final class LivenessRegistry: Sendable {
  /// Makes a thread call `respond` soon, if it makes progress.
  package typealias Probe = @Sendable (_ respond: @escaping @Sendable () -> Void) -> Void

  private struct Entry {
    let ask: Probe
    var responses: Int
    /// Whether a check is outstanding: it is not repeated.
    var isPending = false
  }

  private struct State {
    var last = 0
    var entries: [Int: Entry] = [:]

    /// The number of responses of the slowest thread.
    var responses: Int { entries.values.map(\.responses).min() ?? 0 }
  }

  private let state = Shared(State())

  package init() {}

  /// Adds a thread, and returns a number for `remove`.
  package func add(_ ask: @escaping Probe) -> Int {
    state.update { state in
      state.last += 1
      // A new thread starts with the others' count, so that it is not behind.
      state.entries[state.last] = Entry(ask: ask, responses: state.responses)
      return state.last
    }
  }

  /// Removes a thread that ends normally.
  package func remove(_ number: Int) { state.update { $0.entries[number] = nil } }

  /// Checks all threads, and returns how often all of them have responded so far.
  package func ask() -> Int {
    let due = state.update { state in
      let due = state.entries.filter { !$0.value.isPending }
      for number in due.keys { state.entries[number]?.isPending = true }
      return due
    }
    for (number, entry) in due { entry.ask { [self] in recordResponse(number) } }
    return state.value.responses
  }

  private func recordResponse(_ number: Int) {
    state.update { state in
      state.entries[number]?.responses += 1
      state.entries[number]?.isPending = false
    }
  }
}
