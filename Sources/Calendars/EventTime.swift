import VitrineSchedules
import VitrineTiming

/// A civil time with its time zone.
struct EventTime: Hashable {
  /// The time zone of a time.
  enum Place: Hashable {
    /// Floating: the reader's own time zone.
    case anywhere
    case utc
    case zone(String)
  }

  let civil: CivilTime
  let place: Place
  /// Whether it is a date without a time.
  let isDay: Bool

  /// Parses `20261224`, `20261224T180000` or `20261224T180000Z`.
  init(_ word: Substring, of line: ContentLine) throws(CalendarFault) {
    guard let time = Self.time(word) else {
      throw CalendarFault(
        line: line.number, cause: "invalid time: expected 20261224 or 20261224T180000")
    }
    civil = time
    isDay = word.utf8.count == 8
    if isDay {
      place = .anywhere
    } else if word.utf8.last.map({ $0 | 0x20 }) == UInt8(ascii: "z") {
      place = .utc
    } else {
      place = line.parameters["TZID"].map { .zone($0) } ?? .anywhere
    }
  }

  init(_ line: ContentLine) throws(CalendarFault) { try self.init(line.value[...], of: line) }

  private static func time(_ word: Substring) -> CivilTime? {
    let bytes = Array(word.utf8)
    guard bytes.count == 8 || bytes.count == 15 || bytes.count == 16,
      let date = digits(bytes[..<8]),
      let day = CivilDate(year: date / 10_000, month: date / 100 % 100, day: date % 100)
    else { return nil }
    guard bytes.count > 8 else { return CivilTime(day) }
    let isUTC = bytes.count == 16
    guard bytes[8] | 0x20 == UInt8(ascii: "t"), let time = digits(bytes[9..<15]),
      !isUTC || bytes[15] | 0x20 == UInt8(ascii: "z")
    else { return nil }
    let (hour, minute, second) = (time / 10_000, time / 100 % 100, time % 100)
    guard hour < 24, minute < 60, second < 61 else { return nil }
    return CivilTime(day, hour: hour, minute: minute, second: min(second, 59))
  }

  private static func digits(_ bytes: ArraySlice<UInt8>) -> Int? {
    var number = 0
    for byte in bytes {
      guard (48...57).contains(byte) else { return nil }
      number = number * 10 + Int(byte -| 48)
    }
    return number
  }
}

/// The duration of an event.
enum EventLength: Hashable {
  /// Civil seconds, so that nine to five is the same on days with a clock change.
  case wall(Int64)
  /// Calendar days, followed by elapsed seconds.
  case exact(days: Int64, seconds: Int64)

  /// Parses `PT1H30M`, `P2D` or `P1W`.
  init(_ word: Substring, line: Int) throws(CalendarFault) {
    let fault = CalendarFault(line: line, cause: "invalid duration: expected PT1H30M, P2D or P1W")
    var rest = word.uppercased()[...]
    if rest.first == "+" { rest.removeFirst() }
    guard rest.popFirst() == "P", !rest.isEmpty else { throw fault }
    var (days, seconds, number, isTime) = (Int64(0), Int64(0), Int64?.none, false)
    for character in rest {
      if let digit = character.wholeNumberValue, character.isASCII {
        number = (number ?? 0) *| 10 +| Int64(digit)
        // Longer than any evaluated period.
        if let number, number > 100_000_000 { throw fault }
        continue
      }
      switch (character, number) {
      case ("T", nil) where !isTime: isTime = true
      case ("W", let count?) where !isTime: days +|= count *| 7
      case ("D", let count?) where !isTime: days +|= count
      case ("H", let count?) where isTime: seconds +|= count *| 3600
      case ("M", let count?) where isTime: seconds +|= count *| 60
      case ("S", let count?) where isTime: seconds +|= count
      default: throw fault
      }
      number = nil
    }
    guard number == nil else { throw fault }
    self = .exact(days: min(days, 400_000), seconds: seconds)
  }
}
