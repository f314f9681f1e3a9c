extension PowerSchedule {
  /// One line of a table: `mon-fri 07:30-21:00`, `sat,sun 09:00-12:00 14:00-18:00`,
  /// `2026-12-25 off`.
  public struct Row: Hashable, Sendable {
    enum Days: Hashable, Sendable {
      case week(Set<Weekday>)
      case date(CivilDate)
    }

    let days: Days
    /// None: off all day.
    let spans: [Span]

    /// Why a line is none.
    public struct Fault: Error, Hashable, Sendable {
      public let cause: String
    }

    /// Reads a line; capitals do not matter.
    public init(_ line: String) throws(Fault) {
      let words = line.lowercased().split(separator: " ").map(String.init)
      guard line.utf8.count <= 200, let first = words.first, words.count > 1 else {
        throw Fault(cause: "write days and times, mon-fri 07:30-21:00")
      }
      days = try Self.days(first)
      spans = words.dropFirst() == ["off"] ? [] : try words.dropFirst().map(Self.span)
    }
  }
}

extension PowerSchedule.Row {
  private static func days(_ word: String) throws(Fault) -> Days {
    if word.first?.isNumber == true { return .date(try date(word)) }
    var days: Set<Weekday> = []
    for part in word.split(separator: ",", omittingEmptySubsequences: false) {
      let ends = part.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
      guard ends.count <= 2, let first = Weekday(rawValue: ends[0]),
        let last = Weekday(rawValue: ends[ends.count - 1])
      else {
        let names = Weekday.allCases.map(\.rawValue).joined(separator: ", ")
        throw Fault(cause: "unknown days; there are \(names), or a date such as 2026-12-24")
      }
      days.formUnion(range(first, last))
    }
    return .week(days)
  }

  /// Also round the end of the week: `sat-mon`.
  private static func range(_ first: Weekday, _ last: Weekday) -> [Weekday] {
    let all = Weekday.allCases + Weekday.allCases
    let from = all.firstIndex(of: first) ?? 0
    let to = all[from...].firstIndex(of: last) ?? from
    return Array(all[from...to])
  }

  private static func date(_ word: String) throws(Fault) -> CivilDate {
    let parts = word.split(separator: "-", omittingEmptySubsequences: false)
    let lengths = [4, 2, 2]
    let numbers = parts.compactMap { number($0, below: 10_000) }
    guard parts.map(\.utf8.count) == lengths, numbers.count == 3,
      let date = CivilDate(year: numbers[0], month: numbers[1], day: numbers[2])
    else { throw Fault(cause: "no such date; write it as 2026-12-24") }
    return date
  }

  private static func span(_ word: String) throws(Fault) -> PowerSchedule.Span {
    let ends = word.split(separator: "-", omittingEmptySubsequences: false).map(minutes)
    guard ends.count == 2, let begin = ends[0], let end = ends[1], begin < 24 * 60 else {
      throw Fault(cause: "no such times; write them as 07:30-21:00, or off")
    }
    guard begin != end else { throw Fault(cause: "begins when it ends; a day is 00:00-24:00") }
    return begin..<(end > begin ? end : end + 24 * 60)
  }

  private static func minutes(_ word: Substring) -> Int? {
    let parts = word.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[1].utf8.count == 2, (1...2).contains(parts[0].utf8.count),
      let hour = number(parts[0], below: 25), let minute = number(parts[1], below: 60),
      hour < 24 || minute == 0
    else { return nil }
    return hour * 60 + minute
  }

  /// Digits alone: neither a sign nor another script's.
  private static func number(_ word: Substring, below limit: Int) -> Int? {
    guard word.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let number = Int(word), number < limit
    else { return nil }
    return number
  }
}
