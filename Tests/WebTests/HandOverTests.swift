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
}
