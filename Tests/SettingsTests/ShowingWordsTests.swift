import Testing
import VitrinePlaylists
import VitrineSchedules

@testable import VitrineSettings

@Suite("Schedules in lists")
struct ShowingWordsTests {
  /// The rules of each item of the list `a.yaml`, with other lists beside it.
  private func items(_ text: String, _ others: [String: String] = [:]) throws -> [Item] {
    var files = others
    files["a.yaml"] = text
    return try ListReader(ListTable(files)).read("a.yaml").items
  }

  private func time(_ text: String) throws -> CivilTime { try #require(CivilTime(text: text)) }

  @Test("An entry has a start, an end, windows and a relation to others")
  func entry() throws {
    let text = """
      items:
      - file: x.mp4
        from: 2026-12-24
        until: 2026-12-26
        when: [mon-fri 08:00-10:00, "2026-12-25 off"]
        mode: exclusive
        priority: -3
        weight: 7
        per-hour: 12
      - y.mp4
      """
    let items = try items(text)
    let rules = try #require(items[0].rules)
    let table = TimeTable(showing: [
      try TimeTable.Row("mon-fri 08:00-10:00"), try TimeTable.Row("2026-12-25 off"),
    ])
    // The last day is included.
    #expect(
      rules.conditions == [
        Condition(
          from: try time("2026-12-24 00:00"), until: try time("2026-12-27 00:00"), table: table)
      ])
    #expect(rules.mode == .exclusive && rules.priority == -3)
    #expect(rules.weight == 7 && rules.perHour == 12 && rules.campaigns.isEmpty)
    #expect(items[1].rules == nil)
  }

  @Test("Settings of a list apply to all its entries, set in the list or where it is referenced")
  func lists() throws {
    let outer = """
      when: [mon-sun 08:00-20:00]
      items:
      - file: inner.yaml
        title: Campaign
        from: 2026-12-01 06:00
        weight: 3
        mode: interleave
      - x.mp4
      """
    let inner = """
      until: 2026-12-31 22:00
      priority: 2
      items:
      - a.mp4
      - file: b.mp4
        when: [sat 10:00-12:00]
        mode: replace
        weight: 5
      """
    let items = try items(outer, ["inner.yaml": inner])
    let (a, b, x) = (
      try #require(items[0].rules), try #require(items[1].rules), try #require(items[2].rules)
    )
    #expect(a.conditions.count == 3 && b.conditions.count == 4 && x.conditions.count == 1)
    #expect(b.conditions.prefix(3) == a.conditions[...])
    #expect(
      a.mode == .interleave && a.modeOwner == "a.yaml:3" && a.priority == 2 && a.weight == nil)
    #expect(b.mode == .replace && b.modeOwner.isEmpty && b.weight == 5)
    #expect(a.campaigns == [ShowingRules.Campaign(key: "a.yaml:3", title: "Campaign", weight: 3)])
    #expect(a.campaigns == b.campaigns && x.campaigns.isEmpty)
  }

  @Test("A default applies to entries without that setting")
  func defaults() throws {
    let items = try items(
      "default: {weight: 2, when: [mon 08:00-09:00]}\nitems:\n- a\n- {file: b, weight: 4}")
    #expect(
      items.map { $0.rules?.weight } == [2, 4]
        && items.allSatisfy { $0.rules?.conditions.count == 1 })
  }

  @Test(
    "A fault is reported with the correct form",
    arguments: [
      ("from: tomorrow", "expected a date such as 2026-12-24"),
      ("until: 2026-02-30", "expected a date such as 2026-12-24"),
      ("when: [monday 8-9]", "unknown days"), ("mode: alone", "exclusive"), ("weight: 0", "weight"),
      ("weight: 1.5", "expected an integer"), ("per-hour: 721", "per-hour"),
      ("priority: 1e9", "priority"),
    ])
  func faults(line: String, cause: String) {
    let contents = YAMLList.contents(
      of: Array("items:\n- file: a\n  \(line)\n".utf8), path: "a.yaml")
    #expect(
      contents.faults.count == 1 && contents.faults[0].cause.contains(cause), "\(contents.faults)")
  }

  private func calendar(_ events: String...) -> String {
    let lines = events.map { "BEGIN:VEVENT\n\($0)\nEND:VEVENT\n" }.joined()
    return "BEGIN:VCALENDAR\n\(lines)END:VCALENDAR\n"
  }

  private func days(_ first: String, _ end: String) throws -> CalendarTimes {
    let begin = try time(first + " 00:00").seconds
    return CalendarTimes(moments: [], civil: [begin..<(try time(end + " 00:00").seconds)])
  }

  @Test("A calendar or one of its events schedules an entry or a list")
  func calendars() throws {
    let open = calendar(
      "SUMMARY:Sale\nDTSTART:20261201\nDTEND:20261203", "SUMMARY:Other\nDTSTART:20261210")
    let outer = """
      default: {calendar: dates/open.ics}
      items:
      - file: a.mp4
        event: sale
        when: [mon-fri 08:00-10:00]
      - file: inner.yaml
        calendar: shop.ics
      - b.mp4
      """
    let inner = "calendar: dates/open.ics\nevent: Other\nitems: [c.mp4]"
    let shop = calendar("DTSTART:20261224")
    var files = ["inner.yaml": inner, "dates/open.ics": open, "shop.ics": shop]
    let items = try items(outer, files)
    #expect(items.map(\.location) == ["a.mp4", "c.mp4", "b.mp4"])
    let conditions = items.map { $0.rules?.conditions ?? [] }
    let rows = [try TimeTable.Row("mon-fri 08:00-10:00")]
    let sale = Condition(
      table: TimeTable(showing: rows), calendar: try days("2026-12-01", "2026-12-03"))
    let christmas = Condition(calendar: try days("2026-12-24", "2026-12-25"))
    let other = Condition(calendar: try days("2026-12-10", "2026-12-11"))
    #expect(conditions[0] == [sale] && conditions[1] == [christmas, other])
    #expect(conditions[2].count == 1 && conditions[2] != [other])
    files["a.yaml"] = outer
    let played = try ListReader(ListTable(files)).read([Item(path: "a.yaml")])
    #expect(played.hasCalendars)
    #expect(played.origins == ["a.yaml", "dates/open.ics", "shop.ics", "inner.yaml"])
  }

  @Test(
    "A missing or faulty calendar is a fault of the list",
    arguments: [
      ("calendar: no.ics", nil, "a.yaml:2: cannot read calendar \"no.ics\": not there"),
      ("event: Sale", nil, "a.yaml:2: event requires calendar: name the calendar file"),
      ("calendar: b.ics", "BEGIN:VCALENDAR\n", "b.ics:1: BEGIN without END"),
    ])
  func calendarFaults(line: String, text: String?, fault: String) {
    var files = ["a.yaml": "items:\n- file: x.mp4\n  \(line)\n- y.mp4"]
    files["b.ics"] = text
    #expect(ListTable(files).played("a.yaml") == [fault])
  }

  @Test("The example on the page is valid")
  func example() {
    let contents = YAMLList.contents(of: Array(ListReference.scheduleExample.utf8), path: "a.yaml")
    #expect(contents.faults == [] && contents.entries.count == 6)
    #expect(contents.fields.showing.table != nil)
  }
}
