internal import VitrineTiming

/// The yearly clock changes of a time zone, in the form `CET-1CEST,M3.5.0,M10.5.0/3`.
///
/// Specified by POSIX.1-2017, chapter 8.3 (`TZ`), with the extensions of RFC 9636, section 3.3.1.
struct ZoneRule: Hashable, Sendable {
  private let standard: Int
  private let summer: Summer?

  fileprivate struct Summer: Hashable {
    let offset: Int
    let begin: Change
    let end: Change
  }

  fileprivate struct Change: Hashable {
    enum Day: Hashable {
      /// Day 1 to 365, not counting 29 February.
      case julian(Int)
      /// Day 0 to 365.
      case ordinal(Int)
      /// Weekday 0 (Sunday) to 6 in week 1 to 5 of a month; week 5 is the last.
      case weekday(month: Int, week: Int, day: Int)
    }

    let day: Day
    /// Seconds of the day, by the clocks before the change; may be outside of the day.
    let time: Int
  }

  init?(text: String) {
    var parser = Parser(rest: Substring(text))
    guard parser.name(), let standard = parser.offset() else { return nil }
    // bound: four digits
    self.standard = -standard
    if parser.isAtEnd {
      summer = nil
      return
    }
    guard parser.name() else { return nil }
    // bound: four digits
    let offset = parser.startsWithComma ? self.standard + 3600 : parser.offset().map(-)
    guard let offset, let begin = parser.change(), let end = parser.change(), parser.isAtEnd,
      [self.standard, offset].allSatisfy({ $0.magnitude < 26 * 3600 })
    else { return nil }
    summer = Summer(offset: offset, begin: begin, end: end)
  }

  func offset(at moment: Int64) -> Int {
    guard let summer else { return standard }
    let year = CivilTime(seconds: moment +| Int64(standard)).date.year
    // A change near the end of a year may fall into the next or previous year.
    var latest: (at: Int64, offset: Int)?
    for year in year - 1...year + 1 {
      let edges = [
        (summer.begin.moment(in: year, ahead: standard), summer.offset),
        (summer.end.moment(in: year, ahead: summer.offset), standard),
      ]
      for (edge, offset) in edges where edge <= moment && edge >= latest?.at ?? .min {
        latest = (edge, offset)
      }
    }
    return latest?.offset ?? standard
  }
}

extension ZoneRule.Change {
  fileprivate func moment(in year: Int, ahead: Int) -> Int64 {
    Int64(date(in: year)) *| 86400 +| Int64(time) -| Int64(ahead)
  }

  private func date(in year: Int) -> Int {
    let first = CivilDate(year: min(max(year, 1), 9998), month: 1, day: 1)?.day ?? 0
    switch day {
    case .ordinal(let number): return first + number
    case .julian(let number):
      let february = CivilDate(year: year, month: 2, day: 29) != nil
      return first + number - 1 + (february && number >= 60 ? 1 : 0)
    case .weekday(let month, let week, let day):
      let begin = CivilDate(year: min(max(year, 1), 9998), month: month, day: 1)?.day ?? 0
      // 1970-01-01 was a Thursday.
      let weekday = ((begin + 4) % 7 + 7) % 7
      var date = begin + (day - weekday + 7) % 7 + (week - 1) * 7
      let next =
        CivilDate(
          year: min(max(month == 12 ? year + 1 : year, 1), 9999), month: month % 12 + 1, day: 1)?
        .day ?? begin + 31
      while date >= next { date -= 7 }
      return date
    }
  }
}

extension ZoneRule {
  private struct Parser {
    var rest: Substring

    var isAtEnd: Bool { rest.isEmpty }
    var startsWithComma: Bool { rest.first == "," }

    mutating func name() -> Bool {
      if consume("<") {
        guard let end = rest.firstIndex(of: ">") else { return false }
        rest = rest[rest.index(after: end)...]
        return true
      }
      let letters = rest.prefix { $0.isASCII && $0.isLetter }
      rest = rest[letters.endIndex...]
      return letters.count >= 3
    }

    /// Parses `[+-]hh[:mm[:ss]]`, in seconds.
    mutating func offset() -> Int? {
      let isNegative = consume("-")
      if !isNegative { _ = consume("+") }
      guard let hours = number(below: 168) else { return nil }
      var seconds = hours *| 3600
      for unit in [60, 1] where consume(":") {
        guard let value = number(below: 60) else { return nil }
        seconds += value *| unit
      }
      // bound: four digits
      return isNegative ? -seconds : seconds
    }

    mutating func change() -> Change? {
      guard consume(","), let day = day() else { return nil }
      guard consume("/") else { return Change(day: day, time: 7200) }
      return offset().map { Change(day: day, time: $0) }
    }

    private mutating func day() -> Change.Day? {
      if consume("J") {
        return number(below: 366).flatMap { $0 > 0 ? .julian($0) : nil }
      }
      guard consume("M") else { return number(below: 366).map { .ordinal($0) } }
      guard let month = number(below: 13), month > 0, consume("."), let week = number(below: 6),
        week > 0, consume("."), let day = number(below: 7)
      else { return nil }
      return .weekday(month: month, week: week, day: day)
    }

    private mutating func number(below limit: Int) -> Int? {
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      guard (1...3).contains(digits.utf8.count) else { return nil }
      rest = rest[digits.endIndex...]
      return decimal(digits, below: limit)
    }

    private mutating func consume(_ character: Character) -> Bool {
      guard rest.first == character else { return false }
      rest.removeFirst()
      return true
    }
  }
}
