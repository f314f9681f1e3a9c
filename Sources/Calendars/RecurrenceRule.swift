import VitrineSchedules
import VitrineTiming

/// A recurrence rule: RFC 5545, section 3.3.10. Validated, and rewritten so that libical evaluates
/// it correctly.
///
/// The following parts are evaluated here or rewritten, since libical 3.0.16 gets them wrong: an
/// INTERVAL of weeks if the day is late in the week (here: libical lists every week, and the others
/// are filtered); BYSETPOS (here); FREQ=DAILY with BYMONTHDAY (becomes MONTHLY); FREQ=YEARLY with
/// BYMONTHDAY but without BYMONTH (all months are added). BYWEEKNO is wrong in some years and is
/// rejected. Frequencies below an hour are rejected: no schedule needs them, and libical takes
/// minutes to search for a day that never comes.
struct RecurrenceRule: Hashable {
  enum Frequency: String {
    case hourly = "HOURLY"
    case daily = "DAILY"
    case weekly = "WEEKLY"
    case monthly = "MONTHLY"
    case yearly = "YEARLY"
  }

  let line: Int
  private(set) var frequency = Frequency.daily
  /// The interval in weeks, applied to libical's weekly results.
  private(set) var weeks = 1
  private(set) var weekStart = Weekday.mon
  /// The occurrences of a period that count; empty for all.
  private(set) var positions: [Int] = []
  private(set) var count: Int?
  private(set) var until: EventTime?
  /// Whether the rule names days.
  private(set) var namesDays = false
  /// The names that are present of `BYHOUR`, `BYMINUTE` and `BYSECOND`.
  private(set) var namedTimes: Set<String> = []
  /// The rule for libical.
  private(set) var text = ""

  private static let days = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
  private static let ranges: [String: (ClosedRange<Int>, isSigned: Bool)] = [
    "BYMONTH": (1...12, false), "BYMONTHDAY": (1...31, true), "BYYEARDAY": (1...366, true),
    "BYSETPOS": (1...366, true), "BYHOUR": (0...23, false), "BYMINUTE": (0...59, false),
    "BYSECOND": (0...59, false),
  ]

