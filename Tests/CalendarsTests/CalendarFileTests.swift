import Foundation
import Testing
import VitrineSchedules

@testable import VitrineCalendars

/// Files, compared with recurring_ical_events 3.8, and with RFC 5545 where they differ.
@Suite("Calendars")
struct CalendarFileTests {
  private static let span = CalendarSpan(around: Moment(second: 1_795_000_000))

  static func file(_ text: String, span: CalendarSpan = span) throws(CalendarFault) -> CalendarFile
  {
    let lines = text.replacingOccurrences(of: "|", with: "\r\n")
    let whole = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n\(lines)\r\nEND:VCALENDAR\r\n"
    return try CalendarFile(Array(whole.utf8), for: span, zone: zone)
  }

  private static func zone(_ name: String) -> ZoneRules? {
    let bytes = try? Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/\(name)"))
    return bytes.flatMap { try? ZoneRules(tzif: [UInt8]($0)) }
  }

  /// In UTC with a Z, otherwise in local time.
  private func windows(_ file: CalendarFile) -> String {
    file.windows.map { window in
      [window.span.lowerBound, window.span.upperBound].map { second in
        CivilTime(seconds: second).text.dropLast(3) + (window.isCivil ? "" : "Z")
      }.joined(separator: "/")
    }.sorted().joined(separator: " ")
  }

  private static func event(_ lines: String) -> String {
    "BEGIN:VEVENT|UID:1|" + lines.replacingOccurrences(of: "B:", with: "TZID=Europe/Berlin:")
      + "|END:VEVENT"
  }

  /// An event and its times; `B:` is Berlin.
  private static let events: [(String, String)] = [
    // The clocks go forward on 2026-03-29 and back on 2026-10-25.
    (
      "DTSTART;B:20260328T090000|DTEND;B:20260328T170000|RRULE:FREQ=DAILY;COUNT=2",
      "2026-03-28T08:00Z/2026-03-28T16:00Z 2026-03-29T07:00Z/2026-03-29T15:00Z"
    ),
    ("DTSTART;B:20260328T220000|DTEND;B:20260329T060000", "2026-03-28T21:00Z/2026-03-29T04:00Z"),
    ("DTSTART;B:20261024T220000|DTEND;B:20261025T060000", "2026-10-24T20:00Z/2026-10-25T05:00Z"),
    // A time in the skipped hour is the clock change, and one in the repeated hour the first.
    ("DTSTART;B:20260329T023000|DTEND;B:20260329T033000", "2026-03-29T01:00Z/2026-03-29T01:30Z"),
    ("DTSTART;B:20261025T023000|DTEND;B:20261025T033000", "2026-10-25T00:30Z/2026-10-25T02:30Z"),
    // RFC 5545: days are calendar days, hours are elapsed time.
    ("DTSTART;B:20260328T120000|DURATION:P1D", "2026-03-28T11:00Z/2026-03-29T10:00Z"),
    ("DTSTART;B:20260328T120000|DURATION:PT24H", "2026-03-28T11:00Z/2026-03-29T11:00Z"),
    (
      "DTSTART;B:20260105T120000|DTEND;TZID=America/New_York:20260105T120000",
      "2026-01-05T11:00Z/2026-01-05T17:00Z"
    ),
    (
      "DTSTART;TZID=America/New_York:20261031T090000|DURATION:PT1H|RRULE:FREQ=DAILY;COUNT=2",
      "2026-10-31T13:00Z/2026-10-31T14:00Z 2026-11-01T14:00Z/2026-11-01T15:00Z"
    ),
    // UNTIL is inclusive, in UTC, by day or in local time.
    (
      "DTSTART;B:20260630T090000|DURATION:PT1H|RRULE:FREQ=DAILY;UNTIL=20260701T070000Z",
      "2026-06-30T07:00Z/2026-06-30T08:00Z 2026-07-01T07:00Z/2026-07-01T08:00Z"
    ),
    (
      "DTSTART;B:20260630T090000|DURATION:PT1H|RRULE:FREQ=DAILY;UNTIL=20260701T065959Z",
      "2026-06-30T07:00Z/2026-06-30T08:00Z"
    ),
    (
      "DTSTART;B:20260630T090000|DURATION:PT1H|RRULE:FREQ=DAILY;UNTIL=20260701",
      "2026-06-30T07:00Z/2026-06-30T08:00Z 2026-07-01T07:00Z/2026-07-01T08:00Z"
    ),
    // Exceptions in its zone, in UTC, in another zone, as a day.
    (
      "DTSTART;B:20260105T090000|DURATION:PT1H|RRULE:FREQ=DAILY;COUNT=5"
        + "|EXDATE;B:20260106T090000|EXDATE:20260107T080000Z"
        + "|EXDATE;TZID=America/New_York:20260108T030000|EXDATE;VALUE=DATE:20260109",
      "2026-01-05T08:00Z/2026-01-05T09:00Z"
    ),
    (
      "DTSTART;B:20260105T090000|DURATION:PT1H|RRULE:FREQ=DAILY;COUNT=3"
        + "|EXDATE;B:20260106T090000,20260107T090000", "2026-01-05T08:00Z/2026-01-05T09:00Z"
    ),
    (
      "DTSTART;B:20260105T090000|DURATION:PT1H|RDATE;B:20260110T090000,20260111T120000",
      "2026-01-05T08:00Z/2026-01-05T09:00Z 2026-01-10T08:00Z/2026-01-10T09:00Z "
        + "2026-01-11T11:00Z/2026-01-11T12:00Z"
    ),
    (
      "DTSTART:20260105T090000Z|DURATION:PT1H"
        + "|RDATE;VALUE=PERIOD:20260110T090000Z/20260110T120000Z,20260111T120000Z/PT30M",
      "2026-01-05T09:00Z/2026-01-05T10:00Z 2026-01-10T09:00Z/2026-01-10T12:00Z "
        + "2026-01-11T12:00Z/2026-01-11T12:30Z"
    ),
    // Days are local, and the last one is excluded.
    ("DTSTART;VALUE=DATE:20261224|DTEND;VALUE=DATE:20261227", "2026-12-24T00:00/2026-12-27T00:00"),
    ("DTSTART;VALUE=DATE:20261224", "2026-12-24T00:00/2026-12-25T00:00"),
    (
      "DTSTART;VALUE=DATE:20260105|RRULE:FREQ=DAILY;UNTIL=20260107|EXDATE;VALUE=DATE:20260106",
      "2026-01-05T00:00/2026-01-06T00:00 2026-01-07T00:00/2026-01-08T00:00"
    ),
    ("DTSTART:20260105T090000|DTEND:20260105T100000", "2026-01-05T09:00/2026-01-05T10:00"),
    ("DTSTART:20260105T090000Z", "2026-01-05T09:00Z/2026-01-05T09:00Z"),
    ("DTSTART;VALUE=DATE:20260105|STATUS:CANCELLED", ""),
    (
      "DTSTART;VALUE=DATE:20260105|BEGIN:VALARM|TRIGGER:-PT15M|DURATION:PT5M|END:VALARM",
      "2026-01-05T00:00/2026-01-06T00:00"
    ),
  ]

