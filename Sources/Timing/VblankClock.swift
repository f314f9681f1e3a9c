/// The times of a display's vblanks, measured from its page flips.
///
/// A phase-locked loop: the mode only gives an approximate period, and the timestamp of an event
/// has the jitter of an interrupt. Its owner passes every flip to it.
package struct VblankClock: Sendable {
  /// The measured time from one vblank to the next.
  package private(set) var period: Duration
  /// The latest vblank, smoothed; nil before the first flip.
  package private(set) var latest: HostTime?
  private var sequence: UInt32 = 0
  private var exactPeriod: Double
  private let nominalPeriod: Double
  private var observations = 0
  private var suspicion = 0

  /// `period` is the mode's.
  package init(period: Duration) {
    self.period = period
    exactPeriod = Double(period.nanoseconds)
    nominalPeriod = exactPeriod
  }

  /// Whether flip events do not correspond to vblanks (some virtual displays respond at once, some
  /// always with sequence 0): a timer has to pace them.
  package var isFake: Bool { suspicion >= 3 }

  /// Adds a flip: the kernel's vblank counter, and its time.
  package mutating func observe(sequence number: UInt32, at time: HostTime) {
    guard let previous = latest else {
      (latest, sequence, observations) = (time, number, 1)
      suspicion += number == 0 ? 1 : 0
      return
    }
    let passed = Double(number &- sequence)
    let elapsed = Double((time - previous).nanoseconds)
    updateSuspicion(sequence: number, passed: passed, elapsed: elapsed)
    guard passed >= 1, passed < 1000, abs(elapsed / passed - nominalPeriod) < nominalPeriod / 8
    else {
      (latest, sequence) = (time, number)  // a gap or a mode set: keep the period, take the phase
      return
    }
    follow(passed: passed, elapsed: elapsed, from: previous)
    sequence = number
  }

  /// Returns the first vblank after `time`, at least `margin` later; nil before the first flip.
  package func vblank(after time: HostTime, margin: Duration = .zero) -> HostTime? {
    guard let latest else { return nil }
    let distance = Double((time + margin - latest).nanoseconds)
    let count = (distance / exactPeriod).rounded(.down) + 1
    return latest + Duration(roundingNanoseconds: count * exactPeriod)
  }

  /// Returns the number of periods between two vblanks, rounded.
  package func periods(from start: HostTime, to end: HostTime) -> Int {
    Int((Double((end - start).nanoseconds) / exactPeriod).rounded())
  }

  private mutating func updateSuspicion(sequence number: UInt32, passed: Double, elapsed: Double) {
    let isEarly = elapsed < nominalPeriod / 2
    let isUncounted = number == 0 || passed == 0
    suspicion = isEarly || isUncounted ? min(suspicion + 1, 8) : max(suspicion - 1, 0)
  }

  private mutating func follow(passed: Double, elapsed: Double, from previous: HostTime) {
    observations = min(observations + 1, 64)
    // Adapts fast at first and then slowly: the jitter of an interrupt must not change the cadence.
    let gain = max(1 / Double(observations), 1.0 / 32)
    let error = elapsed - passed * exactPeriod
    exactPeriod += gain * gain / 2 * error / passed
    let predicted = previous + Duration(roundingNanoseconds: passed * exactPeriod)
    latest = predicted + Duration(roundingNanoseconds: gain * error)
    period = Duration(roundingNanoseconds: exactPeriod)
  }
}
