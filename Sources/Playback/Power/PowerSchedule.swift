/// When a display is on: a table of the week, and of days that are other than usual. Pure.
///
/// A row belongs to the day on which it begins, also beyond midnight. Where a date has rows of its
/// own, those of its weekday do not count. Without rows for weekdays each day is on, except for
/// the dates that say otherwise.
public struct PowerSchedule: Hashable, Sendable {
  /// Minutes from the day's beginning; the end may be on the next day.
  typealias Span = Range<Int>

  private(set) var weekly: [Weekday: [Span]] = [:]
  private(set) var dates: [CivilDate: [Span]] = [:]

  /// No rows: always on.
  public init() {}

  public init(_ rows: [Row]) {
    for row in rows {
      switch row.days {
      case .week(let days): for day in days { weekly[day, default: []] += row.spans }
      case .date(let date): dates[date, default: []] += row.spans
      }
    }
  }

  public var isEmpty: Bool { weekly.isEmpty && dates.isEmpty }

  /// Whether the display is on at this moment.
  public func state(at time: CivilTime) -> Bool {
    let today = time.date
    return [today.day - 1, today.day].contains { day in
      let minutes = (time.seconds - Int64(day) * 86400) / 60
      return spans(of: CivilDate(day: day)).contains { $0.contains(Int(minutes)) }
    }
  }

  /// The first moment after this one at which it is switched on or off; nil where it stays as it is
  /// for ever.
  public func nextChange(after time: CivilTime) -> CivilTime? {
    let today = time.date.day
    let exceptions = dates.keys.map(\.day).filter { $0 > today }
    // Weeks without a date of their own are alike: the one after each of them says it all.
    let days = Set(([today] + exceptions).flatMap { $0 - 1...$0 + 8 })
    let edges = days.flatMap { day in
      spans(of: CivilDate(day: day)).flatMap { [$0.lowerBound, $0.upperBound] }
        .map { CivilTime(seconds: Int64(day) * 86400 + Int64($0) * 60) }
    }
    let isOn = state(at: time)
    return edges.filter { $0 > time }.sorted().first { state(at: $0) != isOn }
  }

  private func spans(of date: CivilDate) -> [Span] {
    if let own = dates[date] { return own }
    return weekly.isEmpty ? [0..<24 * 60] : weekly[date.weekday] ?? []
  }
}
