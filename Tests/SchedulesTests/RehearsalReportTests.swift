import Testing

@testable import VitrineSchedules

@Suite("Results of a rehearsal")
struct RehearsalReportTests {
  /// 2026-06-03 00:00 UTC.
  private static let day: Int64 = 1_780_444_800

  private func exclusive(_ row: String, priority: Int, _ length: Double) throws -> ScheduledItem {
    var rules = ShowingRules()
    (rules.mode, rules.priority) = (.exclusive, priority)
    rules.conditions = [Condition(table: TimeTable(showing: [try TimeTable.Row(row)]))]
    return ScheduledItem(key: row, rules: rules, length: length)
  }

  private func contests(_ items: [ScheduledItem]) -> [RehearsalReport.Conflict] {
    var rehearsal = Rehearsal(
      Programme(items, ZoneRules.utc.clock), from: Moment(second: Self.day),
      until: Moment(second: Self.day + 86_400))
    var report = RehearsalReport()
    while let showing = rehearsal.next() { report.record(showing, of: &rehearsal) }
    return report.conflicts
  }

  /// In minutes of the day.
  private func minute(_ contest: RehearsalReport.Conflict) -> Int {
    Int((contest.begin - Moment(second: Self.day)) / 60)
  }

  @Test("An exclusive item blocked by a higher one is reported with its time")
  func below() throws {
    let rest = ScheduledItem(key: "rest", length: 10)
    let found = contests([
      rest, try exclusive("mon-sun 08:00-10:00", priority: 1, 10),
      try exclusive("mon-sun 09:00-09:30", priority: 0, 10),
    ])
    #expect(found.map(\.items) == [[1, 2]] && found.map(minute) == [540])
  }

  @Test("An exclusive item that ends before the current item is reported, too")
  func withinOneShowing() throws {
    let found = contests([
      try exclusive("mon-sun 08:00-10:00", priority: 1, 7200),
      try exclusive("mon-sun 09:00-09:30", priority: 0, 10),
      try exclusive("mon-sun 09:10-09:20", priority: 0, 10),
    ])
    #expect(found.map(\.items) == [[0, 1], [0, 2, 1], [0, 1]])
    #expect(found.map(minute) == [540, 550, 560])
  }

  /// An item that never shows beside one that always does.
  enum Unshown: String, CaseIterable {
    case expired, expiredCampaign, tomorrow, reversed, eventless, reversedCalendar, below, waiting,
      filler
    case clockless

    func rules() throws -> ShowingRules {
      var rules = ShowingRules()
      func day(_ text: String) throws -> CivilTime {
        CivilTime(try #require(CivilDate(text: text)))
      }
      switch self {
      case .expired: rules.conditions = [Condition(until: try day("2026-06-03"))]
      case .expiredCampaign:
        let row = try TimeTable.Row("mon-sun 08:00-10:00")
        rules.conditions = [
          Condition(until: try day("2026-06-01")), Condition(table: TimeTable(showing: [row])),
        ]
      case .tomorrow: rules.conditions = [Condition(from: try day("2026-06-04"))]
      case .reversed:
        rules.conditions = [
          Condition(from: try day("2026-07-02"), until: try day("2026-07-01"))
        ]
      case .eventless:
        rules.conditions = [Condition(calendar: CalendarTimes(moments: [], civil: []))]
      case .reversedCalendar:
        rules.conditions = [
          Condition(from: try day("2026-07-02"), until: try day("2026-07-01")),
          Condition(calendar: CalendarTimes(moments: [], civil: [])),
        ]
      case .below: rules.mode = .rest
      case .waiting:
        rules.conditions = [
          Condition(table: TimeTable(showing: [try TimeTable.Row("mon-sun 08:00-08:01")]))
        ]
      case .filler: rules.mode = .fill
      case .clockless: rules.mode = .clockless
      }
      return rules
    }

    var reason: NeverShown {
      switch self {
      case .expired, .expiredCampaign: .expired
      case .tomorrow: .later(Moment(second: RehearsalReportTests.day + 86_400))
      case .reversed, .reversedCalendar: .closed
      case .eventless: .noEvent
      case .below: .below
      case .waiting: .noTurn
      case .filler: .filler
      case .clockless: .clockless
      }
    }
  }

  @Test("An item that never shows is reported with its reason", arguments: Unshown.allCases)
  func neverShown(unshown: Unshown) throws {
    var always = ShowingRules()
    always.mode = .replace
    let items = [
      // It is on screen from 06:40 to 13:20 and ends at no other time.
      ScheduledItem(key: "always", rules: always, length: 24_000),
      ScheduledItem(key: "unshown", rules: try unshown.rules(), length: 10),
    ]
    let (begin, end) = (Moment(second: Self.day), Moment(second: Self.day + 86_400))
    let programme = Programme(items, ZoneRules.utc.clock)
    var rehearsal = Rehearsal(programme, from: begin, until: end)
    var report = RehearsalReport()
    while let showing = rehearsal.next() { report.record(showing, of: &rehearsal) }
    let found = report.neverShown(of: programme, from: begin, until: end)
    #expect(found.map(\.item) == [1] && found.map(\.reason) == [unshown.reason])
    #expect([.reversed, .reversedCalendar].contains(unshown) == unshown.reason.isFault)
    var without = programme
    without.absent = [1]
    #expect(report.neverShown(of: without, from: begin, until: end).isEmpty)
  }

  @Test("Consecutive items do not conflict")
  func following() throws {
    let found = contests([
      try exclusive("mon-sun 08:00-10:00", priority: 1, 7200),
      try exclusive("mon-sun 10:00-12:00", priority: 0, 10),
    ])
    #expect(found.isEmpty)
  }
}
