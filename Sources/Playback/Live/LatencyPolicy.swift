package import VitrineTiming

/// Keeps a live source at its target latency by small corrections of the rate.
///
/// Like ExoPlayer's `DefaultLivePlaybackSpeedControl`, the correction is proportional to the error
/// and at most 3%, which is inaudible with unchanged pitch; small errors are ignored. Each stall
/// shows that the latency was too short for the connection.
package struct LatencyPolicy: Hashable, Sendable {
  /// The current target latency.
  package private(set) var target: MediaTime
  /// The latest rate.
  package private(set) var rate = 1.0
  private let wanted: MediaTime
  private let longest: MediaTime
  /// When the target was last changed.
  private var stretched: HostTime?
  private let stallCost: MediaTime
  private var decided: HostTime?

  private static let rates = 0.97...1.03
  /// The correction per second of error.
  private static let gain = 0.1
  private static let step = 0.005
  /// Smaller errors are ignored.
  private static let tolerance = MediaTime(20, 1000)
  private static let calm = Duration.seconds(300)
  private static let between = Duration.seconds(1)
  /// For larger errors, a jump is better than minutes at another rate.
  private static let leastJump = MediaTime(1, 2)

  /// `target` is the configured latency; stalls increase it at most fourfold.
  package init(target: MediaTime) {
    (self.target, wanted) = (target, target)
    longest = target + target + target + target
    stallCost = min(MediaTime(1, 2), MediaTime(nanoseconds: target.nanoseconds / 2))
  }

  /// Records a stall.
  package mutating func recordStall(at now: HostTime) {
    (target, stretched) = (min(target + stallCost, longest), now)
  }

  /// After some minutes without a stall, the connection may be better.
  private mutating func relax(_ now: HostTime) {
    guard let last = stretched, now - last > Self.calm else { return }
    target = max(target - stallCost, wanted)
    stretched = target > wanted ? now : nil
  }

  /// Whether to jump because the latency is too long; the jump counts as done.
  package mutating func jumps(at latency: MediaTime, _ now: HostTime) -> Bool {
    guard !isSettling(now), latency > target + max(target, Self.leastJump) else { return false }
    decided = now
    return true
  }

  /// The latest decision has not taken effect yet.
  private func isSettling(_ now: HostTime) -> Bool {
    decided.map { now - $0 < Self.between } ?? false
  }

  /// The new rate, or nil if it is unchanged.
  package mutating func change(at latency: MediaTime, _ now: HostTime) -> Double? {
    if isSettling(now) { return nil }
    relax(now)
    let best = wantedRate(at: latency)
    guard best != rate else { return nil }
    (rate, decided) = (best, now)
    return best
  }

  private func wantedRate(at latency: MediaTime) -> Double {
    let amiss = latency - target
    // A correction in progress continues to a smaller error.
    let tolerance = rate == 1 ? Self.tolerance + Self.tolerance : Self.tolerance
    if abs(amiss.seconds) <= tolerance.seconds { return 1 }
    let steps = (amiss.seconds * Self.gain / Self.step).rounded()
    let least = amiss > .zero ? 1.0 : -1.0
    let rate = 1 + (steps == 0 ? least : steps) * Self.step
    return min(max(rate, Self.rates.lowerBound), Self.rates.upperBound)
  }
}
