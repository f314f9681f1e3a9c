/// Where the vblanks of a display lie in host time, measured from its page flips.
///
/// A phase-locked loop: the mode says only roughly what the period is, and an event's
/// time stamp carries the jitter of an interrupt. A value; its owner feeds it every flip.
public struct VblankClock: Sendable {
  /// The time from one vblank to the next, as measured so far.
  public private(set) var period: Duration
  /// The latest vblank seen, smoothed; nil before the first flip.
  public private(set) var latest: HostTime?
  private var sequence: UInt32 = 0
  private var exactPeriod: Double
  private let nominalPeriod: Double
  private var observations = 0
  private var suspicion = 0

  /// `period` is what the mode promises.
  public init(period: Duration) {
    self.period = period
    exactPeriod = Double(period.nanoseconds)
    nominalPeriod = exactPeriod
  }

  /// Whether flips come without a vblank behind them (some virtual displays answer at once,
  /// some always with sequence 0): then a timer has to pace.
  public var isFake: Bool { suspicion >= 3 }

  /// Takes one flip: the vblank's number as the kernel counts it, and its time.
  public mutating func observe(sequence number: UInt32, at time: HostTime) {
    guard let previous = latest else {
      (latest, sequence, observations) = (time, number, 1)
      suspicion += number == 0 ? 1 : 0
      return
    }
    let passed = Double(number &- sequence)
    let elapsed = Double((time - previous).nanoseconds)
    noteCredibility(sequence: number, passed: passed, elapsed: elapsed)
    guard passed >= 1, passed < 1000, abs(elapsed / passed - nominalPeriod) < nominalPeriod / 8
    else {
      (latest, sequence) = (time, number)  // a gap or a modeset: keep the period, take the phase
      return
    }
    follow(passed: passed, elapsed: elapsed, from: previous)
    sequence = number
  }

  /// The first vblank after `time`, at least `margin` later. Before the first flip: nil.
  public func vblank(after time: HostTime, margin: Duration = .zero) -> HostTime? {
    guard let latest else { return nil }
    let distance = Double((time + margin - latest).nanoseconds)
    let count = (distance / exactPeriod).rounded(.down) + 1
    return latest + Duration(roundingNanoseconds: count * exactPeriod)
  }

  /// The number of whole periods nearest to the time between two vblanks.
  public func periods(from start: HostTime, to end: HostTime) -> Int {
    Int((Double((end - start).nanoseconds) / exactPeriod).rounded())
  }

  private mutating func noteCredibility(sequence number: UInt32, passed: Double, elapsed: Double) {
    let isEarly = elapsed < nominalPeriod / 2
    let isUncounted = number == 0 || passed == 0
    suspicion = isEarly || isUncounted ? min(suspicion + 1, 8) : max(suspicion - 1, 0)
  }

  private mutating func follow(passed: Double, elapsed: Double, from previous: HostTime) {
    observations = min(observations + 1, 64)
    // Wide awake at first, then narrow: jitter of an interrupt must not move the cadence.
    let gain = max(1 / Double(observations), 1.0 / 32)
    let error = elapsed - passed * exactPeriod
    exactPeriod += gain * gain / 2 * error / passed
    let predicted = previous + Duration(roundingNanoseconds: passed * exactPeriod)
    latest = predicted + Duration(roundingNanoseconds: gain * error)
    period = Duration(roundingNanoseconds: exactPeriod)
  }
}
