internal import VitrineTiming

/// Opening times by weekday, date, date range and day of the year. Pure.
///
/// A row belongs to the day on which it starts, even if it extends past midnight. The most specific
/// rows for a day apply: date, then day of each year, date range, range of each year, weekday.
package struct TimeTable: Hashable, Sendable {
  /// Minutes since midnight; the end may be on the next day.
  typealias Span = Range<Int>

  /// The state on days without a row.
  package enum Rest: Hashable, Sendable {
    /// Open if no row has a weekday; otherwise closed.
    case openWithoutWeek
    case closed
  }

  private let rest: Rest
  private var weekly: [Weekday: [Span]] = [:]
  private var dates: [CivilDate: [Span]] = [:]
  private var yearlyDays: [YearDay: [Span]] = [:]
  private var ranges: [Ranged<CivilDate>] = []
  private var yearlyRanges: [Ranged<YearDay>] = []
  /// The days on which the applicable rows may change, sorted, without those of each year.
  private var bounds: [Int] = []

  struct Ranged<Bound: Hashable & Sendable>: Hashable, Sendable {
    let first: Bound
    let last: Bound
    let spans: [Span]
  }

  /// Creates an empty table, which is always open.
  package init() { rest = .openWithoutWeek }

  package init(_ rows: [Row], rest: Rest = .openWithoutWeek) {
    self.rest = rest
    for row in rows {
      switch row.days {
      case .week(let days): for day in days { weekly[day, default: []] += row.spans }
      case .date(let date): dates[date, default: []] += row.spans
      case .yearlyDay(let day): yearlyDays[day, default: []] += row.spans
      case .dates(let first, let last):
        ranges.append(Ranged(first: first, last: last, spans: row.spans))
      case .yearly(let first, let last):
        yearlyRanges.append(Ranged(first: first, last: last, spans: row.spans))
      }
    }
    let fixed = dates.keys.flatMap { [$0.day, $0.day + 1] }
    bounds = Set(fixed + ranges.flatMap { [$0.first.day, $0.last.day + 1] }).sorted()
  }

  /// Creates the table of an item: days without a row are closed, unless all rows are `off`.
  package init(showing rows: [Row]) {
    self.init(rows, rest: rows.allSatisfy { $0.spans.isEmpty } ? .openWithoutWeek : .closed)
  }

  package var isEmpty: Bool { self == TimeTable([], rest: rest) }

  /// Whether it is open at a time.
  package func state(at time: CivilTime) -> Bool {
    let today = time.date.day
    return [today - 1, today].contains { day in
      let minutes = (time.seconds -| Int64(day) *| 86400) / 60
      return spans(of: CivilDate(day: day)).contains { $0.contains(Int(minutes)) }
    }
  }

  private func spans(of date: CivilDate) -> [Span] {
    if let own = dates[date] { return own }
    if !yearlyDays.isEmpty, let own = yearlyDays[YearDay(date)] { return own }
    let within = ranges.filter { $0.first <= date && date <= $0.last }
    if !within.isEmpty { return within.flatMap(\.spans) }
    if !yearlyRanges.isEmpty {
      let day = YearDay(date)
      let within = yearlyRanges.filter { day.isWithin(from: $0.first, to: $0.last) }
      if !within.isEmpty { return within.flatMap(\.spans) }
    }
    if weekly.isEmpty { return rest == .closed ? [] : [0..<24 * 60] }
    return weekly[date.weekday] ?? []
  }
}

// Changes.
extension TimeTable {
  /// Returns the first time after `time` at which it opens or closes; nil if it never changes.
  package func nextChange(after time: CivilTime) -> CivilTime? {
    let isOpen = state(at: time)
    let today = time.date.day
    for day in [today] + bounds(around: today).filter({ $0 > today }) {
      // Weeks without their own rows are alike, so checking the first after each bound is enough.
      let found = edges(of: day - 1...day + 8).first { $0 > time && state(at: $0) != isOpen }
      if let found { return found }
    }
    return nil
  }

  /// Returns the last time, up to `time`, at which it opened or closed; nil if it never changed.
  package func lastChange(before time: CivilTime) -> CivilTime? {
    let isOpen = state(at: time)
    let today = time.date.day
    for day in [today] + bounds(around: today).filter({ $0 <= today }).reversed() {
      let found = edges(of: day - 9...day + 1).last {
        $0 <= time && state(at: CivilTime(seconds: $0.seconds -| 1)) != isOpen
      }
      if let found { return found }
    }
    return nil
  }

  private func edges(of days: ClosedRange<Int>) -> [CivilTime] {
    days.flatMap { day in
      spans(of: CivilDate(day: day)).flatMap { [$0.lowerBound, $0.upperBound] }
        .map { CivilTime(seconds: Int64(day) *| 86400 +| Int64($0) *| 60) }
    }.sorted()
  }

  /// Returns the days on which the applicable rows may change, some years before and after `day`.
  private func bounds(around day: Int) -> [Int] {
    guard !yearlyDays.isEmpty || !yearlyRanges.isEmpty else { return bounds }
    let year = CivilDate(day: day).year
    // Any eight consecutive years contain a 29 February.
    let yearly = (year - 9...year + 9).flatMap { year -> [Int] in
      let days = yearlyDays.keys.flatMap { [$0.day(in: year), $0.day(in: year) + 1] }
      return days
        + yearlyRanges.flatMap { [$0.first.day(in: year), $0.last.day(in: year) + 1] }
    }
    return Set(bounds + yearly).sorted()
  }
}
