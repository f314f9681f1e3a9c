internal import VitrineTiming

/// Local time as a function of seconds since 1970-01-01 00:00 UTC. Pure: the zone is a function.
///
/// When clocks are set back, an hour occurs twice. This clock stands still until that hour has
/// passed for the second time, so that its events happen once. When clocks are set forward, it
/// jumps.
package struct WallClock: Sendable {
  /// Returns the offset from UTC at a second, in seconds.
  private let offset: @Sendable (Int64) -> Int

  /// No zone sets its clocks back by more.
  private static let longestFold: Int64 = 3 * 3600

  package init(offset: @escaping @Sendable (Int64) -> Int) { self.offset = offset }

  package func time(at moment: Int64) -> CivilTime {
    let shown = moment +| bounded(at: moment)
    let before = moment -| Self.longestFold
    guard bounded(at: before) > bounded(at: moment) else { return CivilTime(seconds: shown) }
    // Finds the last second before the clocks were set back.
    var (old, new) = (before, moment)
    while new -| old > 1 {
      let middle = old +| (new -| old) / 2
      if bounded(at: middle) > bounded(at: moment) { old = middle } else { new = middle }
    }
    return CivilTime(seconds: max(shown, old +| bounded(at: old)))
  }

  /// Returns the first second after `moment` at which the local time is `time` or later.
  package func moment(of time: CivilTime, after moment: Int64) -> Int64 {
    // Usually one of the two offsets is right.
    for guess in [moment, time.seconds -| bounded(at: moment)] {
      let second = time.seconds -| bounded(at: guess)
      if second > moment, self.time(at: second) >= time, self.time(at: second -| 1) < time {
        return second
      }
    }
    var early = moment
    // UTC offsets differ by at most 26 hours, within a zone, too.
    var late = max(time.seconds, moment) +| 48 * 3600
    while late -| early > 1 {
      let middle = early +| (late -| early) / 2
      if self.time(at: middle) < time { early = middle } else { late = middle }
    }
    return late
  }

  /// Returns the offset from UTC, in seconds.
  package func offset(from moment: Int64) -> Int { Int(bounded(at: moment)) }

  /// Returns the first second of the local hour at `moment`. An hour that occurs twice is two
  /// hours.
  package func hour(at moment: Int64) -> Int64 { hourSpan(at: moment).lowerBound }

  /// Returns the seconds of the local hour at `moment`. An hour that occurs twice is two hours; a
  /// clock change in the middle of an hour splits it.
  package func hourSpan(at moment: Int64) -> Range<Int64> {
    let ahead = bounded(at: moment)
    let past = (((moment +| ahead) % 3600) +| 3600) % 3600
    var (begin, end) = (moment -| past, moment -| past +| 3600)
    if bounded(at: begin) != ahead { begin = change(after: begin, until: moment) }
    if bounded(at: end -| 1) != ahead { end = change(after: moment, until: end -| 1) }
    // bound: an hour ends after its start
    return begin..<end
  }

  /// Returns the first second with the offset of `late`; at `early` it is different.
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
