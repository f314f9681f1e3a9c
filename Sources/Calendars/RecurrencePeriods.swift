import VitrineSchedules
import VitrineTiming

/// The periods of a rule, one for each interval of its frequency, from the one that contains the
/// start. Endless, but for the year 9999 with yearly and monthly rules.
struct RecurrencePeriods {
  /// A year, month, week, day, hour, minute or second, with the times that match the rule.
  struct Period {
    let begin: CivilTime
    fileprivate(set) var days: [Int] = []
    fileprivate(set) var times: RecurrenceTimes
    /// The number of days that were compared with the rule.
    fileprivate(set) var comparisons = 1

    var count: Int { days.count *| times.count }

    /// Returns the time at a place in order.
    subscript(place: Int) -> CivilTime {
      // bound: a period with places has times
      let (day, time) = (place / times.count, place % times.count)
      return CivilTime(seconds: Int64(days[day] *| 86_400 + times[time]))
    }
  }

  private let frequency: RecurrenceRule.Frequency
  private let interval: Int
  /// The start of the week that contains 1970-01-01, a Thursday.
  private let weekOrigin: Int
  private let days: RecurrenceDays
  private let times: RecurrenceTimes
  /// The next period: the year, the month from year 0, the number of the week, or the number of the
  /// day, hour, minute or second since 1970-01-01 00:00.
  private var position: Int

  init(_ rule: RecurrenceRule, from begin: CivilTime) {
    (frequency, interval) = (rule.frequency, rule.interval)
    days = RecurrenceDays(rule, from: begin.date)
    times = RecurrenceTimes(rule, from: begin)
    weekOrigin = (rule.weekStart - 10) % 7
    let parts = begin.date.parts
    position =
      switch frequency {
      case .yearly: parts.year
      case .monthly: parts.year * 12 + parts.month - 1
      case .weekly: Self.quotient(begin.date.day - weekOrigin, 7)
      case .daily, .hourly, .minutely, .secondly:
        Self.quotient(Int(begin.seconds), Self.length(of: frequency))
      }
  }

  /// Returns nil at the end.
  mutating func next() -> Period? {
    switch frequency {
    case .yearly:
      return dated(
        CivilDate(year: position, month: 1, day: 1), days.candidates(inYear: position))
    case .monthly:
      let (year, month) = (position / 12, position % 12 + 1)
      return dated(
        CivilDate(year: year, month: month, day: 1),
        Array(RecurrenceDays.days(ofMonth: month, year)))
    case .weekly:
      let first = position *| 7 +| weekOrigin
      return dated(CivilDate(day: first), (0..<7).map { first +| $0 })
    case .daily: return dated(CivilDate(day: position), [position])
    case .hourly, .minutely, .secondly: return timed()
    }
  }

  private mutating func dated(_ first: CivilDate?, _ candidates: [Int]) -> Period? {
    guard let first else { return nil }
    position +|= interval
    return Period(
      begin: CivilTime(first), days: candidates.filter(days.contains), times: times,
      comparisons: candidates.count)
  }

  /// A period without times is as long as it takes to the next hour, minute or second that the rule
  /// names.
  private mutating func timed() -> Period {
    let length = Self.length(of: frequency)
    let start = position *| length
    let day = Self.quotient(start, 86_400)
    let second = start -| day *| 86_400
    var period = Period(begin: CivilTime(seconds: Int64(start)), times: times)
    var end = start +| length
    if !days.contains(day) {
      end = (day +| 1) *| 86_400
    } else {
      switch times.within(frequency, at: second) {
      case .times(let times): (period.days, period.times) = ([day], times)
      case .noneBefore(let second): end = day *| 86_400 +| second
      }
    }
    // The first period of the rule that does not start before the end.
    let stride = length *| interval
    position +|= Self.quotient(end -| start +| stride -| 1, stride) *| interval
    return period
  }

  private static func length(of frequency: RecurrenceRule.Frequency) -> Int {
    switch frequency {
    case .secondly: 1
    case .minutely: 60
    case .hourly: 3600
    case .daily, .weekly, .monthly, .yearly: 86_400
    }
  }

  /// Rounds down.
  private static func quotient(_ number: Int, _ divisor: Int) -> Int {
    // bound: the divisor is the length of a period, and positive
    (number >= 0 ? number : number -| divisor +| 1) / divisor
  }
}
