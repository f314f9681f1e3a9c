import Testing
import VitrineFakes
import VitrineLinux
import VitrinePlayback
import VitrinePlaylists
import VitrineSchedules

@testable import VitrineControl

/// Overrides as lines, and their status.
struct OverrideWordsTests {
  private func order(
    _ id: String, _ content: OverrideRequest.Content, _ end: OverrideRequest.End
  ) throws -> Request { .override(.begin(try OverrideRequest(id: id, content, end))) }

  @Test("A line gives the override's name, duration and item")
  func lines() throws {
    let moment = try #require(Moment(text: "2026-12-24T18:00+01:00"))
    let rows: [(String, Request)] = [
      ("override", .currentOverride), ("override end", .override(.end(id: nil))),
      ("override end fire", .override(.end(id: "fire"))),
      (
        "override begin fire for 30m file /srv/a  b.mp4",
        try order("fire", .source("/srv/a  b.mp4"), .after(1800))
      ),
      (
        "override begin a until 2026-12-24T18:00+01:00 file https://h/x.m3u8",
        try order("a", .source("https://h/x.m3u8"), .at(moment))
      ),
      (
        "override begin a for 90 card Please leave | By the stairs ",
        try order("a", .card(title: "Please leave", text: "By the stairs"), .after(90))
      ),
      (
        "override begin a for 90 emergency card Please leave | By the stairs ",
        try order("a", .card(title: "Please leave", text: "By the stairs", .emergency), .after(90))
      ),
      (
        "override begin a for 2h warning card Closed",
        try order("a", .card(title: "Closed", text: "", .warning), .after(7200))
      ),
      (
        "override begin a for 2h card Closed",
        try order("a", .card(title: "Closed", text: ""), .after(7200))
      ),
    ]
    for (line, wanted) in rows { #expect(try CommandLanguage.parse(line) == wanted, "\(line)") }
    #expect(
      try CommandLanguage.parse(words: ["override", "begin", "a", "for", "1d", "card", "T", "a|b"])
        == order("a", .card(title: "T", text: "a|b"), .after(86_400)))
  }

  @Test(
    "Invalid overrides are refused",
    arguments: [
      "override begin", "override begin a", "override begin a for 10m", "override end a b",
      "override begin a for 10m /x.mp4", "override begin a for long file /x.mp4",
      "override begin a till 10m file /x.mp4", "override begin a for 10m film /x.mp4",
      "override begin ä for 10m file /x.mp4", "override begin a for 32d file /x.mp4",
      "override begin a for 0 file /x.mp4", "override begin a until 18:00 file /x.mp4",
      "override maybe", "override begin a for 10m urgent card Closed",
      "override begin a for 10m warning file /x.mp4", "override begin a for 10m warning card",
    ])
  func wrong(line: String) {
    #expect(throws: Refusal.self) { try CommandLanguage.parse(line) }
  }

  @Test("Paths must be absolute, as with load, and an override keeps the screen")
  func refused() throws {
    let player = FakeControlled()
    func ask(_ line: String) throws -> Refusal? {
      let request = try #require(try CommandLanguage.parse(line))
      let reply = player.answer(request, listBytes: 1000) { DeferredReply(until: .now()) { _ in } }
      if case .refused(let refusal)? = reply { return refusal }
      return nil
    }
    #expect(try ask("override begin a for 10m file a.mp4") != nil)
    #expect(player.now.overrides.isEmpty)
    #expect(try ask("override begin a for 10m file /a.mp4") == nil)
    #expect(player.now.overrides.count == 1)
    player.change { $0.reports.schedule = Self.report }
    for line in [
      "next", "pause", "stop", "load /b.mp4", "append /b.mp4", "insert /b.mp4", "message x",
      "clear", "seek 3", "programme",
    ] {
      #expect(try ask(line)?.description == "the override fire is active: end it first")
    }
    for line in ["play", "volume 0.5", "override end", "display off", "message"] {
      #expect(try ask(line) == nil, "\(line)")
    }
  }

  static let report: ScheduleReport = {
    var report = ScheduleReport(
      level: .override, .override, list: "Shop", isScheduled: true, isClockTrusted: true)
    let uptime = StoredOverride.Uptime(boot: "a", seconds: 1)
    let clocks = StoredOverride.Clocks(
      wall: Moment(second: 1_798_200_000), isTrusted: true, uptime: uptime)
    if let order = try? OverrideRequest(id: "fire", .card(title: "Leave", text: ""), .after(90)),
      let note = try? StoredOverride(order, clocks)
    {
      report.override = ScheduleReport.Override(
        note, remaining: 90, isShown: true, isStored: true, trouble: nil)
    }
    return report
  }()

  @Test("The status reports the override, its end and the schedule")
  func status() {
    var reports = ServiceReports(schedule: Self.report)
    let status = PlaybackStatus()
    let value = JSONValue(status, reports)
    #expect(
      value["override"]?["id"]?.text == "fire" && value["schedule"]?["level"]?.text == "override")
    #expect(value["override"]?["end"]?.text == "2026-12-25T12:01:30+00:00")
    #expect(StatusText.line(value) == "■ idle  override fire until 2026-12-25T12:01:30+00:00")
    reports.schedule?.override = nil
    reports.schedule?.level = .replace(priority: 0)
    reports.schedule?.next = "house"
    reports.schedule?.isClockTrusted = false
    #expect(
      StatusText.line(JSONValue(status, reports)) == "■ idle  scheduled  next house  clock not set")
    reports.schedule?.isScheduled = false
    #expect(StatusText.line(JSONValue(status, reports)) == "■ idle  clock not set")
    #expect(JSONValue(status, reports)["override"] == .null)
    #expect(JSONValue(PlaybackStatus())["schedule"] == .null)
  }
}
