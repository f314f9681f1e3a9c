import Testing

@testable import VitrineSchedules

@Suite("What came of a rehearsal")
struct RehearsalReportTests {
  /// 2026-06-03 00:00 UTC.
  private static let day: Int64 = 1_780_444_800

  private func exclusive(_ row: String, priority: Int, _ length: Double) throws -> ScheduledItem {
    var rules = ShowingRules()
    (rules.mode, rules.priority) = (.exclusive, priority)
    rules.conditions = [Condition(table: TimeTable(showing: [try TimeTable.Row(row)]))]
    return ScheduledItem(key: row, rules: rules, length: length)
  }

  private func contests(_ items: [ScheduledItem]) -> [RehearsalReport.Contest] {
    var rehearsal = Rehearsal(
      Programme(items, ZoneRules.utc.clock), from: Moment(second: Self.day),
      until: Moment(second: Self.day + 86_400))
    var report = RehearsalReport()
    while let showing = rehearsal.next() { report.take(showing, of: &rehearsal) }
    return report.contests
  }

  /// In minutes of the day.
  private func minute(_ contest: RehearsalReport.Contest) -> Int {
    Int((contest.begin - Moment(second: Self.day)) / 60)
  }

  @Test("One that claims the screen while a higher one has it is told, and when")
  func below() throws {
    let rest = ScheduledItem(key: "rest", length: 10)
    let found = contests([
      rest, try exclusive("mon-sun 08:00-10:00", priority: 1, 10),
      try exclusive("mon-sun 09:00-09:30", priority: 0, 10),
    ])
    #expect(found.map(\.items) == [[1, 2]] && found.map(minute) == [540])
  }

  @Test("So is one whose time is over before the item on screen is")
  func withinOneShowing() throws {
    let found = contests([
      try exclusive("mon-sun 08:00-10:00", priority: 1, 7200),
      try exclusive("mon-sun 09:00-09:30", priority: 0, 10),
      try exclusive("mon-sun 09:10-09:20", priority: 0, 10),
    ])
    #expect(found.map(\.items) == [[0, 1], [0, 2, 1], [0, 1]])
    #expect(found.map(minute) == [540, 550, 560])
  }

  @Test("Those that follow each other do not contend")
  func following() throws {
    let found = contests([
      try exclusive("mon-sun 08:00-10:00", priority: 1, 7200),
      try exclusive("mon-sun 10:00-12:00", priority: 0, 10),
    ])
    #expect(found.isEmpty)
  }
}
