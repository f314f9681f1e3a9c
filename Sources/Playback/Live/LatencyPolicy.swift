public import VitrineTiming

/// Holds a live source at one distance from what happens, by playing it a little faster or slower. A
/// value.
///
/// As ExoPlayer's `DefaultLivePlaybackSpeedControl` does it: in proportion to what is amiss, at most
/// 3 %, which is not heard with the pitch kept, and exactly as fast as it comes where little is. Each
/// stall shows that the distance was too short for the line.
public struct LatencyPolicy: Hashable, Sendable {
  /// The distance that is held.
  public private(set) var target: MediaTime
  /// The speed that was decided last.
  public private(set) var rate = 1.0
  private let wanted: MediaTime
  private let longest: MediaTime
  /// When the distance was changed last.
  private var stretched: HostTime?
  private let stallCost: MediaTime
  private var decided: HostTime?

  private static let rates = 0.97...1.03
  /// For each second that is amiss.
  private static let gain = 0.1
  private static let step = 0.005
  /// So little is not worth a change.
  private static let tolerance = MediaTime(20, 1000)
  private static let calm = Duration.seconds(300)
  private static let between = Duration.seconds(1)
  /// Beyond so much a jump is better than minutes at another speed.
  private static let leastJump = MediaTime(1, 2)

  /// `target` is what is wanted; stalls make it at most four times as long.
  public init(target: MediaTime) {
    (self.target, wanted) = (target, target)
    longest = target + target + target + target
    stallCost = min(MediaTime(1, 2), MediaTime(nanoseconds: target.nanoseconds / 2))
  }

  /// It had to wait for what was to be played.
  public mutating func noteStall(at now: HostTime) {
    (target, stretched) = (min(target + stallCost, longest), now)
  }

  /// After some minutes without a stall the line may be better.
  private mutating func relax(_ now: HostTime) {
    guard let last = stretched, now - last > Self.calm else { return }
    target = max(target - stallCost, wanted)
    stretched = target > wanted ? now : nil
  }

  /// Whether it is so far behind that it has to jump, which counts as done then.
  public mutating func jumps(at latency: MediaTime, _ now: HostTime) -> Bool {
    guard !isSettling(now), latency > target + max(target, Self.leastJump) else { return false }
    decided = now
    return true
  }

  /// What was decided is not to be seen yet.
  private func isSettling(_ now: HostTime) -> Bool {
    decided.map { now - $0 < Self.between } ?? false
  }

  /// How fast it is played from now on, if that is another speed than before.
  public mutating func change(at latency: MediaTime, _ now: HostTime) -> Double? {
    if isSettling(now) { return nil }
    relax(now)
    let best = wantedRate(at: latency)
    guard best != rate else { return nil }
    (rate, decided) = (best, now)
    return best
  }

  private func wantedRate(at latency: MediaTime) -> Double {
    let amiss = latency - target
    // One that is being brought back is brought to the very place.
    let tolerance = rate == 1 ? Self.tolerance + Self.tolerance : Self.tolerance
    if abs(amiss.seconds) <= tolerance.seconds { return 1 }
    let steps = (amiss.seconds * Self.gain / Self.step).rounded()
    let least = amiss > .zero ? 1.0 : -1.0
    let rate = 1 + (steps == 0 ? least : steps) * Self.step
    return min(max(rate, Self.rates.lowerBound), Self.rates.upperBound)
  }
}
