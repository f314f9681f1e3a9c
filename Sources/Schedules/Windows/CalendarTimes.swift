/// The periods from a calendar in which something is open. Pure.
///
/// Adjacent and overlapping periods are merged. Some are fixed in UTC, others in local time.
package struct CalendarTimes: Hashable, Sendable {
  /// In seconds since 1970-01-01 00:00 UTC, sorted and disjoint.
  private let moments: [Range<Int64>]
  /// In seconds of `CivilTime`, sorted and disjoint.
  private let civil: [Range<Int64>]

  /// Accepts periods in any order; ignores empty ones.
  package init(moments: [Range<Int64>], civil: [Range<Int64>]) {
    (self.moments, self.civil) = (Self.apart(moments), Self.apart(civil))
  }

  /// Whether it is never open.
  package var isEmpty: Bool { moments.isEmpty && civil.isEmpty }

  private static func apart(_ spans: [Range<Int64>]) -> [Range<Int64>] {
    var apart: [Range<Int64>] = []
    for span in spans.filter({ !$0.isEmpty }).sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = apart.last, last.upperBound >= span.lowerBound {
        apart[apart.count - 1] = last.lowerBound..<max(last.upperBound, span.upperBound)
      } else {
        apart.append(span)
      }
    }
    return apart
  }

  /// Returns whether it is open, and the first second at which that may change.
  func state(at second: Int64, _ clock: WallClock) -> Condition.State {
    let time = clock.time(at: second).seconds
    let (fixed, local) = (Self.first(in: moments, endingAfter: second), first(after: time))
    let ends = [
      Self.edge(of: fixed, after: second),
      Self.edge(of: local, after: time).map {
        clock.moment(of: CivilTime(seconds: $0), after: second)
      },
    ]
    return Condition.State(
      isOpen: [(fixed, second), (local, time)].contains { $0.0?.contains($0.1) == true },
      until: ends.compactMap(\.self).min())
  }

  /// Returns when the current period started, in local time; nil if it is closed.
  func since(at second: Int64, _ clock: WallClock) -> CivilTime? {
    let time = clock.time(at: second).seconds
    let fixed = Self.first(in: moments, endingAfter: second).filter { $0.contains(second) }
      .map { clock.time(at: $0.lowerBound) }
    let local = first(after: time).filter { $0.contains(time) }
      .map { CivilTime(seconds: $0.lowerBound) }
    return [fixed, local].compactMap(\.self).min()
  }

  private func first(after time: Int64) -> Range<Int64>? {
    Self.first(in: civil, endingAfter: time)
  }

  private static func edge(of span: Range<Int64>?, after second: Int64) -> Int64? {
    span.map { $0.lowerBound > second ? $0.lowerBound : $0.upperBound }
  }

  private static func first(
    in spans: [Range<Int64>], endingAfter second: Int64
  ) -> Range<Int64>? {
    var (low, high) = (0, spans.count)
    while low < high {
      let middle = (low + high) / 2
      if spans[middle].upperBound > second { high = middle } else { low = middle + 1 }
    }
    return low < spans.count ? spans[low] : nil
  }
}

extension Optional {
  fileprivate func filter(_ holds: (Wrapped) -> Bool) -> Wrapped? {
    flatMap { holds($0) ? $0 : nil }
  }
}
