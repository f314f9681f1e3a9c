import Foundation
import Testing
import VitrineSchedules

@testable import VitrineCalendars

/// Faulty and malicious files.
@Suite("Faulty calendars")
struct HostileCalendarTests {
  private static let span = CalendarSpan(around: Moment(second: 1_795_000_000))

  private func read(_ text: String) throws(CalendarFault) -> CalendarFile {
    try CalendarFile(Array(text.utf8), for: Self.span) { _ in nil }
  }

  private static func calendar(_ lines: String) -> String {
    "BEGIN:VCALENDAR\n\(lines.replacingOccurrences(of: "|", with: "\n"))\nEND:VCALENDAR\n"
  }

  private static let faults: [(String, Int, String)] = [
    ("", 1, "BEGIN:VCALENDAR"), ("root:x:0:0\n", 1, "BEGIN:VCALENDAR"),
    ("<html>\n", 1, "invalid line"),
    ("BEGIN:VEVENT\nEND:VEVENT", 1, "BEGIN:VCALENDAR"), ("BEGIN:VCALENDAR\n", 1, "without END"),
    ("BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMM", 3, "invalid line"),
    ("BEGIN:VCALENDAR\nBEGIN:VEVENT\nEND:VCALENDAR", 3, "END"),
    (calendar("BEGIN:VEVENT|SUMMARY:x|END:VEVENT"), 2, "DTSTART"),
    (calendar("BEGIN:VEVENT|DTSTART:20260231|END:VEVENT"), 3, "20261224"),
    (calendar("BEGIN:VEVENT|DTSTART:20260101T250000|END:VEVENT"), 3, "20261224"),
    (calendar("BEGIN:VEVENT|DTSTART;TZID=Mars:20260101T090000|END:VEVENT"), 2, "VTIMEZONE"),
    (calendar("BEGIN:VEVENT|DTSTART:20260101|DURATION:1H|END:VEVENT"), 4, "PT1H30M"),
    (calendar("BEGIN:VEVENT|DTSTART:20260102|DTEND:20260101|END:VEVENT"), 2, "before it starts"),
    (calendar("BEGIN:VEVENT|DTSTART:20260102|RRULE:FREQ=SECONDLY|END:VEVENT"), 4, "FREQ"),
    (calendar("BEGIN:VEVENT|DTSTART:20260102|EXRULE:FREQ=DAILY|END:VEVENT"), 4, "EXRULE"),
    (calendar("BEGIN:VTIMEZONE|TZID:x|END:VTIMEZONE"), 2, "STANDARD"),
    (calendar("X-A;B=\"c:d"), 2, "quotation"), (calendar("X-A;=c:d"), 2, "parameter"),
  ]

  @Test("A fault is reported with its line and without the file's content", arguments: faults)
  func fault(text: String, line: Int, cause: String) {
    let error = #expect(throws: CalendarFault.self) { try read(text) }
    #expect(
      error?.line == line && error?.cause.contains(cause) == true, "\(String(describing: error))")
  }

  @Test("A truncated or corrupted file is parsed or refused")
  func mutations() throws {
    let whole = Array(
      Self.calendar(
        "BEGIN:VTIMEZONE|TZID:x|BEGIN:STANDARD|DTSTART:20001029T030000|TZOFFSETFROM:+0200|"
          + "TZOFFSETTO:+0100|RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10|END:STANDARD|END:VTIMEZONE|"
          + "BEGIN:VEVENT|UID:1|DTSTART;TZID=x:20260105T090000|DURATION:PT1H|"
          + "RRULE:FREQ=MONTHLY;BYDAY=-1FR;COUNT=9|EXDATE;VALUE=DATE:20260130|END:VEVENT|"
          + "BEGIN:VEVENT|UID:1|RECURRENCE-ID;TZID=x:20260227T090000|DTSTART:20260228|END:VEVENT"
      ).utf8)
    func look(_ bytes: [UInt8]) {
      _ = try? CalendarFile(bytes, for: Self.span) { _ in nil }
    }
    for count in whole.indices { look(Array(whole.prefix(count))) }
    var random = SystemRandomNumberGenerator()
    for _ in 0..<3000 {
      var other = whole
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        other[Int.random(in: other.indices, using: &random)] =
          [UInt8.random(in: 0...255), 48 + UInt8.random(in: 0...9)].randomElement(using: &random)
          ?? 0
      }
      look(other)
    }
  }

  @Test("An endless rule still terminates")
  func endless() throws {
    let deep = String(repeating: "BEGIN:VEVENT\n", count: 50_000)
    #expect(throws: CalendarFault.self) { try read("BEGIN:VCALENDAR\n" + deep) }
    let event = "BEGIN:VEVENT|DTSTART:20200101T000000Z|DURATION:PT1M|RRULE:FREQ=HOURLY|END:VEVENT"
    #expect(throws: CalendarFault.self) { try read(Self.calendar(event)) }
    let never =
      "BEGIN:VEVENT|DTSTART:20200101|RRULE:FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30|END:VEVENT|"
    #expect(
      try read(Self.calendar(String(repeating: never, count: 1000) + "X-A:b")).windows.isEmpty)
    let days = String(repeating: "EXDATE;VALUE=DATE:20260105\n", count: 30_000)
    let many =
      "BEGIN:VEVENT|DTSTART:20200101T000000Z|DURATION:PT1M|RRULE:FREQ=DAILY|\(days)END:VEVENT"
    #expect(try read(Self.calendar(many)).windows.count > 1000)
    // Events long over are not stored.
    let old = "BEGIN:VEVENT|DTSTART:19750101T000000Z|RRULE:FREQ=DAILY|END:VEVENT"
    #expect(try (1000...4000).contains(read(Self.calendar(old)).windows.count))
    #expect(throws: CalendarFault.self) {
      try read(Self.calendar("X-A:" + String(repeating: "x", count: CalendarFile.largest)))
    }
  }
}
