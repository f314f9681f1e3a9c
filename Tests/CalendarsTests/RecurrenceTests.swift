import Testing
import VitrineSchedules

@testable import VitrineCalendars

/// Recurrence rules of calendar programs, compared with python-dateutil 2.9.
@Suite("Recurrence rules")
struct RecurrenceTests {
  struct Row: CustomTestStringConvertible {
    let begin: String
    let rule: String
    /// The number from 2026 to 2030, and the first, fifth and last of them.
    let count: Int
    let some: [String]

    init(_ begin: String, _ rule: String, _ count: Int, _ some: String...) {
      self.begin = begin
      self.rule = rule
      self.count = count
      self.some = some
    }

    var testDescription: String { "\(begin) \(rule)" }
  }

  private func occurrences(_ row: Row) throws -> [CivilTime] {
    let begin = try EventTime(try line("DTSTART:\(row.begin)"))
    let end = try #require(CivilTime(text: "2030-12-31 23:59"))
    var budget = ReadingBudget()
    return try RecurrenceRule(try line("RRULE:\(row.rule)"))
      .occurrences(from: begin.civil, to: end, &budget) { _ in false }
  }

  private func line(_ text: String) throws -> ContentLine {
    try ContentLine(Array(text.utf8), number: 1)
  }

  @Test("Rules expand as in other implementations", arguments: rows)
  func table(row: Row) throws {
    let first = try #require(CivilTime(text: "2026-01-01 00:00"))
    let times = try occurrences(row).filter { $0 >= first }
    #expect(times == Set(times).sorted() && times.count == row.count)
    let some =
      times.isEmpty ? [] : [times[0], times[min(4, times.count - 1)], times[times.count - 1]]
    #expect(try some == row.some.map { try #require(CivilTime(text: $0)) })
  }

  @Test(
    "An invalid rule is refused with its cause",
    arguments: [
      ("", "FREQ"), ("FREQ=FORTNIGHTLY", "FREQ"), ("BYDAY=MO", "FREQ"),
      ("FREQ=DAILY;BYWEEKNO=20", "BYWEEKNO"), ("FREQ=YEARLY;BYWEEKNO=54", "BYWEEKNO"),
      ("FREQ=YEARLY;BYWEEKNO=20;BYDAY=1MO", "BYDAY"), ("FREQ=DAILY;BYDAY=1MO", "BYDAY"),
      ("FREQ=DAILY;BYSETPOS=1", "BYSETPOS"), ("FREQ=DAILY;BYDAY=MO;BYSETPOS=0", "BYSETPOS"),
      ("FREQ=DAILY;BYYEARDAY=1", "BYYEARDAY"), ("FREQ=MONTHLY;BYYEARDAY=1", "BYYEARDAY"),
      ("FREQ=DAILY;INTERVAL=0", "INTERVAL"), ("FREQ=DAILY;INTERVAL=-1", "INTERVAL"),
      ("FREQ=DAILY;COUNT=0", "COUNT"), ("FREQ=DAILY;COUNT=99999999999999999999", "COUNT"),
      ("FREQ=DAILY;BYHOUR=24", "BYHOUR"), ("FREQ=DAILY;BYHOUR=-1", "BYHOUR"),
      ("FREQ=DAILY;BYMINUTE=60", "BYMINUTE"), ("FREQ=DAILY;BYSECOND=61", "BYSECOND"),
      ("FREQ=DAILY;BYMONTH=-1", "BYMONTH"), ("FREQ=DAILY;BYMONTH=1,,2", "BYMONTH"),
      ("FREQ=MONTHLY;BYMONTHDAY=0", "BYMONTHDAY"), ("FREQ=MONTHLY;BYMONTHDAY=-32", "BYMONTHDAY"),
      ("FREQ=WEEKLY;BYMONTHDAY=1", "BYMONTHDAY"), ("FREQ=MONTHLY;BYDAY=6MO", "BYDAY"),
      ("FREQ=MONTHLY;BYDAY=0MO", "BYDAY"), ("FREQ=MONTHLY;BYDAY=+-1MO", "BYDAY"),
      ("FREQ=YEARLY;BYDAY=54MO", "BYDAY"), ("FREQ=WEEKLY;BYDAY=XX", "BYDAY"),
      ("FREQ=WEEKLY;BYDAY=M", "BYDAY"), ("FREQ=WEEKLY;BYDAY=\u{E9}MO", "BYDAY"),
      ("FREQ=DAILY;FREQ=DAILY", "rule"), ("FREQ", "rule"), ("FREQ=", "rule"),
      ("RSCALE=HEBREW;FREQ=YEARLY", "not supported"), ("FREQ=DAILY;UNTIL=tomorrow", "time"),
      ("FREQ=WEEKLY;WKST=XX", "WKST"),
    ])
  func refused(rule: String, cause: String) throws {
    let line = try line("RRULE:\(rule)")
    let error = #expect(throws: CalendarFault.self) { try RecurrenceRule(line) }
    #expect(error?.cause.contains(cause) == true, "\(error?.cause ?? "")")
  }

