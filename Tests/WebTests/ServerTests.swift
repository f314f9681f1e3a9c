import Glibc
import Testing
import VitrineControl
import VitrineFakes
import VitrineLinux
import VitrinePlayback
import VitrinePlaylists
import VitrineTiming

@testable import VitrineWeb

/// The server as its clients see it, over real sockets.
@Suite(.timeLimit(.minutes(1)))
struct ServerTests {
  @Test("The status and the queue are those of the control socket")
  func facts() throws {
    let scene = try WebScene()
    let status = try scene.ask("GET", "/api/v1/status")
    #expect(status.status == 200 && status.fields["content-type"] == "application/json")
    #expect(status.json == JSONValue(scene.player.status))
    let queue = try scene.ask("GET", "/api/v1/queue?from=1")
    #expect(queue.json?["total"]?.integer == 2 && queue.json?["entries"]?.array?.count == 1)
    #expect(try scene.ask("GET", "/api/v1/queue?from=-1").status == 400)
    #expect(try scene.ask("GET", "/api/v1/statistics").json?["presented"]?.integer == 0)
    let version = try scene.ask("GET", "/api/v1/version").json
    #expect(version?["role"]?.text == "control" && version?["name"]?.text == "foyer")
    #expect(try scene.ask("GET", "/api/v1/outputs").json?["outputs"]?.array?.count == 2)
    #expect(try scene.ask("GET", "/api/v1/status?output=DP-1").status == 200)
    #expect(try scene.ask("GET", "/api/v1/status?output=HDMI-A-9").status == 404)
    let head = try scene.ask("HEAD", "/api/v1/status", hasBody: false)
    #expect(head.status == 200 && head.fields["content-length"] != "0")
  }

  @Test("Connections send without delay, and set no option that requires privileges")
  func options() throws {
    let scene = try WebScene()
    let client = try scene.client()
    client.send("GET /healthz HTTP/1.1\r\nHost: foyer\r\n\r\n")
    #expect(try client.reply().status == 200)
    #expect(try client.serverOption(Int32(IPPROTO_TCP), TCP_NODELAY) == 1)
    // Only root may set it. It has the number of TCP_NODELAY, at the level of sockets.
    #expect(try client.serverOption(SOL_SOCKET, SO_DEBUG) == 0)
  }

  @Test("A command is complete when its response arrives, and it is logged")
  func commands() throws {
    let scene = try WebScene()
    #expect(try scene.post("/api/v1/commands", #"{"command":["seek",12.5]}"#).status == 200)
    #expect(scene.player.now.commands == [.seek(.init(to: .init(25, 2)))])
    #expect(
      scene.events.value.contains(.changed(by: "127.0.0.1", what: "seek 12.5", isDone: true)))
    let refused = try scene.post("/api/v1/commands", #"{"command":["jump",99]}"#)
    #expect(refused.status == 409 && refused.json?["code"]?.text == "refused")
    let secret = #"{"command":["load","https://anna:secret@tv.example/a.mp4"]}"#
    #expect(try scene.post("/api/v1/commands", secret).status == 200)
    #expect(!scene.events.value.contains { "\($0)".contains("secret") })
    #expect(scene.player.now.loaded == ["https://anna:secret@tv.example/a.mp4"])
  }