  @Test("An event occurs at its stated times", arguments: events)
  func event(lines: String, expected: String) throws {
    #expect(windows(try Self.file(Self.event(lines))) == expected)
  }

  private static let daily = event(
    "DTSTART;B:20260105T090000|DURATION:PT1H|RRULE:FREQ=DAILY;COUNT=3")
  private static let first = "2026-01-05T08:00Z/2026-01-05T09:00Z"
  private static let second = "2026-01-06T08:00Z/2026-01-06T09:00Z"
  private static let third = "2026-01-07T08:00Z/2026-01-07T09:00Z"

  private static let changes: [(String, String)] = [
    (
      "RECURRENCE-ID;B:20260106T090000|DTSTART;B:20260106T150000|DURATION:PT2H",
      "\(first) 2026-01-06T14:00Z/2026-01-06T16:00Z \(third)"
    ),
    (
      "RECURRENCE-ID:20260106T080000Z|DTSTART:20260109T080000Z|DURATION:PT2H",
      "\(first) \(third) 2026-01-09T08:00Z/2026-01-09T10:00Z"
    ),
    (
      "RECURRENCE-ID;VALUE=DATE:20260106|DTSTART;B:20260106T150000|DURATION:PT2H",
      "\(first) 2026-01-06T14:00Z/2026-01-06T16:00Z \(third)"
    ),
    (
      "RECURRENCE-ID;B:20260106T090000|DTSTART;B:20260106T090000|STATUS:CANCELLED",
      "\(first) \(third)"
    ),
    (
      "RECURRENCE-ID;RANGE=THISANDFUTURE;B:20260106T090000|DTSTART;B:20260106T110000|DURATION:PT2H",
      "\(first) 2026-01-06T10:00Z/2026-01-06T12:00Z 2026-01-07T10:00Z/2026-01-07T12:00Z"
    ),
    (
      "RECURRENCE-ID;RANGE=THISANDFUTURE;B:20260106T090000|DTSTART;B:20260106T090000"
        + "|STATUS:CANCELLED", first
    ),
    // A later version of the series replaces it.
    ("SEQUENCE:1|DTSTART;B:20260106T090000|DURATION:PT1H", second),
    ("SEQUENCE:-1|DTSTART;B:20260109T090000|DURATION:PT1H", "\(first) \(second) \(third)"),
    ("SEQUENCE:1|STATUS:CANCELLED|DTSTART;B:20260105T090000", ""),
  ]

