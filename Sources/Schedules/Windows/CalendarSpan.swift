internal import VitrineTiming

/// The time for which the events of calendars are looked up: those that repeat for ever have no end.
public struct CalendarSpan: Hashable, Sendable {
  /// In seconds since 1970-01-01 00:00 UTC.
  public let seconds: Range<Int64>

  /// Longer ones are cut, in years of 366 days.
  private static let longest: Int64 = 12
  /// A machine's clock that is before 2024 is not set, and may be at any moment.
  private static let earliest = 2024
  /// The years before and behind the one that is, which are looked up.
  private static let around = (before: 1, behind: 3)

  public init(_ seconds: Range<Int64>) {
    let most = Self.longest *| 366 * 86_400
    let (end, isBeyond) = seconds.lowerBound.addingReportingOverflow(most)
    self.seconds = seconds.clamped(to: seconds.lowerBound..<(isBeyond ? .max : end))
  }

  /// Some years round a moment: the same for all moments of a year. Before 2024 it is that of 2024.
  // bound: years up to 9000 have beginnings, in their order
  public init(around moment: Moment) {
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
