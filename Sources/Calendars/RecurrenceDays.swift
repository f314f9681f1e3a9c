import VitrineSchedules

/// The days on which a rule occurs: its parts that name days, completed by the day of the start.
/// Days are numbers since 1970-01-01.
struct RecurrenceDays {
  private let months: Set<Int>
  private let weekNumbers: Set<Int>
  private let yearDays: Set<Int>
  private let monthDays: Set<Int>
  private let weekdays: Set<RecurrenceRule.Day>
  private let weekStart: Int
  /// Whether a weekday's number counts in the month; otherwise it counts in the year.
  private let countsInMonth: Bool

  init(_ rule: RecurrenceRule, from begin: CivilDate) {
    var (months, monthDays, weekdays) = (rule[.month], rule[.monthDay], rule.days)
    countsInMonth = rule.frequency == .monthly || !months.isEmpty
    (weekNumbers, yearDays, weekStart) = (rule[.weekNumber], rule[.yearDay], rule.weekStart)
    if monthDays.isEmpty, weekdays.isEmpty, yearDays.isEmpty {
      let place = DayPlace(begin.day)
      switch rule.frequency {
      case .yearly where weekNumbers.isEmpty:
        if months.isEmpty { months = [place.month] }
        monthDays = [place.dayOfMonth]
      case .monthly: monthDays = [place.dayOfMonth]
      case .yearly, .weekly:
        weekdays = [RecurrenceRule.Day(weekday: place.weekday, number: nil)]
      case .daily, .hourly, .minutely, .secondly: break
      }
    }
    (self.months, self.monthDays, self.weekdays) = (months, monthDays, weekdays)
  }

  /// Returns the days of the months in a year that the rule names.
  func candidates(inYear year: Int) -> [Int] {
    (months.isEmpty ? Array(1...12) : months.sorted()).flatMap { Self.days(ofMonth: $0, year) }
  }

  /// Returns no days outside the years 1 to 9999.
  static func days(ofMonth month: Int, _ year: Int) -> Range<Int> {
    guard let first = CivilDate(year: year, month: month, day: 1)?.day else { return 0..<0 }
    // bound: a month ends after its start
    return first..<first + DayPlace.length(ofMonth: month, year)
  }

  func contains(_ day: Int) -> Bool {
    let place = DayPlace(day)
    return (months.isEmpty || months.contains(place.month))
      && matches(monthDays, place.dayOfMonth, of: place.lengthOfMonth)
      && matches(yearDays, place.dayOfYear, of: place.lengthOfYear)
      && (weekdays.isEmpty || matchesWeekday(place))
      && isInNamedWeek(day, place)
  }

  private func matches(_ numbers: Set<Int>, _ number: Int, of count: Int) -> Bool {
    numbers.isEmpty || numbers.contains(number) || numbers.contains(number - count - 1)
  }

  private func matchesWeekday(_ place: DayPlace) -> Bool {
    let (day, count) =
      countsInMonth
      ? (place.dayOfMonth, place.lengthOfMonth) : (place.dayOfYear, place.lengthOfYear)
    return [nil, (day + 6) / 7, -1 - (count - day) / 7].contains { number in
      weekdays.contains(RecurrenceRule.Day(weekday: place.weekday, number: number))
    }
  }

  /// The first week of a year has at least four days in it, so the fourth day decides.
  private func isInNamedWeek(_ day: Int, _ place: DayPlace) -> Bool {
    guard !weekNumbers.isEmpty else { return true }
    let middle = DayPlace(day - (place.weekday - weekStart + 7) % 7 + 3)
    let count = (middle.dayOfYear + 6) / 7 + (middle.lengthOfYear - middle.dayOfYear) / 7
    return matches(weekNumbers, (middle.dayOfYear + 6) / 7, of: count)
  }
}

/// The place of a day in its week, month and year.
private struct DayPlace {
  /// From 0, Monday.
  let weekday: Int
  let month: Int
  let dayOfMonth: Int
  let lengthOfMonth: Int
  let dayOfYear: Int
  let lengthOfYear: Int

  /// The days of a common year before each month.
  private static let daysBefore = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365]

  init(_ day: Int) {
    let parts = CivilDate(day: day).parts
    (month, dayOfMonth) = (parts.month, parts.day)
    // 1970-01-01 was a Thursday.
    weekday = ((day % 7) + 7 + 3) % 7
    let leapDays = Self.isLeap(parts.year) ? 1 : 0
    lengthOfMonth = Self.length(ofMonth: month, parts.year)
    dayOfYear = Self.daysBefore[month - 1] + dayOfMonth + (month > 2 ? leapDays : 0)
    lengthOfYear = 365 + leapDays
  }

  static func length(ofMonth month: Int, _ year: Int) -> Int {
    daysBefore[month] - daysBefore[month - 1] + (month == 2 && isLeap(year) ? 1 : 0)
  }

  private static func isLeap(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }
}
