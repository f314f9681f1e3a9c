internal import VitrineLinux

/// A source of sequences, each of which gets all elements sent after its creation. Thread-safe.
final class Broadcast<Element: Sendable>: Sendable {
  typealias Reader = AsyncStream<Element>.Continuation

  private struct State {
    var last = 0
    var readers: [Int: Reader] = [:]
    var isOver = false
    var sent = 0
  }

  private let state = Shared(State())
  private let policy: Reader.BufferingPolicy

  init(_ policy: Reader.BufferingPolicy) { self.policy = policy }

  /// Returns a new sequence. `onEnd` is called when its last reader is gone, or when it ends.
  func stream(onEnd: @escaping @Sendable () -> Void = {}) -> AsyncStream<Element> {
    let (stream, reader) = AsyncStream.makeStream(of: Element.self, bufferingPolicy: policy)
    let id = state.update { state -> Int? in
      guard !state.isOver else { return nil }
      state.last += 1
      state.readers[state.last] = reader
      return state.last
    }
    reader.onTermination = { [state] _ in
      if let id { state.update { $0.readers[id] = nil } }
      onEnd()
    }
    if id == nil { reader.finish() }
    return stream
  }

  /// The number of elements sent while there was a reader.
  var sent: Int { state.value.sent }

  func send(_ element: Element) {
    let readers = state.update { state in
      if !state.readers.isEmpty { state.sent += 1 }
      return state.readers
    }
    for reader in readers.values { reader.yield(element) }
  }

  func end() {
    let readers = state.update { state in
      defer { (state.isOver, state.readers) = (true, [:]) }
      return state.readers
    }
    for reader in readers.values { reader.finish() }
  }
}
