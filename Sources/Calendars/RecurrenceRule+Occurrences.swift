import VitrineSchedules
import VitrineTiming

extension RecurrenceRule {
  /// Returns the occurrences between two times, in order. `isOver` returns whether an occurrence is
  /// after the last one.
  func occurrences(
    from begin: CivilTime, to end: CivilTime, _ budget: inout ReadingBudget,
    isOver: (CivilTime) -> Bool
  ) throws(CalendarFault) -> [CivilTime] {
    let first = aligned(begin)
    // Without a limit, libical searches five hundred years for an occurrence that never comes.
    let limit = CivilTime(seconds: end.seconds +| 400 * 86_400).date.parts
    let steps = RecurrenceSteps(text + ";UNTIL=\(Self.digits(limit))T000000", from: first)
    var found: [CivilTime] = []
    var group: [CivilTime] = []
    while true {
      try budget.consumeStep(line: line)
      let time = steps.next()
      if let time, period(of: time) == group.first.map(period) || group.isEmpty {
        group.append(time)
        continue
      }
      for time in chosen(group) where time >= begin && time <= end && isIncluded(time, first) {
        if isOver(time) || count.map({ found.count >= $0 }) == true { return found }
        found.append(time)
      }
      guard let time, time <= end else { return found }
      group = [time]
    }
  }

  private static func digits(_ date: (year: Int, month: Int, day: Int)) -> String {
    "\(date.year *| 10_000 + date.month * 100 + date.day)"
  }

  /// Returns the start of the period that contains `begin` if the rule names days, since all
  /// occurrences of the period count for positions.
  private func aligned(_ begin: CivilTime) -> CivilTime {
    guard namesDays else { return begin }
    let date = begin.date
    let first: CivilDate? =
      switch frequency {
      case .yearly: CivilDate(year: date.parts.year, month: 1, day: 1)
      case .monthly: CivilDate(year: date.parts.year, month: date.parts.month, day: 1)
      case .weekly: CivilDate(day: week(of: date) * 7 + weekOffset)
      case .daily, .hourly: nil
      }
    guard let first else { return begin }
    return CivilTime(seconds: CivilTime(first).seconds +| impliedTime(of: begin))
  }

  /// The parts of the start time that the rule does not name, in seconds of the day.
  private func impliedTime(of begin: CivilTime) -> Int64 {
    let time = begin.seconds -| CivilTime(begin.date).seconds
    let parts = [
      ("BYHOUR", time / 3600 * 3600), ("BYMINUTE", time / 60 % 60 * 60), ("BYSECOND", time % 60),
    ]
    return parts.reduce(0) { $0 +| (namedTimes.contains($1.0) ? 0 : $1.1) }
  }

  private func chosen(_ group: [CivilTime]) -> [CivilTime] {
    guard !positions.isEmpty else { return group }
    let sorted = Set(group).sorted()
    let places = positions.map { $0 > 0 ? $0 - 1 : sorted.count + $0 }
    return Set(places).sorted().filter(sorted.indices.contains).map { sorted[$0] }
  }

  /// Identifies the period in which positions are counted; without positions, the occurrence.
  private func period(of time: CivilTime) -> Int {
    guard !positions.isEmpty else { return Int(time.seconds) }
    let parts = time.date.parts
    return switch frequency {
    case .yearly: parts.year
    case .monthly: parts.year * 12 + parts.month
    case .weekly: week(of: time.date)
    case .daily, .hourly: time.date.day
    }
  }

  private func isIncluded(_ time: CivilTime, _ first: CivilTime) -> Bool {
    guard weeks > 1 else { return true }
    // bound: an INTERVAL is at least 1
    return (week(of: time.date) - week(of: first.date)) % weeks == 0
  }

  /// The first day of the week from which weeks are counted, in days since 1970-01-01, a Thursday.
  private var weekOffset: Int { (Weekday.allCases.firstIndex(of: weekStart) ?? 0) - 3 }

  private func week(of date: CivilDate) -> Int {
    let day = date.day - weekOffset
    return (day >= 0 ? day : day - 6) / 7
  }
}
