import Testing
import VitrineSchedules

@testable import VitrineSchedules

/// When a calendar is open.
@Suite("A calendar's times")
struct CalendarTimesTests {
  private func span(_ begin: String, _ end: String) throws -> Range<Int64> {
    try civil(begin).seconds..<(try civil(end).seconds)
  }

  @Test("Adjacent, overlapping and nested times merge, and those without a length are ignored")
  func joined() {
    let times = CalendarTimes(moments: [5..<7, 1..<3, 3..<4, 6..<6, 1..<2], civil: [9..<9])
    #expect(times == CalendarTimes(moments: [1..<4, 5..<7], civil: []))
    #expect(CalendarTimes(moments: [], civil: [3..<3]).isEmpty && !times.isEmpty)
  }

  @Test("Times open and close at exact moments, or by local time")
  func spells() throws {
    let clock = try zone("Europe/Berlin").clock
    let day = try span("2026-03-29 00:00", "2026-03-30 00:00")
    let times = CalendarTimes(
      moments: [try span("2026-03-30 10:00", "2026-03-30 11:00")], civil: [day])
    let condition = Condition(calendar: times)
    var (second, edges) = (Int64(1_774_000_000), [(Int64, Bool)]())
    while let until = condition.state(at: second, clock).until {
      edges.append((until, condition.state(at: until, clock).isOpen))
      #expect(
        condition.state(at: until - 1, clock).isOpen == condition.state(at: second, clock).isOpen)
      second = until
    }
    // 23 hours, and an hour of UTC.
    let begin = try civil("2026-03-28 23:00").seconds
    #expect(edges.map(\.0) == [begin, begin + 23 * 3600, begin + 35 * 3600, begin + 36 * 3600])
    #expect(edges.map(\.1) == [true, false, true, false])
    #expect(condition.state(at: second, clock) == Condition.State(isOpen: false, until: nil))
  }

  @Test("With a timetable, both have to be open")
  func table() throws {
    let table = TimeTable(showing: [try TimeTable.Row("mon-sun 08:00-20:00")])
    let times = CalendarTimes(
      moments: [], civil: [try span("2026-12-24 00:00", "2026-12-25 00:00")])
    let condition = Condition(table: table, calendar: times)
    let clock = ZoneRules.utc.clock
    func isOpen(_ text: String) throws -> Bool {
      condition.state(at: try civil(text).seconds, clock).isOpen
    }
    #expect(try isOpen("2026-12-24 08:00") && !isOpen("2026-12-24 07:59"))
    #expect(try !isOpen("2026-12-23 12:00") && !isOpen("2026-12-24 20:00"))
    let noon = try civil("2026-12-24 12:00").seconds
    #expect(condition.since(at: noon, clock) == (try civil("2026-12-24 08:00")))
    #expect(
      Condition(calendar: times).since(at: noon, clock) == (try civil("2026-12-24 00:00")))
  }

  @Test("A calendar without events is never open")
  func empty() {
    let condition = Condition(calendar: CalendarTimes(moments: [], civil: []))
    #expect(
      condition.state(at: 0, ZoneRules.utc.clock) == Condition.State(isOpen: false, until: nil))
  }

  @Test("The search range is the same all year, and that of 2024 for an unset clock")
  func years() throws {
    func around(_ text: String) throws -> CalendarSpan {
      CalendarSpan(around: Moment(second: try civil(text).seconds))
    }
    let span = try around("2026-01-01 00:00")
    #expect(try span == around("2026-12-31 23:59") && span != around("2027-01-01 00:00"))
    #expect(try span.seconds == self.span("2025-01-01 00:00", "2030-01-01 00:00"))
    #expect(CalendarSpan(around: Moment(second: 0)) == (try around("2024-06-01 00:00")))
    // At most twelve years.
    #expect(CalendarSpan(0..<Int64.max).seconds == 0..<12 * 366 * 86_400)
    #expect(CalendarSpan(Int64.max - 5..<Int64.max).seconds.count == 5)
  }
}
