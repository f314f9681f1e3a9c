internal import VitrineEngine
internal import VitrineLinux
internal import VitrineOverlay

/// Who is told what becomes of a player. Thread-safe.
final class Audience: Sendable {
  let events = Broadcast<PlayerEvent>(.bufferingNewest(1000))
  let statuses = Broadcast<PlayerStatus>(.bufferingNewest(1))
  let inputs = Broadcast<Input>(.bufferingNewest(1000))

  private struct State {
    var times: [ObjectIdentifier: Broadcast<Duration>] = [:]
    /// In the order in which they came.
    var settling: [CheckedContinuation<Void, Never>] = []
    var isOver = false
  }

  private let state = Shared(State())

  /// Tells what the player says to those who listen to it.
  func hear(_ event: VitrineEngine.PlayerEvent) {
    if case .asked(.own(let input)) = event { inputs.send(Input(input)) }
    if let event = PlayerEvent(event) { events.send(event) }
  }

  /// Ends with the player; `onEnd` is called once it is not read any more.
  func times(
    _ times: Broadcast<Duration>, onEnd: @escaping @Sendable () -> Void
  ) -> AsyncStream<Duration> {
    let id = ObjectIdentifier(times)
    let isOver = state.update { state in
      if !state.isOver { state.times[id] = times }
      return state.isOver
    }
    if isOver { times.end() }
    return times.stream { [state] in
      state.update { $0.times[id] = nil }
      onEnd()
    }
  }

  /// False where all is over.
  func add(_ settling: CheckedContinuation<Void, Never>) -> Bool {
    state.update { state in
      if !state.isOver { state.settling.append(settling) }
      return !state.isOver
    }
  }

  /// What was asked for before the first that waits is done.
  func settle() {
    state.update { $0.settling.isEmpty ? nil : $0.settling.removeFirst() }?.resume()
  }

  func end() {
    let before = state.update { state in
      defer { state = State(isOver: true) }
      return state
    }
    for waiting in before.settling { waiting.resume() }
    for times in before.times.values { times.end() }
    events.end()
    statuses.end()
    inputs.end()
  }
}
