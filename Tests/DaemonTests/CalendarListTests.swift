import Testing
import VitrineFakes
import VitrineLinux
import VitrinePlans
import VitrinePlayback
import VitrinePlaylists
import VitrineSchedules
import VitrineSettings
import VitrineSignage
import VitrineTiming

@testable import VitrineDaemon
@testable import VitrineLists

/// Lists on a disk with calendars next to them.
@Suite("Lists with calendars", .timeLimit(.minutes(1)))
struct CalendarListTests {
  private static func calendar(_ day: String) -> String {
    "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART;VALUE=DATE:\(day)\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
  }

  private func times(_ items: [Item]) -> [CalendarTimes?] {
    items.map { $0.rules?.conditions.first?.calendar }
  }

  private func day(_ text: String) throws -> CalendarTimes {
    let begin = CivilTime(try #require(CivilDate(text: text))).seconds
    return CalendarTimes(moments: [], civil: [begin..<begin + 86_400])
  }

  @Test("A calendar is read with its list, and a faulty one is reported with its line")
  func read() throws {
    let folder = try TestFolder("calendars")
    let list = try folder.write("items: [{file: a.mp4, calendar: c.ics}, b.mp4]", to: "list.yaml")
    let lists = PlaylistSource(paths: [list], PlaybackSettings())
    let missing = #expect(throws: ListError.self) { try lists.read() }
    #expect(missing?.lines.first?.hasPrefix("\(list):1: cannot read calendar ") == true)
    let calendar = try folder.write(Self.calendar("20261224"), to: "c.ics")
    #expect(missing?.origins.contains(calendar) == true)
    let loaded = try lists.read()
    #expect(try times(loaded.items) == [day("2026-12-24"), nil])
    #expect(loaded.origins.contains(calendar) && loaded.calendarSpan != nil)
    #expect(loaded.schedule(loaded.items, PlaybackSettings()) != nil)
    _ = try folder.write("BEGIN:VCALENDAR\nBEGIN:VEVENT\n", to: "c.ics")
    let broken = #expect(throws: ListError.self) { try lists.read() }
    #expect(broken?.lines == ["\(calendar):2: BEGIN without END"])
  }

  @Test("A changed calendar reloads its list and applies")
  func news() throws {
    let now = HostTime(nanoseconds: 1_000_000_000_000)
    let folder = try TestFolder("calendar-news")
    let path = try folder.write("items: [{file: a.mp4, calendar: c.ics}, b.mp4]", to: "list.yaml")
    _ = try folder.write(Self.calendar("20261224"), to: "c.ics")
    let lists = PlaylistSource(paths: [path], PlaybackSettings())
    let beginning = try ServedList.InitialState(
      nil, lists, PlaybackSettings(), ResumeStore(runtime: nil, state: nil, name: "main"),
      isChosenFrom: false, patience: .seconds(50), Log())
    let list = try ServedList(FakePlayer(), beginning, at: now) { _ in }
    defer { list.close() }
    try list.bell.awaitRing()
    list.handleReadings(at: now)
    #expect(list.signage.plan != nil && !list.isReading)
    _ = try folder.write(Self.calendar("20261225"), to: "c.ics")
    list.handleFileChanges(at: now)
    list.performDueWork(at: now + ListPolicy.pause)
    #expect(list.isReading)
    try list.bell.awaitRing()
    list.handleReadings(at: now)
    #expect(
      try times(list.signage.plan?.programme.items.map(\.rules) ?? []) == [day("2026-12-25"), nil])
  }

  private func times(_ rules: [ShowingRules]) -> [CalendarTimes?] {
    rules.map { $0.conditions.first?.calendar }
  }

  @Test("Calendars are reread for the following years, but not while one is faulty")
  func years() {
    let scene = ListScene.settled()
    let (span, other) = (CalendarSpan(0..<10), CalendarSpan(0..<20))
    #expect(!scene.policy.isOutdated(for: span))
    var dated = ListScene.list
    dated.calendarSpan = span
    var policy = ListPolicy(
      name: "list", PlaybackSettings(), isChosenFrom: false,
      CrashLoopGuard(after: nil, isSameBoot: false), list: dated, at: scene.now)
    #expect(!policy.isOutdated(for: other), "the first reading is in progress")
    func find(_ result: Result<LoadedList, ListError>) {
      let outcome = ListPolicy.Outcome(result: result, watch: .all, mayBeOutdated: false)
      _ = policy.handle(.loaded(outcome, showsCard: false), at: scene.now)
    }
    find(.success(dated))
    #expect(policy.isOutdated(for: other) && !policy.isOutdated(for: span))
    _ = policy.handle(.reload(restores: false), at: scene.now)
    find(ListScene.result(.broken))
    #expect(!policy.isOutdated(for: other))
  }
}
