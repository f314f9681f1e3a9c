import VitrineSchedules
import VitrineTiming

/// The time zones of a file: those that it defines, or else the machine's.
struct CalendarZones {
  private var known: [String: WallClock] = [:]
  private let machine: (String) -> ZoneRules?

  init(
    _ calendars: [CalendarComponent], to end: CivilTime, machine: @escaping (String) -> ZoneRules?,
    _ budget: inout ReadingBudget
  ) throws(CalendarFault) {
    self.machine = machine
    for component in calendars.flatMap(\.parts) where component.name == "VTIMEZONE" {
      guard let name = component.first("TZID")?.value else {
        throw CalendarFault(line: component.line, cause: "a time zone needs TZID")
      }
      let described = try DescribedZone(component, to: end, &budget)
      known[name] = WallClock { described.offset(at: $0) }
    }
  }

  /// Returns the instant of a civil time, in seconds since 1970-01-01 00:00 UTC; nil if it depends
  /// on the reader's place.
  mutating func moment(
    of civil: CivilTime, in place: EventTime.Place, line: Int
  ) throws(CalendarFault) -> Int64? {
    switch place {
    case .anywhere: return nil
    case .utc: return civil.seconds
    case .zone(let name):
      // No two clocks differ by more.
      return try clock(name, line: line).moment(of: civil, after: civil.seconds -| 2 * 86_400)
    }
  }

  /// Converts a time to another place. Floating times are not changed.
  mutating func civil(
    of time: EventTime, in place: EventTime.Place, line: Int
  ) throws(CalendarFault) -> CivilTime {
    if time.place == place || place == .anywhere || time.isDay { return time.civil }
    guard let moment = try moment(of: time.civil, in: time.place, line: line) else {
      return time.civil
    }
    guard case .zone(let name) = place else { return CivilTime(seconds: moment) }
    return try clock(name, line: line).time(at: moment)
  }

  private mutating func clock(_ name: String, line: Int) throws(CalendarFault) -> WallClock {
    if let clock = known[name] { return clock }
    guard let clock = machine(name)?.clock else {
      throw CalendarFault(
        line: line,
        cause:
          "unknown time zone: neither defined in the file (VTIMEZONE) nor known to this machine")
    }
    known[name] = clock
    return clock
  }
}

/// A time zone defined by a file, component VTIMEZONE.
private struct DescribedZone {
  /// The transitions in order, with the offset from UTC that starts at each.
  private var changes: [(moment: Int64, offset: Int)] = []
  private var earliest = 0

  init(
    _ component: CalendarComponent, to end: CivilTime, _ budget: inout ReadingBudget
  ) throws(CalendarFault) {
    var first: (moment: Int64, offset: Int)?
    for part in component.parts where part.name == "STANDARD" || part.name == "DAYLIGHT" {
      let (from, to) = (try Self.offset(part, "TZOFFSETFROM"), try Self.offset(part, "TZOFFSETTO"))
      for time in try Self.times(part, from, to: end, &budget) {
        let moment = time.seconds -| Int64(from)
        changes.append((moment, to))
        if moment < first?.moment ?? .max { first = (moment, from) }
      }
    }
    guard let first else {
      throw CalendarFault(
        line: component.line, cause: "a time zone needs STANDARD or DAYLIGHT")
    }
    earliest = first.offset
    changes.sort { $0.moment < $1.moment }
  }

  func offset(at moment: Int64) -> Int {
    var (low, high) = (0, changes.count)
    while low < high {
      let middle = (low + high) / 2
      if changes[middle].moment <= moment { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? earliest : changes[low - 1].offset
  }

  private static func times(
    _ part: CalendarComponent, _ from: Int, to end: CivilTime, _ budget: inout ReadingBudget
  ) throws(CalendarFault) -> [CivilTime] {
    guard let start = part.first("DTSTART") else {
      throw CalendarFault(line: part.line, cause: "STANDARD and DAYLIGHT need DTSTART")
    }
    let begin = try EventTime(start).civil
    var times = [begin]
    for line in part.all("RRULE") {
      let rule = try RecurrenceRule(line)
      times += try rule.occurrences(from: begin, to: end, &budget) { time in
        guard let until = rule.until else { return false }
        if until.isDay { return time.date > until.civil.date }
        let moment = until.place == .utc ? time.seconds -| Int64(from) : time.seconds
        return moment > until.civil.seconds
      }
    }
    for line in part.all("RDATE") {
      for word in line.value.split(separator: ",") {
        times.append(try EventTime(word, of: line).civil)
      }
    }
    return Array(Set(times))
  }

  /// Parses `+0100` or `-033000`.
  private static func offset(
    _ part: CalendarComponent, _ name: String
  ) throws(CalendarFault) -> Int {
    let line = part.first(name)
    let word = line?.value ?? ""
    let digits = word.utf8.dropFirst().map { Int($0) - 48 }
    guard word.hasPrefix("+") || word.hasPrefix("-"), digits.count == 4 || digits.count == 6,
      digits.allSatisfy({ (0...9).contains($0) })
    else {
      throw CalendarFault(
        line: line?.number ?? part.line, cause: "invalid \(name): expected an offset such as +0100")
    }
    let pairs = stride(from: 0, to: digits.count, by: 2).map { digits[$0] * 10 + digits[$0 + 1] }
    let minutes = pairs[0] * 60 + pairs[1]
    let seconds = minutes * 60 + (pairs.count > 2 ? pairs[2] : 0)
    guard seconds <= 24 * 3600 else {
      throw CalendarFault(line: line?.number ?? part.line, cause: "\(name) is more than a day")
    }
    // bound: at most a day
    return word.hasPrefix("-") ? -seconds : seconds
  }
}