  init(_ line: ContentLine) throws(CalendarFault) {
    self.line = line.number
    var parts: [String: String] = [:]
    for part in line.value.uppercased().split(separator: ";") {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard pair.count == 2, !pair[1].isEmpty, parts[String(pair[0])] == nil else {
        throw fault("invalid rule: expected FREQ=WEEKLY;BYDAY=MO or similar")
      }
      parts[String(pair[0])] = String(pair[1])
    }
    try readLimits(&parts, line)
    guard let word = parts["FREQ"], let frequency = Frequency(rawValue: word) else {
      throw fault("FREQ must be HOURLY, DAILY, WEEKLY, MONTHLY or YEARLY")
    }
    self.frequency = frequency
    for (key, value) in parts.sorted(by: { $0.key < $1.key }) { try check(key, value) }
    try adapt(&parts)
    text = parts.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: ";")
  }

  private func fault(_ cause: String) -> CalendarFault { CalendarFault(line: line, cause: cause) }

  /// Reads COUNT and UNTIL, which are applied here.
  private mutating func readLimits(
    _ parts: inout [String: String], _ line: ContentLine
  ) throws(CalendarFault) {
    if let word = parts.removeValue(forKey: "COUNT") {
      guard let count = Self.number(word), (1...1_000_000).contains(count) else {
        throw fault("COUNT must be a number of 1 or more")
      }
      self.count = count
    }
    if let word = parts.removeValue(forKey: "UNTIL") {
      until = try EventTime(word[...], of: line)
    }
  }

  private mutating func check(_ key: String, _ value: String) throws(CalendarFault) {
    let words = value.split(separator: ",", omittingEmptySubsequences: false)
    switch key {
    case "FREQ": break
    case "INTERVAL":
      guard let number = Self.number(value), (1...10_000).contains(number) else {
        throw fault("INTERVAL must be a number from 1 to 10000")
      }
    case "WKST":
      guard let place = Self.days.firstIndex(of: value) else {
        throw fault("WKST must be a day, such as MO")
      }
      weekStart = Weekday.allCases[place]
    case "BYDAY":
      let isNumbered = words.contains { $0.utf8.count > 2 }
      guard words.count <= 60, words.allSatisfy(isDay),
        !isNumbered || frequency == .monthly || frequency == .yearly
      else {
        throw fault("BYDAY must be days such as MO,TU; with MONTHLY and YEARLY also 2MO or -1FR")
      }
      namesDays = true
    default:
      guard let (range, isSigned) = Self.ranges[key] else {
        throw fault("\(key == "BYWEEKNO" ? key : "a part of a rule") is not supported")
      }
      let numbers = words.compactMap { Self.number(String($0)) }
      guard words.count <= 100, numbers.count == words.count,
        numbers.allSatisfy({ range.contains(isSigned ? Int($0.magnitude) : $0) })
      else { throw fault("\(key) must be numbers from \(range.lowerBound) to \(range.upperBound)") }
      namesDays = namesDays || key == "BYMONTHDAY"
      if ["BYHOUR", "BYMINUTE", "BYSECOND"].contains(key) { namedTimes.insert(key) }
      if key == "BYSETPOS" { positions = numbers }
    }
  }

  /// The limit of times in a day: libical evaluates all of them before it checks the day.
  private static let mostTimes = 48

  private mutating func adapt(_ parts: inout [String: String]) throws(CalendarFault) {
    let times = namedTimes.reduce(1) { count, key in
      count *| (parts[key]?.split(separator: ",").count ?? 1)
    }
    guard times <= Self.mostTimes else {
      throw fault("more than \(Self.mostTimes) times a day are not supported")
    }
    let isSingle = parts["INTERVAL"].flatMap(Self.number) ?? 1 == 1
    if frequency == .hourly, parts.keys.contains(where: { $0.hasPrefix("BY") }) {
      throw fault("HOURLY with BY… is not supported; use FREQ=DAILY with BYHOUR")
    }
    if parts["BYYEARDAY"] != nil, frequency != .yearly || namesDays || parts["BYMONTH"] != nil {
      throw fault("BYYEARDAY is only supported alone, with YEARLY")
    }
    if frequency == .daily, parts["BYMONTHDAY"] != nil {
      guard isSingle else { throw fault("DAILY with BYMONTHDAY and INTERVAL is not supported") }
      (frequency, parts["FREQ"]) = (.monthly, Frequency.monthly.rawValue)
    }
    if frequency == .weekly {
      if parts["BYMONTHDAY"] != nil { throw fault("WEEKLY with BYMONTHDAY is not supported") }
      weeks = parts.removeValue(forKey: "INTERVAL").flatMap(Self.number) ?? 1
    }
    if frequency == .yearly, parts["BYMONTHDAY"] != nil, parts["BYMONTH"] == nil {
      parts["BYMONTH"] = (1...12).map(String.init).joined(separator: ",")
    }
    guard parts.removeValue(forKey: "BYSETPOS") != nil else { return }
    guard namesDays, frequency == .monthly || frequency == .yearly || frequency == .weekly else {
      throw fault("BYSETPOS needs BYDAY or BYMONTHDAY, and WEEKLY, MONTHLY or YEARLY")
    }
  }

  private func isDay(_ word: Substring) -> Bool {
    guard Self.days.contains(String(word.suffix(2))) else { return false }
    let number = word.dropLast(2)
    if number.isEmpty { return true }
    // libical would search all years for a sixth Monday of a month.
    let most = frequency == .monthly ? 5 : 53
    return Self.number(String(number)).map { $0 != 0 && $0.magnitude <= most } ?? false
  }

  /// Accepts a sign.
  private static func number(_ word: String) -> Int? {
    let digits = word.utf8.first.map { $0 == 43 || $0 == 45 } == true ? word.dropFirst() : word[...]
    guard (1...7).contains(digits.utf8.count), digits.utf8.allSatisfy({ (48...57).contains($0) })
    else { return nil }
    // bound: seven digits
    return Int(word)
  }
}
