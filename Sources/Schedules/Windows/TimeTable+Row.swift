extension TimeTable {
  /// A line of a table: `mon-fri 07:30-21:00`, `sat,sun 09:00-12:00 14:00-18:00`, `2026-12-25 off`,
  /// `2026-12-01..2026-12-23 09:00-20:00`, `12-24..01-06 off`.
  package struct Row: Hashable, Sendable {
    enum Days: Hashable, Sendable {
      case week(Set<Weekday>)
      case date(CivilDate)
      case dates(CivilDate, CivilDate)
      case yearlyDay(YearDay)
      case yearly(YearDay, YearDay)
    }

    let days: Days
    /// Empty for a day that is off.
    let spans: [Span]

    init(days: Days, spans: [Span]) {
      self.days = days
      self.spans = spans
    }

    /// Why a line is invalid.
    package struct Fault: Error, Hashable, Sendable {
      package let cause: String
    }

    /// Parses a line, ignoring case.
    package init(_ line: String) throws(Fault) {
      let words = line.lowercased().split(separator: " ").map(String.init)
      guard line.utf8.count <= 200, let first = words.first, words.count > 1 else {
        throw Fault(cause: "expected days and times, such as mon-fri 07:30-21:00")
      }
      days = try Self.days(first)
      spans = words.dropFirst() == ["off"] ? [] : try words.dropFirst().map(Self.span)
    }
  }
}

extension TimeTable.Row {
  private static func days(_ word: String) throws(Fault) -> Days {
    if word.first?.isNumber == true { return try dates(word) }
    var days: Set<Weekday> = []
    for part in word.split(separator: ",", omittingEmptySubsequences: false) {
      let ends = part.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
      guard ends.count <= 2, let first = Weekday(rawValue: ends[0]),
        let last = Weekday(rawValue: ends[ends.count - 1])
      else {
        let names = Weekday.allCases.map(\.rawValue).joined(separator: ", ")
        throw Fault(cause: "unknown days: expected \(names), or a date such as 2026-12-24")
      }
      days.formUnion(range(first, last))
    }
    return .week(days)
  }

  /// May wrap around the end of the week: `sat-mon`.
  private static func range(_ first: Weekday, _ last: Weekday) -> [Weekday] {
    let all = Weekday.allCases + Weekday.allCases
    let from = all.firstIndex(of: first) ?? 0
    let to = all[from...].firstIndex(of: last) ?? from
    // bound: `to` was searched from `from` on
    return Array(all[from...to])
  }

  /// Parses a date, or two separated by `..`, with or without a year.
  private static func dates(_ word: String) throws(Fault) -> Days {
    let ends = word.split(separator: "..", omittingEmptySubsequences: false).map(String.init)
    guard ends.count <= 2 else { throw noDate }
    let (first, last) = (ends[0], ends[ends.count - 1])
    if let first = CivilDate(text: first), let last = CivilDate(text: last) {
      guard ends.count == 2 else { return .date(first) }
      guard first <= last else { throw Fault(cause: "the end is before the start") }
      return .dates(first, last)
    }
    guard let first = yearDay(first), let last = yearDay(last) else { throw noDate }
    return ends.count == 1 ? .yearlyDay(first) : .yearly(first, last)
  }

  private static let noDate = Fault(
    cause: "invalid date: expected 2026-12-24, or 12-24 for every year")

  private static func yearDay(_ word: String) -> YearDay? {
    let parts = word.split(separator: "-", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { decimal($0, below: 100) }
    guard parts.map(\.utf8.count) == [2, 2], numbers.count == 2 else { return nil }
    return YearDay(month: numbers[0], day: numbers[1])
  }

  private static func span(_ word: String) throws(Fault) -> TimeTable.Span {
    let ends = word.split(separator: "-", omittingEmptySubsequences: false).map(minutes)
    guard ends.count == 2, let begin = ends[0], let end = ends[1], begin < 24 * 60 else {
      throw Fault(cause: "invalid times: expected 07:30-21:00, or off")
    }
    guard begin != end else {
      throw Fault(cause: "start and end are the same; a whole day is 00:00-24:00")
    }
    // bound: the end is after the start
    return begin..<(end > begin ? end : end + 24 * 60)
  }

  private static func minutes(_ word: Substring) -> Int? { CivilTime.minutes(word) }
}