  @Test("Whole days do not repeat within a day, and ignore times of day")
  func wholeDays() throws {
    let rule = try RecurrenceRule(try line("RRULE:FREQ=DAILY;BYHOUR=9;BYMONTH=1"), isWholeDay: true)
    #expect(rule == (try RecurrenceRule(try line("RRULE:FREQ=DAILY;BYMONTH=1"))))
    let hourly = try line("RRULE:FREQ=HOURLY")
    #expect(throws: CalendarFault.self) { try RecurrenceRule(hourly, isWholeDay: true) }
  }

  @Test("A rule whose day never occurs terminates")
  func never() throws {
    for rule in ["FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30", "FREQ=DAILY;INTERVAL=7;BYDAY=TU"] {
      #expect(try occurrences(Row("20260105T090000", rule, 0)) == [])
    }
  }

  private static let numbers = (0..<60).map(String.init).joined(separator: ",")

  private static let costly = [
    ("00010101T000000", "FREQ=HOURLY"),
    ("00010101", "FREQ=YEARLY;BYYEARDAY=366;BYMONTHDAY=1"),
    ("00010101", "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30"),
    ("00010101T000000", "FREQ=SECONDLY;BYDAY=MO;BYHOUR=0;BYMINUTE=0;BYSECOND=0;BYSETPOS=2"),
    ("20260101T000000", "FREQ=MINUTELY;BYSETPOS=-2;BYDAY=MO"),
    (
      "20260101T000000",
      "FREQ=DAILY;BYHOUR=9;BYSETPOS=\((2...366).map(\.description).joined(separator: ","))"
    ),
    (
      "20260101T000000",
      "FREQ=YEARLY;BYDAY=1MO;BYHOUR=1,2,3;BYMINUTE=\(numbers);BYSECOND=\(numbers)"
    ),
  ]

