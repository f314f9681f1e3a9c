internal import VitrineTiming

/// A date and time of day without a time zone, to the second.
package struct CivilTime: Hashable, Comparable, Sendable {
  /// Since 1970-01-01 00:00 in the same zone, in days of 86400 seconds.
  package let seconds: Int64

  package init(seconds: Int64) { self.seconds = seconds }

  /// 24:00 is the start of the next day.
  package init(_ date: CivilDate, hour: Int = 0, minute: Int = 0, second: Int = 0) {
    seconds = Int64(date.day) *| 86400 +| Int64(hour *| 3600 + minute * 60 + second)
  }

  package var date: CivilDate {
    CivilDate(day: Int(seconds >= 0 ? seconds : seconds -| 86399) / 86400)
  }

  package static func < (a: CivilTime, b: CivilTime) -> Bool { a.seconds < b.seconds }
}

/// A day of the Gregorian calendar.
package struct CivilDate: Hashable, Comparable, Sendable {
  /// Days since 1970-01-01.
  package let day: Int

  package init(day: Int) { self.day = day }

  /// Returns nil for a day that does not exist, and outside the years 1 to 9999.
  package init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month),
      (1...Self.length(of: month, year)).contains(day)
    else { return nil }
    // The year starts in March here, so that the leap day is its last.
    let shifted = month > 2 ? year : year - 1
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    self.day = shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
  }

  package var year: Int { parts.year }

  /// The calendar fields.
  package var parts: (year: Int, month: Int, day: Int) {
    // Counts in eras of 400 years that start in March.
    let shifted = day + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era *| 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    return (
      yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month,
      dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    )
  }

  package var weekday: Weekday {
    // 1970-01-01 was a Thursday.
    let index = ((day % 7) + 7 + 3) % 7
    return Weekday.allCases[index]
  }

  package static func < (a: CivilDate, b: CivilDate) -> Bool { a.day < b.day }

  private static func length(of month: Int, _ year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

/// A day of the week, named as in time tables.
package enum Weekday: String, CaseIterable, Hashable, Sendable {
  case mon, tue, wed, thu, fri, sat, sun
}
