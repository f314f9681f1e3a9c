internal import VitrineLinux
internal import VitrineMedia
internal import VitrineNetwork
internal import VitrinePlayback
internal import VitrineTiming

/// How what is sent arrives, for all who look at it. Thread-safe.
final class SentLine: Interruptible {
  private let target: MediaTime
  private let state = Shared(State())
  /// Closed when all is to end.
  private let bell = BoundedQueue<Bool>(limit: 1)

  private struct State {
    var edge = LiveEdge(memory: .seconds(10))
    /// Up to when something came.
    var reached = MediaTime.zero
    /// When something came last; nil while it is not connected.
    var heard: HostTime?
    var trouble: NetworkError?
    var isInterrupted = false
    /// Ends what is waited for at the moment.
    var end: @Sendable () -> Void = {}
  }

  /// Silence that is longer is no pause between two pictures.
  private static let pause = Duration.seconds(1)

  /// `target` is how far behind it is played.
  init(target: MediaTime) { self.target = target }

  var isInterrupted: Bool { state.value.isInterrupted }

  func interrupt() {
    bell.close(discarding: true)
    let end = state.update { state in
      state.isInterrupted = true
      return state.end
    }
    end()
  }

  /// What waits from now on ends by this.
  func watch(_ end: @escaping @Sendable () -> Void) {
    let isLate = state.update { state in
      state.end = end
      return state.isInterrupted
    }
    if isLate { end() }
  }

  /// False where all is to end.
  func wait(_ time: Duration) -> Bool {
    _ = bell.pop(until: .now() + time)
    return !isInterrupted
  }

  /// It is connected.
  func begin() { state.update { $0.edge.forget() } }

  func lose(_ cause: NetworkError) {
    state.update { ($0.heard, $0.trouble) = (nil, cause) }
  }

  /// All up to `end` is there.
  func note(_ end: MediaTime, isJump: Bool, at now: HostTime) {
    state.update { state in
      if isJump { state.edge.forget() }
      state.edge.note(end, at: now)
      (state.reached, state.heard, state.trouble) = (end, now, nil)
    }
  }

  /// For what plays at `position`. A track that has nothing any more holds nothing up.
  func arrival(at position: MediaTime, now: HostTime) -> Arrival {
    let state = state.value
    let lead = max(state.reached - position, .zero)
    var arrival = Arrival(
      lead: .init(time: lead, bytes: 0, isFull: false),
      isAwaited: state.heard.map { now - $0 > Self.pause } ?? true,
      trouble: state.trouble?.description)
    // Less is there than what is held back, by as much as the line is uneven.
    arrival.buffering.toBegin = target
    arrival.buffering.toGoOn = MediaTime(nanoseconds: target.nanoseconds / 2)
    arrival.live = state.edge.edge(at: now).map {
      Arrival.Live(edge: $0, target: target, sent: lead)
    }
    return arrival
  }
}
