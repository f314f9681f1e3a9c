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
    var lastSeat = 0
    var settling: [Int: CheckedContinuation<Void, Never>] = [:]
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

  /// Waits until what `ask` is given was called; not where all is over, nor where the task was cancelled.
  func settle(_ ask: (@escaping @Sendable () -> Void) -> Void) async {
    let seat = state.update { state in
      state.lastSeat += 1
      return state.lastSeat
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isWaiting = state.update { state in
          // Where it is cancelled from now on, that finds it here.
          guard !state.isOver, !Task.isCancelled else { return false }
          state.settling[seat] = continuation
          return true
        }
        guard isWaiting else { return continuation.resume() }
        ask { [self] in leave(seat) }
      }
    } onCancel: {
      leave(seat)
    }
  }

  /// How much was told so far to readers.
  var told: Int {
    events.sent + statuses.sent + inputs.sent + state.value.times.values.reduce(0) { $0 + $1.sent }
  }

  /// Whether the player has ended.
  var isOver: Bool { state.value.isOver }

  private func leave(_ seat: Int) {
    state.update { $0.settling.removeValue(forKey: seat) }?.resume()
  }

  /// `status` is the last that is told; nil of a player that never ran.
  func end(_ status: PlayerStatus?) {
    let before = state.update { state in
      defer { state = State(isOver: true) }
      return state
    }
    for waiting in before.settling.values { waiting.resume() }
    for times in before.times.values { times.end() }
    events.end()
    if !before.isOver, let status { statuses.send(status) }
    statuses.end()
    inputs.end()
  }
}
