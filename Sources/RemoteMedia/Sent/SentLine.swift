internal import VitrineLinux
internal import VitrineMedia
internal import VitrineNetwork
internal import VitrinePlayback
internal import VitrineTiming

/// The reception state of a sent stream, for all threads that show or use it. Thread-safe.
final class SentLine: Interruptible {
  private let target: MediaTime
  private let state = Shared(State())
  /// Closed to end all waiting.
  private let bell = BoundedQueue<Bool>(limit: 1)

  private struct State {
    var edge = LiveEdge(memory: .seconds(10))
    /// The end of the packets received.
    var reached = MediaTime.zero
    /// When the latest packet arrived; nil while disconnected.
    var heard: HostTime?
    var trouble: NetworkError?
    var isInterrupted = false
    /// Interrupts the current wait.
    var end: @Sendable () -> Void = {}
  }

  /// A longer silence is not a pause between two pictures.
  private static let pause = Duration.seconds(1)

  /// `target` is the latency of playback.
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

  /// Sets the function that interrupts waiting from now on.
  func watch(_ end: @escaping @Sendable () -> Void) {
    let isLate = state.update { state in
      state.end = end
      return state.isInterrupted
    }
    if isLate { end() }
  }

  /// Returns false once interrupted.
  func wait(_ time: Duration) -> Bool {
    _ = bell.pop(until: .now() + time)
    return !isInterrupted
  }

  /// Records a new connection.
  func begin() { state.update { $0.edge.forget() } }

  func lose(_ cause: NetworkError) {
    state.update { ($0.heard, $0.trouble) = (nil, cause) }
  }

  /// Records that all packets up to `end` have arrived.
  func recordPackets(_ end: MediaTime, isJump: Bool, at now: HostTime) {
    state.update { state in
      if isJump { state.edge.forget() }
      state.edge.record(end, at: now)
      (state.reached, state.heard, state.trouble) = (end, now, nil)
    }
  }

  /// Returns the reception state with playback at `position`. A track without packets does not
  /// delay the others.
  func arrival(at position: MediaTime, now: HostTime) -> Arrival {
    let state = state.value
    let lead = max(state.reached - position, .zero)
    var arrival = Arrival(
      lead: .init(time: lead, bytes: 0, isFull: false),
      isAwaited: state.heard.map { now - $0 > Self.pause } ?? true,
      networkError: state.trouble?.description)
    // The buffer falls below its target by as much as the network jitters.
    arrival.buffering.toBegin = target
    arrival.buffering.toResume = MediaTime(nanoseconds: target.nanoseconds / 2)
    arrival.live = state.edge.edge(at: now).map {
      Arrival.Live(edge: $0, target: target, sent: lead)
    }
    return arrival
  }
}
