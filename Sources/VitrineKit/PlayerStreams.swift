internal import VitrineEngine
internal import VitrineLinux
internal import VitrineOverlay

/// The sequences of a player's events, statuses, inputs and times. Thread-safe.
final class PlayerStreams: Sendable {
  let events = Broadcast<PlayerEvent>(.bufferingNewest(1000))
  let statuses = Broadcast<PlayerStatus>(.bufferingNewest(1))
  let inputs = Broadcast<Input>(.bufferingNewest(1000))
  let attachments = PlayerAttachments()

  private struct State {
    var times: [ObjectIdentifier: Broadcast<Duration>] = [:]
    var lastID = 0
    var settling: [Int: CheckedContinuation<Void, Never>] = [:]
    var isOver = false
  }

  private let state = Shared(State())

  /// Sends an event to the sequences and the attachments.
  func send(_ event: VitrineEngine.PlayerEvent) {
    if case .requested(.own(let input)) = event { inputs.send(Input(input)) }
    if let event = PlayerEvent(event) { events.send(event) }
    attachments.send(event)
  }

  /// Returns a sequence that ends with the player. `onEnd` is called when its last reader
  /// is gone.
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

  /// Waits until the closure passed to `ask` is called, the player ends or the task is cancelled.
  func settle(_ ask: (@escaping @Sendable () -> Void) -> Void) async {
    let id = state.update { state in
      state.lastID += 1
      return state.lastID
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isWaiting = state.update { state in
          // A later cancellation finds the continuation here.
          guard !state.isOver, !Task.isCancelled else { return false }
          state.settling[id] = continuation
          return true
        }
        guard isWaiting else { return continuation.resume() }
        ask { [self] in leave(id) }
      }
    } onCancel: {
      leave(id)
    }
  }

  /// The number of elements sent to readers so far.
  var sentCount: Int {
    events.sent + statuses.sent + inputs.sent + state.value.times.values.reduce(0) { $0 + $1.sent }
  }

  /// Whether the player has ended.
  var isOver: Bool { state.value.isOver }

  private func leave(_ id: Int) {
    state.update { $0.settling.removeValue(forKey: id) }?.resume()
  }

  /// Ends all sequences, and closes the attachments soon unless that is done. `status` is sent as the
  /// last one; nil if the player never ran.
  func end(_ status: PlayerStatus?) {
    attachments.endSoon()
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
