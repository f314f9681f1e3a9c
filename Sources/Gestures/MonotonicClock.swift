import VitrineTiming

/// Moments as devices and timers tell them, made safe to reckon with: they never go back, and sums
/// of them stay inside of what `Int64` holds.
///
/// A report that waited while a timer fired is older than it by milliseconds: it counts as of the
/// same moment. What is older by more than a second tells that the clock is another one.
struct MonotonicClock: Sendable {
  private var latest: HostTime?
  private static let reach: Int64 = 1 << 61  // 73 years
  private static let tolerance = Duration.seconds(1)

  /// The moment to go by, and whether all earlier ones mean nothing beside it.
  mutating func follow(_ time: HostTime) -> (now: HostTime, isAnother: Bool) {
    let told = HostTime(nanoseconds: min(max(time.nanoseconds, -Self.reach), Self.reach))
    guard let latest, told < latest else {
      latest = told
      return (told, false)
    }
    guard latest - told > Self.tolerance else { return (latest, false) }
    self.latest = told
    return (told, true)
  }
}