  @Test(
    "An unknown command is refused, and the connection survives",
    arguments: [
      "", "{", "[]", "{}", #"{"command":"play"}"#, #"{"command":[]}"#, #"{"command":["fly"]}"#,
      #"{"command":["seek"]}"#, #"{"command":[null]}"#, #"{"command":["load","relative.mp4"]}"#,
      #"{"command":["screenshot","/etc/passwd"]}"#, #"{"command":["observe"]}"#,
      String(repeating: "[", count: 60000), "\u{0}\u{1}\u{2}",
    ])
  func nonsense(_ body: String) throws {
    let scene = try WebScene()
    let client = try scene.client()
    for _ in 0..<2 {
      client.send(
        "POST /api/v1/commands HTTP/1.1\r\nHost: foyer\r\nContent-Type: application/json\r\n"
          + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
      let status = try client.reply().status
      #expect(status == 400 || status == 409)
    }
    #expect(scene.player.now.commands.isEmpty && scene.player.now.loaded.isEmpty)
  }

  @Test("An unresponsive player is reported, and its late response is dropped")
  func silence() throws {
    var limits = WebLimits()
    limits.timeouts.response = .milliseconds(50)
    let scene = try WebScene(limits)
    scene.player.change { $0.answers.areDelayed = true }
    let client = try scene.client()
    let pause =
      "POST /api/v1/commands HTTP/1.1\r\nHost: foyer\r\nContent-Type: application/json\r\n"
      + "Content-Length: 21\r\n\r\n{\"command\":[\"pause\"]}"
    client.send(pause)
    #expect(try client.reply().status == 504)
    scene.player.change { $0.answers.areDelayed = false }
    for answer in scene.player.drainPendingAnswers() { answer() }
    client.send("GET /api/v1/version HTTP/1.1\r\nHost: foyer\r\n\r\n")
    #expect(try client.reply().json?["name"]?.text == "foyer")
  }

  @Test("Pipelined requests are answered in order")
  func pipelined() throws {
    let scene = try WebScene()
    let client = try scene.client()
    client.send(
      String(repeating: "GET /api/v1/version HTTP/1.1\r\nHost: foyer\r\n\r\n", count: 20)
        + "GET /nothing HTTP/1.1\r\nHost: foyer\r\n\r\n")
    for _ in 0..<20 { #expect(try client.reply().status == 200) }
    #expect(try client.reply().status == 404)
  }

  @Test("A connection survives refused requests")
  func refusals() throws {
    let scene = try WebScene()
    let client = try scene.client()
    let requests = [
      ("GET /nothing", 404), ("GET /api/v1/status?output=", 404), ("DELETE /api/v1/status", 405),
      ("GET /api/v1/log", 403), ("GET /api/v1/queue?from=x", 400), ("GET /healthz", 200),
    ]
    for (line, status) in requests {
      client.send("\(line) HTTP/1.1\r\nHost: foyer\r\n\r\n")
      #expect(try client.reply().status == status, "\(line)")
    }
  }

  @Test("An unsupported method gets the path's allowed methods")
  func methods() throws {
    let scene = try WebScene()
    let reply = try scene.ask("DELETE", "/api/v1/status")
    #expect(reply.status == 405 && reply.fields["allow"] == "GET")
    #expect(try scene.ask("PATCH", "/api/v1/files/a.mp4").fields["allow"] == "DELETE, PUT")
    #expect(try scene.ask("POST", "/api/v1/commands", body: "{}", type: "text/plain").status == 415)
    #expect(try scene.ask("GET", "/api/v1/status", body: "x").status == 400)
  }

  @Test("Quitting requires the admin role")
  func quit() throws {
    let scene = try WebScene()
    let body = #"{"command":["quit"]}"#
    #expect(try scene.post("/api/v1/commands", body).status == 403)
    #expect(!scene.player.now.hasQuit)
    let admin = "Authorization: Bearer \(scene.tokens[.admin]!)"
    #expect(try scene.post("/api/v1/commands", body, [admin]).status == 200)
    #expect(scene.player.now.hasQuit)
  }

  @Test("A screenshot is a PNG file, and its failures are reported")
  func screenshot() throws {
    let scene = try WebScene()
    scene.player.change { $0.picture = Array("PNG".utf8) }
    let reply = try scene.ask("GET", "/api/v1/screenshot?width=320")
    #expect(reply.fields["content-type"] == "image/png" && reply.body == "PNG")
    #expect(try scene.ask("GET", "/api/v1/screenshot?width=9").status == 400)
    #expect(try scene.ask("GET", "/api/v1/thumbnail?at=0.5").status == 404)
    #expect(try scene.post("/api/v1/touch", #"{"x":0.5,"y":2}"#).status == 400)
    #expect(try scene.post("/api/v1/touch", #"{"x":0.5,"y":0.5}"#).status == 409)
  }

  @Test("A follower is notified at once, and of each change")
  func events() throws {
    let scene = try WebScene()
    let client = try scene.client()
    client.send("GET /api/v1/events HTTP/1.1\r\nHost: foyer\r\n\r\n")
    let head = try client.text(upTo: "\r\n\r\n")
    #expect(head.contains("200") && head.contains("text/event-stream"))
    #expect(try client.text(upTo: "\n\n").contains(#""paused":false"#))
    #expect(try client.text(upTo: "\n\n").contains("event: queue\ndata: {\"total\":2}"))
    scene.player.publish { $0.isPaused = true }
    #expect(try client.text(upTo: "\n\n").contains(#""paused":true"#))
    scene.player.change { $0.queue.append([Item(path: "/c.mp4")]) }
    #expect(try client.text(upTo: "\n\n").contains(#"{"total":3}"#))
    scene.player.send(.shown(Item(path: "/c.mp4")))
    #expect(try client.text(upTo: "\n\n").contains("event: shown\ndata: {\"item\":\"c.mp4\""))
  }

  @Test("The page and its assets are served, and a browser with cached copies gets none")
  func assets() throws {
    let scene = try WebScene()
    let page = try scene.ask("GET", "/")
    #expect(page.body.contains("<html") && page.fields["content-type"]?.contains("html") == true)
    #expect(page.fields["content-security-policy"]?.contains("default-src 'none'") == true)
    let known = try scene.ask("GET", "/", ["If-None-Match: \(page.fields["etag"] ?? "")"])
    #expect(known.status == 304 && known.body.isEmpty)
    for asset in Asset.all where asset.name != "index.html" {
      #expect(try scene.ask("GET", "/\(asset.name)").status == 200)
    }
    #expect(Asset.all.reduce(0) { $0 + $1.bytes.count } < 200_000)
    let tests = Folder.holding(#filePath).folder
    let folder = tests.folder("../../Sources/Web/Remote")
    let names = folder.names.filter { !$0.hasPrefix(".") }
    #expect(Set(names) == Set(Asset.all.map(\.name)))
  }

  @Test("The health check reports whether the player is alive and shows a picture")
  func probes() throws {
    let scene = try WebScene { site in
      site.health = {
        var health = Health()
        (health.main.display, health.main.dark) = ("HDMI-A-1", "unplugged")
        return health
      }
    }
    var own = Health()
    own.main.dark = "no cable"
    scene.player.change { [own] in $0.health = own }
    #expect(try scene.ask("GET", "/healthz").status == 200)
    #expect(try scene.ask("GET", "/readyz").status == 503)
    #expect(try scene.ask("GET", "/api/v1/health").json?["dark"]?.text == "unplugged")
    let one = try scene.ask("GET", "/api/v1/health?output=main").json
    #expect(one?["dark"]?.text == "no cable")
  }
}
