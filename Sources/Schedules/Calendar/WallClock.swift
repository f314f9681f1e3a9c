internal import VitrineTiming

/// The time of day at a place, from moments in seconds since 1970-01-01 00:00 UTC. Pure: the zone
/// is a function.
///
/// Where the clocks are put back, an hour comes twice. Here it does not: until the hour has passed
/// for the second time this clock stands, so that what is to happen in it happens once. Where they
/// are put forward it leaps.
public struct WallClock: Sendable {
  /// How far the place's clocks are ahead of UTC at a moment, in seconds.
  private let offset: @Sendable (Int64) -> Int

  /// No place puts its clocks back by more.
  private static let longestFold: Int64 = 3 * 3600

  public init(offset: @escaping @Sendable (Int64) -> Int) { self.offset = offset }

  public func time(at moment: Int64) -> CivilTime {
    let shown = moment +| bounded(at: moment)
    let before = moment -| Self.longestFold
    guard bounded(at: before) > bounded(at: moment) else { return CivilTime(seconds: shown) }
    // The last second before the clocks were put back.
    var (old, new) = (before, moment)
    while new -| old > 1 {
      let middle = old +| (new -| old) / 2
      if bounded(at: middle) > bounded(at: moment) { old = middle } else { new = middle }
    }
    return CivilTime(seconds: max(shown, old +| bounded(at: old)))
  }

  /// The first moment after `moment` at which it is `time` or later.
  public func moment(of time: CivilTime, after moment: Int64) -> Int64 {
    // Mostly the clocks are as they were, or as they will be.
    for guess in [moment, time.seconds -| bounded(at: moment)] {
      let second = time.seconds -| bounded(at: guess)
      if second > moment, self.time(at: second) >= time, self.time(at: second -| 1) < time {
        return second
      }
    }
    var early = moment
    // Clocks of two places are at most 26 hours apart, and those of one at two times.
    var late = max(time.seconds, moment) +| 48 * 3600
    while late -| early > 1 {
      let middle = early +| (late -| early) / 2
      if self.time(at: middle) < time { early = middle } else { late = middle }
    }
    return late
  }

  /// How far it is ahead of UTC, in seconds.
  public func offset(from moment: Int64) -> Int { Int(bounded(at: moment)) }

  /// The first second of the hour that clocks show at a moment. An hour that comes twice is two.
  public func hour(at moment: Int64) -> Int64 { hourSpan(at: moment).lowerBound }

  /// The seconds of the hour that clocks show at a moment. An hour that comes twice is two; where the clocks are
  /// put back or forward in the middle of one, what is left of it is one of its own.
  public func hourSpan(at moment: Int64) -> Range<Int64> {
    let ahead = bounded(at: moment)
    let past = (((moment +| ahead) % 3600) +| 3600) % 3600
    var (begin, end) = (moment -| past, moment -| past +| 3600)
    if bounded(at: begin) != ahead { begin = change(after: begin, until: moment) }
    if bounded(at: end -| 1) != ahead { end = change(after: moment, until: end -| 1) }
    // bound: a day ends behind its beginning
    return begin..<end
  }

  /// The first second of the offset that holds at `late`, and not yet at `early`.
  private func change(after early: Int64, until late: Int64) -> Int64 {
    var (before, since) = (early, late)
    let ahead = bounded(at: late)
    while since -| before > 1 {
      let middle = before +| (since -| before) / 2
      if bounded(at: middle) == ahead { since = middle } else { before = middle }
    }
    return since
  }

  private func bounded(at moment: Int64) -> Int64 {
    Int64(min(max(offset(moment), -24 * 3600), 24 * 3600))
  }
}
