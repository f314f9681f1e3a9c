import Testing
import VitrineControl
import VitrineFakes
import VitrineLinux
import VitrinePlayback
import VitrineSchedules

@testable import VitrineWeb

/// Content over HTTP.
@Suite(.timeLimit(.minutes(1)))
struct ContentTests {
  private static var report: ContentReport {
    var report = ContentReport()
    report.shown = ContentReport.Shown(number: 42, set: "ab", files: 3, size: 1000)
    return report
  }

  @Test("Content is reported and checked as on the socket, and the log names who requested it")
  func whole() throws {
    let scene = try WebScene()
    #expect(try scene.ask("GET", "/api/v1/content").json?["data"]?["content"] == .null)
    #expect(try scene.ask("POST", "/api/v1/content/check").status == 409)
    scene.player.change { $0.reports.content = Self.report }
    let told = try scene.ask("GET", "/api/v1/content").json?["data"]?["content"]
    #expect(told?["shown"]?["number"]?.integer == 42)
    let status = try scene.ask("GET", "/api/v1/status").json
    #expect(status?["content"] == told)
    #expect(try scene.ask("POST", "/api/v1/content/check").status == 200)
    #expect(scene.player.now.updateChecks == 1)
    #expect(scene.events.value.contains { "\($0)".contains("content check") })
    // The other output has no content updates.
    #expect(try scene.ask("POST", "/api/v1/content/check?output=DP-1").status == 409)
  }

  @Test("Viewers may only read the content status; cross-origin requests may not trigger a check")
  func roles() throws {
    let scene = try WebScene()
    scene.player.change { $0.reports.content = Self.report }
    let foreign = "X-Forwarded-For: 192.0.2.1"
    for (method, path, wanted) in [
      ("GET", "/api/v1/content", [401, 200, 200]),
      ("POST", "/api/v1/content/check", [401, 403, 200]),
    ] {
      let found = try [nil, Role.view, .control].map { role in
        let token = role.map { ["Authorization: Bearer \(scene.tokens[$0]!)"] } ?? []
        return try scene.ask(method, path, [foreign] + token).status
      }
      #expect(found == wanted, "\(method)")
    }
    let updateChecks = scene.player.now.updateChecks
    #expect(
      try scene.ask("POST", "/api/v1/content/check", ["Origin: http://elsewhere.example"]).status
        == 403)
    #expect(scene.player.now.updateChecks == updateChecks)
  }

  @Test("A change between the player's reports is sent within about a second")
  func followed() throws {
    let scene = try WebScene()
    let client = try scene.client()
    client.send("GET /api/v1/events HTTP/1.1\r\nHost: foyer\r\n\r\n")
    #expect(try client.text(upTo: "event: queue").contains(#""content":null"#))
    scene.player.change { $0.reports.content = Self.report }
    #expect(try client.text(upTo: "\n\n").contains("total"))
    #expect(try client.text(upTo: "\n\n").contains(#""number":42"#))
  }
}
