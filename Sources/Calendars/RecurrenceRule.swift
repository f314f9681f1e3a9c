/// A valid recurrence rule: RFC 5545, section 3.3.10. `RSCALE` (RFC 7529) is not supported.
struct RecurrenceRule: Hashable {
  /// The unit of the interval. Parts for shorter units add occurrences, and the others limit them.
  enum Frequency: String {
    case secondly = "SECONDLY"
    case minutely = "MINUTELY"
    case hourly = "HOURLY"
    case daily = "DAILY"
    case weekly = "WEEKLY"
    case monthly = "MONTHLY"
    case yearly = "YEARLY"

    var isWithinDay: Bool { self == .secondly || self == .minutely || self == .hourly }
  }

  /// A part that lists numbers.
  enum Part: String {
    case month = "BYMONTH"
    case weekNumber = "BYWEEKNO"
    case yearDay = "BYYEARDAY"
    case monthDay = "BYMONTHDAY"
    case hour = "BYHOUR"
    case minute = "BYMINUTE"
    case second = "BYSECOND"
    case position = "BYSETPOS"

    var isTime: Bool { self == .hour || self == .minute || self == .second }

    /// Negative numbers count from the end.
    fileprivate var isSigned: Bool { !isTime && self != .month }

    fileprivate var range: ClosedRange<Int> {
      switch self {
      case .month: 1...12
      case .weekNumber: 1...53
      case .yearDay, .position: 1...366
      case .monthDay: 1...31
      case .hour: 0...23
      case .minute: 0...59
      case .second: 0...60
      }
    }
  }

  /// A weekday in `BYDAY`.
  struct Day: Hashable {
    /// From 0, Monday.
    let weekday: Int
    /// The number in the month or year, from the end if negative; nil for all.
    let number: Int?
  }

  let line: Int
  private(set) var frequency = Frequency.daily
  private(set) var interval = 1
  /// The first day of the week, from 0, Monday.
  private(set) var weekStart = 0
  private(set) var count: Int?
  private(set) var until: EventTime?
  private(set) var days: Set<Day> = []
  private var numbers: [Part: Set<Int>] = [:]

  /// The numbers of a part; empty if it is missing.
  subscript(part: Part) -> Set<Int> { numbers[part] ?? [] }

  /// `isWholeDay`: whether the rule belongs to an event of whole days.
  init(_ line: ContentLine, isWholeDay: Bool = false) throws(CalendarFault) {
    self.line = line.number
    var parts: [String: String] = [:]
    for part in line.value.uppercased().split(separator: ";") {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard pair.count == 2, !pair[1].isEmpty, parts[String(pair[0])] == nil else {
        throw fault("invalid rule: expected FREQ=WEEKLY;BYDAY=MO or similar")
      }
      parts[String(pair[0])] = String(pair[1])
    }
    guard let word = parts.removeValue(forKey: "FREQ"), let frequency = Frequency(rawValue: word)
    else {
      throw fault("FREQ must be SECONDLY, MINUTELY, HOURLY, DAILY, WEEKLY, MONTHLY or YEARLY")
    }
    self.frequency = frequency
    for (key, value) in parts.sorted(by: { $0.key < $1.key }) { try read(key, value, line) }
    if isWholeDay {
      guard !frequency.isWithinDay else {
        throw fault("FREQ of whole days must be DAILY, WEEKLY, MONTHLY or YEARLY")
      }
      // RFC 5545 says to ignore them.
      numbers = numbers.filter { !$0.key.isTime }
    }
    try checkCombination()
  }

  private func fault(_ cause: String) -> CalendarFault { CalendarFault(line: line, cause: cause) }

  private mutating func read(
    _ key: String, _ value: String, _ line: ContentLine
  ) throws(CalendarFault) {
    switch key {
    case "COUNT":
      guard let number = Self.number(value[...]), number > 0 else {
        throw fault("COUNT must be a number of 1 or more")
      }
      count = number
    case "UNTIL": until = try EventTime(value[...], of: line)
    case "INTERVAL":
      guard let number = Self.number(value[...]), number > 0 else {
        throw fault("INTERVAL must be a number of 1 or more")
      }
      interval = number
    case "WKST":
      guard let day = Self.weekdays.firstIndex(of: value) else {
        throw fault("WKST must be a day, such as MO")
      }
      weekStart = day
    case "BYDAY": try readDays(value)
    default:
      guard let part = Part(rawValue: key) else {
        throw fault("a part of a rule is not supported")
      }
      try readNumbers(value, part)
    }
  }

  private static let weekdays = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]

  private mutating func readDays(_ value: String) throws(CalendarFault) {
    // As many as a month or a year can have.
    let most = frequency == .monthly ? 5 : frequency == .yearly ? 53 : 0
    for word in value.split(separator: ",", omittingEmptySubsequences: false) {
      let number = Self.number(word.dropLast(2))
      guard let weekday = Self.weekdays.firstIndex(of: String(word.suffix(2))),
        word.utf8.count == 2 || number.map({ $0 != 0 && $0.magnitude <= most }) == true
      else {
        throw fault("BYDAY must be days such as MO,TU; with MONTHLY and YEARLY also 2MO or -1FR")
      }
      days.insert(Day(weekday: weekday, number: number))
    }
  }

  private mutating func readNumbers(_ value: String, _ part: Part) throws(CalendarFault) {
    let range = part.range
    for word in value.split(separator: ",", omittingEmptySubsequences: false) {
      guard let number = Self.number(word),
        range.contains(part.isSigned ? Int(number.magnitude) : number)
      else {
        throw fault(
          "\(part.rawValue) must be numbers from \(range.lowerBound) to \(range.upperBound)")
      }
      // A leap second is the second before it.
      numbers[part, default: []].insert(part == .second ? min(number, 59) : number)
    }
  }

  /// Rejects combinations that RFC 5545 forbids.
  private func checkCombination() throws(CalendarFault) {
    if numbers[.weekNumber] != nil, frequency != .yearly { throw fault("BYWEEKNO needs YEARLY") }
    if numbers[.weekNumber] != nil, days.contains(where: { $0.number != nil }) {
      throw fault("BYDAY must be days without numbers, such as MO, with BYWEEKNO")
    }
    if numbers[.yearDay] != nil, [.daily, .weekly, .monthly].contains(frequency) {
      throw fault("BYYEARDAY is not allowed with DAILY, WEEKLY and MONTHLY")
    }
    if numbers[.monthDay] != nil, frequency == .weekly {
      throw fault("BYMONTHDAY is not allowed with WEEKLY")
    }
    if numbers[.position] != nil, numbers.count == 1, days.isEmpty {
      throw fault("BYSETPOS needs another part such as BYDAY")
    }
  }

  /// Parses up to seven digits, with or without a sign.
  private static func number(_ word: Substring) -> Int? {
    let digits = word.utf8.first.map { $0 == 43 || $0 == 45 } == true ? word.dropFirst() : word
    guard (1...7).contains(digits.utf8.count), digits.utf8.allSatisfy({ (48...57).contains($0) })
    else { return nil }
    // bound: seven digits
    return Int(word)
  }
}
