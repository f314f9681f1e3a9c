/// A clock that pictures can follow: it keeps to a measured one without its small noise.
///
/// The measured clock of a sound device wanders by a few milliseconds. Frames that followed
/// it would change their cadence for nothing, so this one runs freely while the difference
/// stays inside a dead band, and is steered back gently, never set, when it leaves it.
/// A value, in units per second of the clock it follows (samples of a sound device).
public struct SteadyClock: Sendable {
  private var anchor: (time: HostTime, position: Double)
  private var speed: Double
  private var isSteering = false

  /// What the difference may grow to before the clock is steered, in seconds.
  private static let deadBand = 0.003
  private static let goal = 0.000_5
  /// A larger difference is no drift but a break (a device came back): the clock is set.
  private static let breakAway = 0.2

  public init(rate: Double, position: Double, at time: HostTime) {
    anchor = (time, position)
    speed = rate
  }

  public func position(at time: HostTime) -> Double {
    anchor.position + speed * (time - anchor.time).seconds
  }

  /// When `position` is reached.
  public func time(of position: Double) -> HostTime {
    anchor.time + Duration(roundingNanoseconds: (position - anchor.position) / speed * 1e9)
  }

  /// Compares with the measured clock at `time` and steers where they differ.
  public mutating func follow(_ measured: SampleClock, at time: HostTime) {
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
    // What is small is closed so slowly that no frame changes its vblank for it within a second;
    // what is large faster, but never by more than half a percent, which no eye sees.
    let limit = min(max(abs(difference) / 5, 0.001), 0.005)
    let correction = isSteering ? min(max(difference / 2, -limit), limit) : 0
    anchor = (time, own)
    speed = measured.nominalRate * (measured.relativeRate + correction)
  }
}