  @Test(
    "An event with the same UID replaces one occurrence or the whole series", arguments: changes)
  func replaced(lines: String, expected: String) throws {
    #expect(windows(try Self.file("\(Self.daily)|\(Self.event(lines))")) == expected)
    #expect(windows(try Self.file("\(Self.event(lines))|\(Self.daily)")) == expected)
  }

  private static let outlook = """
    BEGIN:VTIMEZONE|TZID:W. Europe Standard Time|BEGIN:STANDARD|DTSTART:16010101T030000|\
    TZOFFSETFROM:+0200|TZOFFSETTO:+0100|RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=10|\
    END:STANDARD|BEGIN:DAYLIGHT|DTSTART:16010101T020000|TZOFFSETFROM:+0100|TZOFFSETTO:+0200|\
    RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=3|END:DAYLIGHT|END:VTIMEZONE
    """

  @Test("A zone defined in the file is used under any name")
  func describedZone() throws {
    let event = """
      BEGIN:VEVENT|DTSTART;TZID="W. Europe Standard Time":20260328T090000|DURATION:PT1H|\
      RRULE:FREQ=DAILY;COUNT=2|END:VEVENT
      """
    for text in ["\(Self.outlook)|\(event)", "\(event)|\(Self.outlook)"] {
      #expect(
        windows(try Self.file(text))
          == "2026-03-28T08:00Z/2026-03-28T09:00Z 2026-03-29T07:00Z/2026-03-29T08:00Z")
    }
  }

  @Test("The last clock change of a zone may be given as a date")
  func lastChange() throws {
    let zone = """
      BEGIN:VTIMEZONE|TZID:X|BEGIN:STANDARD|DTSTART:20241027T030000|TZOFFSETFROM:+0200|\
      TZOFFSETTO:+0100|RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10|END:STANDARD|BEGIN:DAYLIGHT|\
      DTSTART:20240331T020000|TZOFFSETFROM:+0100|TZOFFSETTO:+0200|\
      RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3;UNTIL=20260329|END:DAYLIGHT|END:VTIMEZONE
      """
    let event = Self.event("DTSTART;TZID=X:20260701T090000|RRULE:FREQ=YEARLY;COUNT=2")
    #expect(
      windows(try Self.file("\(zone)|\(event)"))
        == "2026-07-01T07:00Z/2026-07-01T07:00Z 2027-07-01T08:00Z/2027-07-01T08:00Z")
  }

  @Test("A requested name or category selects the events")
  func names() throws {
    let file = try Self.file(
      "BEGIN:VEVENT|SUMMARY:Summer\\, sale|DTSTART:20260105T090000Z|DURATION:PT1H|END:VEVENT|"
        + "BEGIN:VEVENT|SUMMARY:Other|CATEGORIES:Open,SALE|DTSTART:20260106T090000Z|DURATION:PT1H|"
        + "END:VEVENT")
    let (first, second) = (Int64(1_767_603_600), Int64(1_767_690_000))
    func times(_ begins: Int64...) -> CalendarTimes {
      CalendarTimes(moments: begins.map { $0..<$0 + 3600 }, civil: [])
    }
    #expect(file.times(of: nil) == times(first, second))
    #expect(file.times(of: "summer,  Sale ") == times(first))
    #expect(file.times(of: "sale") == times(second))
    #expect(file.times(of: "none").isEmpty)
  }

  @Test("Folded, empty and lower-case lines are parsed")
  func spelling() throws {
    let text =
      "\u{FEFF}begin:vcalendar\nbegin:vevent\nSUMMARY;LANGUAGE=\"a:b;c\":Lo\n\tng\n\n"
      + "dtstart:2026\n 0105t090000z\nduration:pt1h\nend:vevent\nend:vcalendar"
    let file = try CalendarFile(Array(text.utf8), for: Self.span) { _ in nil }
    #expect(windows(file) == "2026-01-05T09:00Z/2026-01-05T10:00Z")
    #expect(file.windows.map(\.names) == [["long"]])
  }

  @Test("An endless event ends with the search range")
  func forever() throws {
    let text = Self.event("DTSTART;B:20200101T090000|DURATION:PT1H|RRULE:FREQ=DAILY")
    let windows = try Self.file(text).windows
    #expect(windows.count == 365 + 365 + 365 + 366 + 365)
    #expect(windows.allSatisfy { Self.span.seconds.overlaps($0.span) })
  }
}
