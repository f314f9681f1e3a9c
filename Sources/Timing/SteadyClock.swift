/// A clock for pictures: it follows a measured clock without its jitter.
///
/// The measured clock of a sound device drifts by a few milliseconds, and frames that followed it
/// would change their cadence needlessly. So this clock runs freely within a dead band, and is
/// steered back gently, not set, when it leaves it. Its unit is that of the clock it follows
/// (samples of a sound device).
package struct SteadyClock: Sendable {
  private var anchor: (time: HostTime, position: Double)
  private var speed: Double
  private var isSteering = false

  /// The difference at which steering begins, in seconds.
  private static let deadBand = 0.003
  private static let goal = 0.000_5
  /// A larger difference is a discontinuity, such as a device that reconnected: the clock is set.
  private static let breakAway = 0.2

  package init(rate: Double, position: Double, at time: HostTime) {
    anchor = (time, position)
    speed = rate
  }

  package func position(at time: HostTime) -> Double {
    anchor.position + speed * (time - anchor.time).seconds
  }

  /// Returns when `position` is reached.
  package func time(of position: Double) -> HostTime {
    anchor.time + Duration(roundingNanoseconds: (position - anchor.position) / speed * 1e9)
  }

  /// Compares with the measured clock at `time`, and steers if they differ.
  package mutating func follow(_ measured: SampleClock, at time: HostTime) {
    guard measured.isSettled else { return }
    let own = position(at: time)
    let difference = (measured.sample(at: time) - own) / measured.nominalRate
    guard abs(difference) < Self.breakAway else {
      self = SteadyClock(
        rate: measured.nominalRate * measured.relativeRate, position: measured.sample(at: time),
        at: time)
      return
    }
    if abs(difference) > Self.deadBand { isSteering = true }
    guard isSteering else { return }
    isSteering = abs(difference) > Self.goal
    // A small difference is corrected so slowly that no frame moves to another vblank within a
    // second. A large one is corrected faster, but by no more than half a percent, which is not
    // visible.
    let limit = min(max(abs(difference) / 5, 0.001), 0.005)
    let correction = isSteering ? min(max(difference / 2, -limit), limit) : 0
    anchor = (time, own)
    speed = measured.nominalRate * (measured.relativeRate + correction)
  }
}
