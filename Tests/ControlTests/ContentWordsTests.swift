import Testing
import VitrineFakes
import VitrineLinux
import VitrinePlayback
import VitrineSchedules

@testable import VitrineControl

/// Clients' requests about content, and the responses.
struct ContentWordsTests {
  private var report: ContentReport {
    var report = ContentReport()
    report.shown = ContentReport.Shown(number: 42, set: "ab12", files: 12, size: 340_123_456)
    (report.written, report.looked) = (1_234_567_890, Moment(second: 1_798_200_000))
    return report
  }

  private func line(_ report: ContentReport?) -> String {
    StatusText.line(JSONValue(PlaybackStatus(), ServiceReports(content: report)))
  }

  @Test("A line requests the content status or a check; other lines are refused")
  func words() throws {
    #expect(try CommandLanguage.parse("content") == .content)
    #expect(try CommandLanguage.parse("content check") == .checkForContent)
    #expect(Request.content.isReadOnly && !Request.checkForContent.isReadOnly)
    for line in ["content now", "content check now"] {
      #expect(throws: Refusal.self, "\(line)") { try CommandLanguage.parse(line) }
    }
  }

  @Test("A check runs at once and is refused if there are no content updates")
  func look() throws {
    let player = FakeControlled()
    func ask(_ request: Request) -> Reply? {
      player.answer(request, listBytes: 1000) { DeferredReply(until: .now()) { _ in } }
    }
    guard case .refused? = ask(.checkForContent) else { Issue.record("not refused"); return }
    guard case .success(let none?)? = ask(.content) else { Issue.record("no answer"); return }
    #expect(none["content"] == .null && player.now.updateChecks == 0)
    player.change { $0.reports.content = report }
    guard case .success(nil)? = ask(.checkForContent) else { Issue.record("refused"); return }
    guard case .success(let one?)? = ask(.content) else { Issue.record("no answer"); return }
    #expect(one["content"]?["shown"]?["number"]?.integer == 42 && player.now.updateChecks == 1)
  }

  @Test("The status has a field for each part of the content")
  func fields() throws {
    var report = report
    (report.fetch, report.isWaiting) = (ContentReport.Fetch(done: 41, all: 340), true)
    report.trouble = String(repeating: "x", count: 5000)
    let told = JSONValue(PlaybackStatus(), ServiceReports(content: report))
    let value = try #require(try JSONValue(line: told.line)["content"])
    let shown = try #require(value["shown"])
    #expect(shown["number"]?.integer == 42 && shown["set"]?.text == "ab12")
    #expect(shown["files"]?.integer == 12 && shown["size"]?.integer == 340_123_456)
    #expect(shown["trial"]?.bool == false && value["waiting"]?.bool == true)
    #expect(value["fetching"]?["done"]?.integer == 41 && value["fetching"]?["of"]?.integer == 340)
    #expect(value["error"]?.text?.count == 1024)
    #expect(value["written"]?.integer == 1_234_567_890)
    #expect(value["checked"]?.text == "2026-12-25T12:00:00+00:00")
    let empty = ServiceReports(content: ContentReport())
    let none = JSONValue(PlaybackStatus(), empty)["content"]
    #expect(none?["shown"] == .null && none?["fetching"] == .null && none?["checked"] == .null)
    #expect(JSONValue(PlaybackStatus())["content"] == .null)
  }

  @Test("The status line shows the current content, downloads and errors")
  func status() {
    #expect(line(nil) == "■ idle")
    #expect(line(ContentReport()) == "■ idle  no content yet")
    #expect(line(report) == "■ idle  content 42")
    var report = report
    report.shown?.isOnTrial = true
    report.fetch = ContentReport.Fetch(done: 41_000_000, all: 1_240_000_000)
    report.trouble = "it is\u{1B} bad"
    #expect(
      line(report)
        == "■ idle  content 42 on trial  downloading 41 MB of 1.2 GB  content: it is? bad")
  }

  @Test("The readable status has a line for each part")
  func lines() {
    var report = report
    report.looked = Moment(nanoseconds: 1_798_200_000_166_000_000)
    func lines(_ report: ContentReport?) -> [String] {
      StatusText.lines(ofContent: .object(["content": JSONValue(report)]))
    }
    #expect(
      lines(report) == [
        "release 42, id ab12", "12 files, 340 MB", "last checked: 2026-12-25T12:00:00+00:00",
        "total written: 1.2 GB",
      ])
    #expect(lines(ContentReport()) == ["no content yet", "total written: 0 bytes"])
    #expect(lines(nil).count == 1)
  }

  @Test(
    "Sizes use decimal units",
    arguments: [
      (0, "0 bytes"), (999, "999 bytes"), (1000, "1 KB"), (999_499, "999 KB"), (999_500, "1.0 MB"),
      (6_331_956, "6.3 MB"), (41e6, "41 MB"), (9_960_000, "10 MB"), (1.25e9, "1.3 GB"),
      (99.96e9, "100 GB"), (3e15, "3.0 PB"), (1e19, "?"),
    ] as [(Double, String)])
  func sizes(_ bytes: Double, _ text: String) { #expect(StatusText.size(bytes) == text) }
}
