package import VitrineTiming

/// Decides the rate of a live source, and when it jumps to the live edge. Called during playback.
///
/// In a stream with a window, a pause or a seek back disables this until the viewer returns to the
/// live edge.
package struct LatencyController: Hashable, Sendable {
  package enum Action: Hashable, Sendable {
    /// Plays at this rate, with latency control; nil ends the control.
    case play(at: Double?)
    /// Seeks to this time, in the source's own time.
    case jump(to: MediaTime)
    /// Skips this much of the buffer.
    case leap(by: MediaTime)
  }

  /// The position of a live source.
  package struct Place: Hashable, Sendable {
    /// In the source's own time.
    package var position: MediaTime
    package var run: Run
    /// The run that its item was opened with.
    package var opening: Run

    package init(position: MediaTime, run: Run, opening: Run) {
      self.position = position
      self.run = run
      self.opening = opening
    }
  }

  private var opening: Run?
  private var run: Run?
  private var policy: LatencyPolicy?
  private var wasHeld = false
  private var stalled: HostTime?
  private var hasJumped = false
  /// Whether the viewer chose a position away from the live edge.
  package private(set) var isShifted = false
  /// The latest measured latency.
  package private(set) var latency: MediaTime?

  /// A smaller distance from the target counts as the live edge.
  package static let near = MediaTime(3, 1)
  /// The jitter allowed for pushed sources, and the longest stall that counts as jitter.
  private static let unevenLine = MediaTime(1, 5)
  private static let unevenness = Duration.seconds(2)

  package init() {}

  package var target: MediaTime? { policy?.target }
  package var rate: Double { policy?.rate ?? 1 }

  /// Records the start of a stall.
  package mutating func recordStall(at now: HostTime) { stalled = stalled ?? now }

  /// Records a pause or another hold; `live` is nil for a source that is not live.
  package mutating func recordHold(_ live: Arrival.Live?, at position: MediaTime) {
    wasHeld = true
    guard policy != nil, let live else { return }
    latency = Self.latency(live, at: position)
  }

  /// Ends latency control.
  package mutating func leave() -> Action? {
    guard policy != nil else { return nil }
    self = LatencyController()
    return .play(at: nil)
  }

  /// Returns the action for a playing source; `live` is nil for a source that is not live.
  package mutating func update(
    _ live: Arrival.Live?, at place: Place, now: HostTime
  ) -> Action? {
    guard let live else { return leave() }
    if opening != place.opening {
      self = LatencyController()
      (opening, run, policy) = (place.opening, place.run, LatencyPolicy(target: live.target))
      return .play(at: 1)
    }
    let latency = Self.latency(live, at: place.position)
    self.latency = latency
    recordResumption(now)
    isShifted = isShifted(at: latency, in: place.run, live)
    (run, wasHeld, hasJumped) = (place.run, false, false)
    return isShifted ? release(live.target) : hold(latency, live, now)
  }

  /// For pushed sources at most the buffered time: a sender may start with timestamps that are far
  /// too late.
  private static func latency(_ live: Arrival.Live, at position: MediaTime) -> MediaTime {
    let latency = live.edge - position
    return live.sent.map { min(latency, $0 + unevenLine) } ?? latency
  }

  /// Jitter needs a longer buffer; a lost connection does not.
  private mutating func recordResumption(_ now: HostTime) {
    if let stalled, now - stalled < Self.unevenness { policy?.recordStall(at: now) }
    stalled = nil
  }

  private func isShifted(at latency: MediaTime, in run: Run, _ live: Arrival.Live) -> Bool {
    guard live.earliest != nil, !hasJumped else { return false }
    let wasMoved = run != self.run || wasHeld
    return wasMoved ? latency > (target ?? live.target) + Self.near : isShifted
  }

  private mutating func release(_ target: MediaTime) -> Action? {
    defer { policy = LatencyPolicy(target: target) }
    return rate == 1 ? nil : .play(at: 1)
  }

  private mutating func hold(
    _ latency: MediaTime, _ live: Arrival.Live, _ now: HostTime
  ) -> Action? {
    guard var policy else { return nil }
    defer { self.policy = policy }
    if policy.jumps(at: latency, now) {
      if let sent = live.sent { return .leap(by: max(sent - policy.target, .zero)) }
      hasJumped = true
      return .jump(to: live.edge - policy.target)
    }
    return policy.change(at: latency, now).map { .play(at: $0) }
  }
}
