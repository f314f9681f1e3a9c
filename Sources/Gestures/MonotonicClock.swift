import VitrineTiming

/// Makes the times of devices and timers safe for calculations: they never go back, and sums cannot
/// overflow.
///
/// A report that was delayed while a timer fired is milliseconds older: it gets the timer's time. A
/// difference of more than a second means another clock.
struct MonotonicClock: Sendable {
  private var latest: HostTime?
  private static let reach: Int64 = 1 << 61  // 73 years
  private static let tolerance = Duration.seconds(1)

  /// Returns the time to use, and whether the clock has changed, so that earlier times have lost
  /// their meaning.
  mutating func follow(_ time: HostTime) -> (now: HostTime, isAnother: Bool) {
    let bounded = HostTime(nanoseconds: min(max(time.nanoseconds, -Self.reach), Self.reach))
    guard let latest, bounded < latest else {
      latest = bounded
      return (bounded, false)
    }
    guard latest - bounded > Self.tolerance else { return (latest, false) }
    self.latest = bounded
    return (bounded, true)
  }
}
