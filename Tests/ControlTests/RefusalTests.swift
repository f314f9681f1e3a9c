import Glibc
import Testing
import VitrineControl
import VitrineFakes
import VitrineLinux

/// Identifies errors: on the wire by code, for the client by case.
@Suite(.timeLimit(.minutes(1)))
struct RefusalTests {
  @Test(
    "A refusal has a code",
    arguments: [
      ("fly", "invalid"), ("volume 50", "invalid"), ("{\"command\":7}", "invalid"),
      ("{", "invalid"), ("load c.mp4", "invalid"), ("load", "invalid"), ("jump 3", "refused"),
      ("seek 50%", "refused"), ("screenshot /c.png", "refused"), ("reload", "refused"),
      ("pause", nil), ("status", nil),
    ])
  func codes(_ line: String, _ code: String?) throws {
    let scene = try ServerScene()
    let client = try scene.connect()
    try client.send(line + "\n")
    let answer = try #require(try client.line())
    #expect(answer["code"]?.text == code, "\(answer)")
    #expect((answer["error"]?.text == "success") == (code == nil))
  }

  @Test("A read-only socket is open to all users and changes nothing")
  func isReadOnly() throws {
    let folder = try ServerScene.makeFolder()
    defer { try? folder.remove() }
    let (path, player) = (folder.path(of: "s"), FakeControlled())
    let server = try ControlServer(path: path, controlled: player, isReadOnly: true) { _ in }
    defer { server.close() }
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o666)
    let client = try RawClient(path)
    for line in [
      "pause", "load /c.mp4", "insert /c.mp4", "message x", "overlay remove x", "screenshot",
      "reload", "programme",
      "quit", "clear",
    ] {
      try client.send(line + "\n")
      #expect(try client.line()?["code"]?.text == "permission", "\(line)")
    }
    for line in ["status", "health", "statistics", "version", "list", "overlay", "observe"] {
      try client.send(line + "\n")
      #expect(try client.line()?["error"]?.text == "success", "\(line)")
    }
    #expect(player.now.commands.isEmpty && player.now.loaded.isEmpty && !player.now.hasQuit)
  }

  @Test("An unresponsive or full player reports so by code")
  func otherCodes() throws {
    var limits = ControlLimits()
    (limits.answerTimeout, limits.clients.total) = (.milliseconds(20), 1)
    let scene = try ServerScene(limits)
    scene.player.change { $0.answers.areDelayed = true }
    let client = try scene.connect()
    try client.send("next\n")
    #expect(try client.line()?["code"]?.text == "timeout")
    #expect(try scene.connect().line()?["code"]?.text == "busy")
  }

  @Test(
    "The client distinguishes errors by code; older players send only the sentence",
    arguments: [
      (#"{"error":"not today","code":"permission"}"#, ControlClientError.noPermission),
      (#"{"error":"permission denied: no member"}"#, .noPermission),
      (#"{"error":"permission to wait","code":"busy"}"#, .rejected("permission to wait", .busy)),
      (#"{"error":"too many clients: 16"}"#, .rejected("too many clients: 16")),
      (
        #"{"error":"unknown command","code":"invalid","request_id":1}"#,
        .refused("unknown command", .invalid)
      ),
      (#"{"error":"nothing is playing","request_id":1}"#, .refused("nothing is playing")),
      (#"{"error":"a code of later","code":"later","request_id":1}"#, .refused("a code of later")),
      (
        #"{"error":"no such file","code":"permission","request_id":1}"#,
        .refused("no such file", .permission)
      ),
      (#"{"request_id":1}"#, .noResponse), ("no JSON", .noResponse),
    ])
  func client(_ line: String, _ error: ControlClientError) throws {
    let folder = try ServerScene.makeFolder()
    defer { try? folder.remove() }
    let listening = try ListeningSocket(at: folder.path(of: "s"), mode: 0o600)
    var client = try ControlClient(path: listening.path)
    guard let server = try listening.accept() else {
      Issue.record("the client has not connected")
      return
    }
    _ = try server.send(Array((line + "\n").utf8)[...])
    #expect(throws: error) { _ = try client.request(["fly"]) }
  }
}

extension ControlClientError {
  fileprivate static func rejected(_ text: String, _ code: Refusal.Code = .refused) -> Self {
    .rejected(Refusal(text, code))
  }

  fileprivate static func refused(_ text: String, _ code: Refusal.Code = .refused) -> Self {
    .refused(Refusal(text, code))
  }
}