  @Test("A rule that takes too much work is refused", arguments: costly)
  func work(begin: String, rule: String) throws {
    let end = try #require(CivilTime(text: "2030-12-31 23:59"))
    let time = try EventTime(try line("DTSTART:\(begin)")).civil
    let rule = try RecurrenceRule(try line("RRULE:\(rule)"))
    let error = #expect(throws: CalendarFault.self) {
      var budget = ReadingBudget(steps: 5000)
      return try rule.occurrences(from: time, to: end, &budget) { _ in false }
    }
    #expect(error?.cause.contains("too many repetitions") == true)
  }

  static let rows = [
    Row(
      "20260105T090000", "FREQ=DAILY", 1822, "2026-01-05 09:00", "2026-01-09 09:00",
      "2030-12-31 09:00"),
    Row(
      "20260105T090000", "FREQ=DAILY;INTERVAL=3;COUNT=20", 20, "2026-01-05 09:00",
      "2026-01-17 09:00", "2026-03-03 09:00"),
    Row(
      "20260105T090000", "FREQ=DAILY;BYDAY=MO,WE,FR", 781, "2026-01-05 09:00", "2026-01-14 09:00",
      "2030-12-30 09:00"),
    Row(
      "20260105T090000", "FREQ=DAILY;BYMONTH=1,2", 292, "2026-01-05 09:00", "2026-01-09 09:00",
      "2030-02-28 09:00"),
    Row(
      "20260105T090000", "FREQ=DAILY;BYMONTHDAY=1,15", 119, "2026-01-15 09:00", "2026-03-15 09:00",
      "2030-12-15 09:00"),
    Row(
      "20260105T090000", "FREQ=DAILY;BYMONTHDAY=-1", 60, "2026-01-31 09:00", "2026-05-31 09:00",
      "2030-12-31 09:00"),
    Row(
      "20260105T090000", "FREQ=DAILY;BYHOUR=9,17;BYMINUTE=0,30", 7288, "2026-01-05 09:00",
      "2026-01-06 09:00", "2030-12-31 17:30"),
    Row(
      "20260105T090000", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", 1302, "2026-01-05 09:00",
      "2026-01-09 09:00", "2030-12-31 09:00"),
    Row(
      "20260105T090000", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=MO", 261, "2026-01-06 09:00",
      "2026-02-03 09:00", "2030-12-31 09:00"),
    Row(
      "20260105T090000", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=SU", 261, "2026-01-06 09:00",
      "2026-02-03 09:00", "2030-12-31 09:00"),
    Row(
      "20260104T090000", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=SU", 262, "2026-01-04 09:00",
      "2026-02-01 09:00", "2030-12-31 09:00"),
    Row(
      "20260105T090000", "FREQ=WEEKLY;BYDAY=SA,SU;BYMONTH=12", 45, "2026-12-05 09:00",
      "2026-12-19 09:00", "2030-12-29 09:00"),
    Row(
      "20260105T090000", "FREQ=WEEKLY;BYDAY=MO,WE;BYSETPOS=-1", 260, "2026-01-07 09:00",
      "2026-02-04 09:00", "2030-12-25 09:00"),
    Row(
      "20260131T090000", "FREQ=MONTHLY", 35, "2026-01-31 09:00", "2026-08-31 09:00",
      "2030-12-31 09:00"),
    Row(
      "20260131T090000", "FREQ=MONTHLY;BYMONTHDAY=-1", 60, "2026-01-31 09:00", "2026-05-31 09:00",
      "2030-12-31 09:00"),
    Row(
      "20260131T090000", "FREQ=MONTHLY;BYMONTHDAY=-1,1", 119, "2026-01-31 09:00",
      "2026-03-31 09:00", "2030-12-31 09:00"),
    Row(
      "20260131T090000", "FREQ=MONTHLY;BYMONTHDAY=-3", 59, "2026-02-26 09:00", "2026-06-28 09:00",
      "2030-12-29 09:00"),
    Row(
      "20260131T090000", "FREQ=MONTHLY;BYMONTHDAY=31", 35, "2026-01-31 09:00", "2026-08-31 09:00",
      "2030-12-31 09:00"),
    Row(
      "20260105T090000", "FREQ=MONTHLY;BYDAY=1MO", 60, "2026-01-05 09:00", "2026-05-04 09:00",
      "2030-12-02 09:00"),
    Row(
      "20260105T090000", "FREQ=MONTHLY;BYDAY=-1FR", 60, "2026-01-30 09:00", "2026-05-29 09:00",
      "2030-12-27 09:00"),
    Row(
      "20260105T090000", "FREQ=MONTHLY;BYDAY=1MO,-1FR", 120, "2026-01-05 09:00", "2026-03-02 09:00",
      "2030-12-27 09:00"),
    Row(
      "20260105T090000", "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", 60, "2026-01-30 09:00",
      "2026-05-29 09:00", "2030-12-31 09:00"),
    Row(
      "20260105T090000", "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1,-1", 119, "2026-01-30 09:00",
      "2026-03-31 09:00", "2030-12-31 09:00"),
    Row(
      "20260105T090000", "FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13", 9, "2026-02-13 09:00",
      "2028-10-13 09:00", "2030-12-13 09:00"),
    Row(
      "20260105T090000", "FREQ=MONTHLY;BYDAY=SA;BYMONTHDAY=7,8,9,10,11,12,13", 60,
      "2026-01-10 09:00", "2026-05-09 09:00", "2030-12-07 09:00"),
    Row(
      "20260105T090000", "FREQ=MONTHLY;INTERVAL=2;BYDAY=2TU", 30, "2026-01-13 09:00",
      "2026-09-08 09:00", "2030-11-12 09:00"),
    Row(
      "20260105T090000", "FREQ=MONTHLY;BYMONTH=3,6;BYDAY=5SU", 3, "2026-03-29 09:00",
      "2030-06-30 09:00", "2030-06-30 09:00"),
    Row(
      "20260105T090000", "FREQ=YEARLY", 5, "2026-01-05 09:00", "2030-01-05 09:00",
      "2030-01-05 09:00"),
    Row(
      "20240229T090000", "FREQ=YEARLY", 1, "2028-02-29 09:00", "2028-02-29 09:00",
      "2028-02-29 09:00"),
    Row(
      "20260105T090000", "FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU", 5, "2026-03-29 09:00",
      "2030-03-31 09:00", "2030-03-31 09:00"),
    Row(
      "20260105T090000", "FREQ=YEARLY;BYMONTH=11;BYDAY=4TH", 5, "2026-11-26 09:00",
      "2030-11-28 09:00", "2030-11-28 09:00"),
    Row(
      "20260105T090000", "FREQ=YEARLY;BYDAY=20MO", 5, "2026-05-18 09:00", "2030-05-20 09:00",
      "2030-05-20 09:00"),
    Row(
      "20260105T090000", "FREQ=YEARLY;BYDAY=-1MO", 5, "2026-12-28 09:00", "2030-12-30 09:00",
      "2030-12-30 09:00"),
    Row(
      "20260105T090000", "FREQ=YEARLY;BYYEARDAY=1,100,200", 14, "2026-04-10 09:00",
      "2027-07-19 09:00", "2030-07-19 09:00"),
    Row(
      "20260105T090000", "FREQ=YEARLY;BYYEARDAY=-1", 5, "2026-12-31 09:00", "2030-12-31 09:00",
      "2030-12-31 09:00"),
    Row(
      "20260105T090000", "FREQ=YEARLY;BYYEARDAY=366", 1, "2028-12-31 09:00", "2028-12-31 09:00",
      "2028-12-31 09:00"),
    Row(
      "20260105T090000", "FREQ=YEARLY;BYMONTHDAY=24", 60, "2026-01-24 09:00", "2026-05-24 09:00",
      "2030-12-24 09:00"),
    Row(
      "20260105T090000", "FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=24,25,26", 15, "2026-12-24 09:00",
      "2027-12-25 09:00", "2030-12-26 09:00"),
    Row(
      "20260105T090000", "FREQ=YEARLY;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8", 5,
      "2026-11-03 09:00", "2030-11-05 09:00", "2030-11-05 09:00"),
    Row(
      "20260105T090000", "FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8", 2,
      "2026-11-03 09:00", "2030-11-05 09:00", "2030-11-05 09:00"),
    Row(
      "20260105T090000", "FREQ=YEARLY;BYMONTH=1;BYDAY=SU,MO,TU,WE,TH,FR,SA;BYSETPOS=1", 4,
      "2027-01-01 09:00", "2030-01-01 09:00", "2030-01-01 09:00"),
    Row(
      "20260105T090000", "FREQ=YEARLY;BYDAY=SU;BYMONTH=1,2", 41, "2026-01-11 09:00",
      "2026-02-08 09:00", "2030-02-24 09:00"),
    Row(
      "20260105T090000", "FREQ=HOURLY;INTERVAL=3;COUNT=40", 40, "2026-01-05 09:00",
      "2026-01-05 21:00", "2026-01-10 06:00"),
    Row(
      "20260105T090000", "FREQ=WEEKLY", 261, "2026-01-05 09:00", "2026-02-02 09:00",
      "2030-12-30 09:00"),
    Row("20260105", "FREQ=DAILY", 1822, "2026-01-05 00:00", "2026-01-09 00:00", "2030-12-31 00:00"),
    Row(
      "20260105", "FREQ=WEEKLY;BYDAY=SA,SU", 520, "2026-01-10 00:00", "2026-01-24 00:00",
      "2030-12-29 00:00"),
    Row(
      "20260105", "FREQ=MONTHLY;BYMONTHDAY=-1", 60, "2026-01-31 00:00", "2026-05-31 00:00",
      "2030-12-31 00:00"),
    Row(
      "20260105T090000", "FREQ=WEEKLY;COUNT=5;BYDAY=TU", 5, "2026-01-06 09:00", "2026-02-03 09:00",
      "2026-02-03 09:00"),
    Row(
      "20260105T090000", "FREQ=MONTHLY;COUNT=5;BYMONTHDAY=10", 5, "2026-01-10 09:00",
      "2026-05-10 09:00", "2026-05-10 09:00"),
    Row(
      "20260105T090000", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1", 5, "2026-02-28 09:00",
      "2030-02-28 09:00", "2030-02-28 09:00"),
    Row(
      "20260105T090000", "FREQ=YEARLY;BYMONTHDAY=-1", 60, "2026-01-31 09:00", "2026-05-31 09:00",
      "2030-12-31 09:00"),
    Row(
      "20260105T090000", "FREQ=WEEKLY;INTERVAL=2", 131, "2026-01-05 09:00", "2026-03-02 09:00",
      "2030-12-30 09:00"),
    Row(
      "20260105T090000", "FREQ=MONTHLY;INTERVAL=5", 12, "2026-01-05 09:00", "2027-09-05 09:00",
      "2030-08-05 09:00"),
    Row(
      "20260101T090000", "FREQ=WEEKLY;BYDAY=TH,MO;INTERVAL=3", 174, "2026-01-01 09:00",
      "2026-02-12 09:00", "2030-12-30 09:00"),
    Row(
      "20270917T090000", "FREQ=WEEKLY;INTERVAL=4;BYDAY=SU", 43, "2027-09-19 09:00",
      "2028-01-09 09:00", "2030-12-08 09:00"),
    Row(
      "20260626T090000", "FREQ=WEEKLY;INTERVAL=3;WKST=TU;BYDAY=SU", 79, "2026-06-28 09:00",
      "2026-09-20 09:00", "2030-12-22 09:00"),
    Row(
      "20271231T090000", "FREQ=WEEKLY;INTERVAL=2;BYDAY=SU", 79, "2028-01-02 09:00",
      "2028-02-27 09:00", "2030-12-29 09:00"),
    Row(
      "20260105T093000", "FREQ=WEEKLY;BYHOUR=9,17", 522, "2026-01-05 09:30", "2026-01-19 09:30",
      "2030-12-30 17:30"),
    Row(
      "20260115T093000", "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;BYHOUR=7,18", 60,
      "2026-01-30 18:30", "2026-05-29 18:30", "2030-12-31 18:30"),
    Row(
      "20260730T000000", "FREQ=MONTHLY;BYMONTHDAY=28,-2,5,15;BYSETPOS=-1,-2", 107,
      "2026-07-30 00:00", "2026-09-29 00:00", "2030-12-30 00:00"),
    Row(
      "20260716T230000", "FREQ=YEARLY;BYMONTHDAY=-2,29,13,5;BYSETPOS=-1,-2", 10, "2026-12-29 23:00",
      "2028-12-29 23:00", "2030-12-30 23:00"),
    Row(
      "20260101T120000", "FREQ=DAILY;BYMONTHDAY=31,-2;BYDAY=FR,SA", 28, "2026-01-30 12:00",
      "2026-07-31 12:00", "2030-11-29 12:00"),
    Row(
      "20280229T120000", "FREQ=MONTHLY;BYMONTHDAY=29,30,31", 85, "2028-02-29 12:00",
      "2028-04-29 12:00", "2030-12-31 12:00"),
    Row(
      "20260331T013000", "FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=-1", 20, "2026-03-31 01:30",
      "2027-03-31 01:30", "2030-12-31 01:30"),
    Row(
      "16010101T020000", "FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU", 5, "2026-03-29 02:00",
      "2030-03-31 02:00", "2030-03-31 02:00"),
    Row(
      "20261129", "FREQ=DAILY;COUNT=26", 26, "2026-11-29 00:00", "2026-12-03 00:00",
      "2026-12-24 00:00"),
    Row(
      "20260105T090000", "FREQ=HOURLY;INTERVAL=36", 1215, "2026-01-05 09:00", "2026-01-11 09:00",
      "2030-12-31 09:00"),
  ]
}
