internal import VitrineTiming

extension CivilDate {
  /// Parses a date such as `2026-12-24`.
  package init?(text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { decimal($0, below: 10_000) }
    guard parts.map(\.utf8.count) == [4, 2, 2], numbers.count == 3 else { return nil }
    self.init(year: numbers[0], month: numbers[1], day: numbers[2])
  }

  /// A text such as `2026-12-24`.
  package var text: String {
    let (year, month, day) = parts
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
  }
}

extension CivilTime {
  /// Parses a date and a time such as `2026-12-24 08:30`, optionally with `T` between them and with
  /// seconds.
  package init?(text: String) {
    let parts = text.split(omittingEmptySubsequences: false) { $0 == " " || $0 == "T" }
    guard parts.count == 2, let date = CivilDate(text: String(parts[0])) else { return nil }
    let fields = parts[1].split(separator: ":", omittingEmptySubsequences: false)
    guard fields.count == 2 || fields.count == 3,
      let minutes = Self.minutes(Substring(fields.prefix(2).joined(separator: ":")))
    else { return nil }
    var second = 0
    if fields.count == 3 {
      guard fields[2].utf8.count == 2, let given = decimal(fields[2], below: 60) else { return nil }
      second = given
    }
    self.init(date, hour: 0, minute: minutes, second: second)
  }

  /// Parses a time of day such as `7:30` or `07:30`, in minutes; 24:00 is the end of the day.
  static func minutes(_ word: Substring) -> Int? {
    let parts = word.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[1].utf8.count == 2, (1...2).contains(parts[0].utf8.count),
      let hour = decimal(parts[0], below: 25), let minute = decimal(parts[1], below: 60),
      hour < 24 || minute == 0
    else { return nil }
    return hour * 60 + minute
  }

  /// A text such as `2026-12-24T08:30:00`.
  package var text: String {
    let second = Int(seconds -| Int64(date.day) *| 86400)
    return date.text + "T"
      + [second / 3600, second / 60 % 60, second % 60].map { padded($0, 2) }.joined(separator: ":")
  }
}

extension WallClock {
  /// Formats an instant as ISO 8601 with the UTC offset: `2026-12-24T08:30:00+01:00`.
  package func text(_ moment: Moment) -> String {
    let second = moment.second
    let offset = offset(from: second)
    let milliseconds = (moment.nanoseconds -| second *| 1_000_000_000) / 1_000_000
    let fraction = milliseconds == 0 ? "" : "." + padded(Int(milliseconds), 3)
    let minutes = Int(offset.magnitude / 60)
    return CivilTime(seconds: second +| Int64(offset)).text + fraction + (offset < 0 ? "-" : "+")
      + padded(minutes / 60, 2) + ":" + padded(minutes % 60, 2)
  }
}

extension WallClock {
  /// Parses a date, `2026-12-24`, or a time, `2026-12-24 08:30`, optionally with seconds and their
  /// fraction (`08:30:00.25`).
  package func moment(text: String) -> Moment? {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let shortestWithSeconds = "2026-12-24 8:30:00".utf8.count
    let (whole, fraction) = (String(parts[0]), parts.count == 2 ? parts[1] : "0")
    guard let time = CivilDate(text: text).map({ CivilTime($0) }) ?? CivilTime(text: whole),
      (1...9).contains(fraction.utf8.count), decimal(fraction, below: .max) != nil,
      parts.count == 1 || whole.utf8.count >= shortestWithSeconds,
      let rest = Double("0." + fraction)
    else { return nil }
    return Moment(second: moment(of: time, after: time.seconds -| 172_800)) + rest
  }
}

/// Parses ASCII digits without a sign.
func decimal(_ word: Substring, below limit: Int) -> Int? {
  guard word.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
    let number = Int(word), number < limit
  else { return nil }
  return number
}

func padded(_ number: Int, _ width: Int) -> String {
  let digits = String(number)
  return String(repeating: "0", count: max(0, width - digits.count)) + digits
}
