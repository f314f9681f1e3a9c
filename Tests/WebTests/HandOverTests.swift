import Testing
import VitrineControl
import VitrineFakes
import VitrineLinux

@testable import VitrineWeb

/// Hand-overs over HTTP.
@Suite(.timeLimit(.minutes(1)))
struct HandOverTests {
  private let body = #"{"file": "/srv/a.mp4", "size": 9, "position": 12.5}"#

  private func post(_ scene: WebScene, _ role: Role, _ body: String) throws -> WebClient.Reply {
    try scene.post(
      "/api/v1/hand-over", body, ["Authorization: Bearer \(scene.tokens[role] ?? "")"])
  }

  @Test("A controller hands an item over, and the response confirms that it is shown")
  func shown() throws {
    let scene = try WebScene()
    let reply = try post(scene, .control, body)
    #expect(reply.status == 200 && reply.json?["data"]?["shown"] == .bool(true))
    #expect(scene.player.now.received.map(\.source) == [.file("/srv/a.mp4", size: 9)])
    #expect(scene.events.value.contains { "\($0)".contains("hand-over") })
    #expect(try !isWithdrawn(scene))
  }

  private func isWithdrawn(_ scene: WebScene) throws -> Bool {
    let withdrawal = try #require(scene.player.now.received.last?.withdrawal)
    let isDone = Shared(false)
    withdrawal.onWithdrawal { isDone.update { $0 = true } }
    return isDone.value
  }

  @Test("It is withdrawn if its sender leaves before the response")
  func left() throws {
    let scene = try WebScene(trustsMachine: false)
    scene.player.change { $0.answers.areDelayed = true }
    let client = try scene.client()
    client.send(
      "POST /api/v1/hand-over HTTP/1.1\r\nHost: foyer\r\n"
        + "Authorization: Bearer \(scene.tokens[.control] ?? "")\r\n"
        + "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n" + body)
    client.finish()
    #expect(client.isCut)
    // The server's only thread responds once it is done with the first connection.
    #expect(try scene.ask("GET", "/healthz").status == 200)
    #expect(try isWithdrawn(scene))
    for answer in scene.player.drainPendingAnswers() { answer() }
    #expect(try scene.ask("GET", "/healthz").status == 200)
  }

  @Test("It is withdrawn if the player does not respond in time")
  func late() throws {
    var limits = WebLimits()
    limits.timeouts.response = .milliseconds(50)
    let scene = try WebScene(limits)
    scene.player.change { $0.answers.areDelayed = true }
    #expect(try post(scene, .control, body).status == 504)
    #expect(try isWithdrawn(scene))
  }

  @Test("Viewers, clients without a token and invalid requests do not reach the player")
  func refused() throws {
    let scene = try WebScene(trustsMachine: false)
    #expect(try post(scene, .view, body).status == 403)
    #expect(try scene.post("/api/v1/hand-over", body).status == 401)
    #expect(try post(scene, .control, "{}").status == 400)
    #expect(try post(scene, .control, "{").status == 400)
    #expect(scene.player.now.received.isEmpty)
  }

  @Test("The player's refusal is an error with its reason")
  func reason() throws {
    let scene = try WebScene()
    scene.player.change { $0.receiveRefusal = Refusal("the display is off") }
    let reply = try post(scene, .control, body)
    #expect(reply.status == 409 && reply.json?["error"]?.text == "the display is off")
  }

  @Test("The sender's side is a command")
  func command() throws {
    let scene = try WebScene()
    let reply = try scene.post("/api/v1/commands", #"{"command": ["hand-over", "Lobby"]}"#)
    #expect(reply.status == 200 && reply.json?["data"]?["player"]?.text == "Lobby")
    #expect(try scene.post("/api/v1/commands", #"{"command": ["hand-over"]}"#).status == 200)
    #expect(scene.player.now.handOverTargets == ["Lobby", nil])
  }

  @Test(
    "The audit log has changes, without addresses",
    arguments: [
      (["health"], nil), (["hand-over"], nil), (["hand-over", ""], nil), (["override"], nil),
      (["audio-device"], nil), (["audio-device", "auto"], "audio-device auto"),
      (["hand-over", "https://me:secret@lobby.local"], "hand-over"),
      (["hand-over", "Lobby", "2"], "hand-over"), (["seek", "12.5"], "seek 12.5"),
      (["load", "https://me:secret@tv.example/a"], "load: 1 source"),
    ] as [([String], String?)])
  func audit(words: [String], summary: String?) {
    #expect(JSONValue.array(words.map { .text($0) }).summary == summary)
  }
}
