public import VitrineTiming

/// Decides how fast a live source is played, and when it jumps to what happens now. A value; asked
/// while it plays.
///
/// Who pauses or goes back in what has a window wants to be there, and is left alone until they come
/// back to what happens.
public struct LiveHold: Hashable, Sendable {
  public enum Action: Hashable, Sendable {
    /// At this speed, of a source whose speed is held; nil is one that is not.
    case play(at: Double?)
    /// To this place, in the source's own time.
    case jump(to: MediaTime)
    /// Leaves so much of what is there out.
    case leap(by: MediaTime)
  }

  /// Where a live source plays.
  public struct Place: Hashable, Sendable {
    /// In the source's own time.
    public var position: MediaTime
    public var run: Run
    /// The run that its item was opened with.
    public var opening: Run

    public init(position: MediaTime, run: Run, opening: Run) {
      (self.position, self.run, self.opening) = (position, run, opening)
    }
  }

  private var opening: Run?
  private var run: Run?
  private var policy: LatencyPolicy?
  private var wasHeld = false
  private var stalled: HostTime?
  private var hasJumped = false
  /// Whether people are where they want to be, and that is not at its end.
  public private(set) var isShifted = false
  /// How far behind it is played, as it was looked at last.
  public private(set) var latency: MediaTime?

  /// Less behind what is held is no place of one's own.
  public static let near = MediaTime(3, 1)
  /// Stalls that are shorter are those of an uneven line.
  private static let unevenLine = MediaTime(1, 5)
  private static let unevenness = Duration.seconds(2)

  public init() {}

  public var target: MediaTime? { policy?.target }
  public var rate: Double { policy?.rate ?? 1 }

  /// It waits for what is to be played.
  public mutating func noteStall(at now: HostTime) { stalled = stalled ?? now }

  /// People hold it; `live` is nil of what is not live.
  public mutating func noteHeld(_ live: Arrival.Live?, at position: MediaTime) {
    wasHeld = true
    guard policy != nil, let live else { return }
    latency = Self.latency(live, at: position)
  }

  /// Nothing live plays any more.
  public mutating func leave() -> Action? {
    guard policy != nil else { return nil }
    self = LiveHold()
    return .play(at: nil)
  }

  /// What is to be done of a source that plays; `live` is nil of one that is not live.
  public mutating func look(
    _ live: Arrival.Live?, at place: Place, now: HostTime
  ) -> Action? {
    guard let live else { return leave() }
    if opening != place.opening {
      self = LiveHold()
      (opening, run, policy) = (place.opening, place.run, LatencyPolicy(target: live.target))
      return .play(at: 1)
    }
    let latency = Self.latency(live, at: place.position)
    self.latency = latency
    noteGoingOn(now)
    isShifted = isShifted(at: latency, in: place.run, live)
    (run, wasHeld, hasJumped) = (place.run, false, false)
    return isShifted ? letGo(live.target) : hold(latency, live, now)
  }

  /// Of what is sent no more than is there: a sender may begin with stamps that are far too late.
  private static func latency(_ live: Arrival.Live, at position: MediaTime) -> MediaTime {
    let latency = live.edge - position
    return live.sent.map { min(latency, $0 + unevenLine) } ?? latency
  }

  /// A line that is uneven wants more to be held back; one that was gone does not.
  private mutating func noteGoingOn(_ now: HostTime) {
    if let stalled, now - stalled < Self.unevenness { policy?.noteStall(at: now) }
    stalled = nil
  }

  private func isShifted(at latency: MediaTime, in run: Run, _ live: Arrival.Live) -> Bool {
    guard live.earliest != nil, !hasJumped else { return false }
    let wasMoved = run != self.run || wasHeld
    return wasMoved ? latency > (target ?? live.target) + Self.near : isShifted
  }

  private mutating func letGo(_ target: MediaTime) -> Action? {
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
