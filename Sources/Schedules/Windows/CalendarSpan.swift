internal import VitrineTiming

/// The period for which calendars are evaluated, since recurring events may have no end.
package struct CalendarSpan: Hashable, Sendable {
  /// In seconds since 1970-01-01 00:00 UTC.
  package let seconds: Range<Int64>

  /// The limit of the period, in years of 366 days.
  private static let longest: Int64 = 12
  /// A clock that shows an earlier year is not set.
  private static let earliest = 2024
  /// The years evaluated before and after the current one.
  private static let around = (before: 1, behind: 3)

  package init(_ seconds: Range<Int64>) {
    let most = Self.longest *| 366 * 86_400
    let (end, isBeyond) = seconds.lowerBound.addingReportingOverflow(most)
    self.seconds = seconds.clamped(to: seconds.lowerBound..<(isBeyond ? .max : end))
  }

  /// A period of years around `moment`, the same for all moments of a year. Uses 2024 for earlier
  /// years.
  // bound: years up to 9000 have a start, in ascending order
  package init(around moment: Moment) {
    let time = CivilTime(seconds: moment.second)
    let year = min(max(time.date.year, Self.earliest), 9000)
    self.init(
      Self.beginning(
        of: year - Self.around.before)..<Self.beginning(
          of: year + 1 + Self.around.behind))
  }

  private static func beginning(of year: Int) -> Int64 {
    CivilDate(year: year, month: 1, day: 1).map { CivilTime($0).seconds } ?? 0
  }
}
