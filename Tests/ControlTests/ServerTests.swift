import Foundation
import Glibc
import Testing
import VitrineControl
import VitrineFakes
import VitrineLinux
import VitrinePlayback
import VitrinePlaylists
import VitrineTiming

/// The server over a real socket.
@Suite(.timeLimit(.minutes(1)))
struct ServerTests {
  @Test("Requests are answered in order, with their IDs")
  func answers() throws {
    let scene = try ServerScene()
    let client = try scene.connect()
    try client.send(
      """
      {"command":["pause"],"request_id":1}
      # nothing
      {"command":["fly"],"request_id":"two"}
      volume 50%
      {"command":["status"],"request_id":4}

      """)
    let lines = try (0..<4).map { _ in try #require(try client.line()) }
    #expect(
      lines.map { $0["error"]?.text }
        == ["success", #"unknown command "fly""#, "success", "success"])
    #expect(lines[0]["request_id"]?.integer == 1 && lines[1]["request_id"]?.text == "two")
    #expect(lines[2]["request_id"] == nil)
    #expect(lines[3]["data"]?["item"]?.text == "a.mp4")
    #expect(scene.player.now.commands == [.pause, .setVolume(0.5)])
  }

  @Test(
    "Each request has its documented effect",
    arguments: [
      ("load /c.mp4", "success"), ("reload", "nothing to reload"),
      ("programme", "success"), ("jump 2", "success"),
      ("jump 3", "no entry 3"), ("load c.mp4", "c.mp4: the path must be absolute"),
      ("append color:red", "success"), ("message Fire drill", "success"), ("list", "success"),
      ("version", "success"), ("audio-device", "success"), ("audio-device hw:0", "success"),
      ("seek 50%", "the duration is unknown"), ("statistics", "success"),
      (
        "screenshot /etc/passwd",
        "the player does not write files for clients; use: vitrine ctl screenshot FILE"
      ),
      ("quit", "success"),
    ])
  func requests(_ line: String, _ error: String) throws {
    let scene = try ServerScene()
    #expect(try scene.connect().ask(line) == error)
    // The response precedes the execution, after which there may be no client.
    while line == "quit", !scene.player.now.hasQuit { sched_yield() }
    let state = scene.player.now
    #expect(state.hasQuit == (line == "quit"))
    #expect(
      state.loaded
        == (error == "success" && line.contains("c.mp4")
          ? ["/c.mp4"] : line.hasPrefix("append") ? ["color:red"] : []))
  }

  @Test("The reason why a sound device cannot be opened is the response")
  func soundDevice() throws {
    let scene = try ServerScene()
    scene.player.change { $0.soundRefusal = Refusal("hw:1: busy") }
    #expect(try scene.connect().ask("audio-device hw:1") == "hw:1: busy")
    #expect(scene.player.now.soundChoices == ["hw:1"])
  }

  @Test("A seek is refused while nothing is open")
  func idle() throws {
    let scene = try ServerScene()
    scene.player.publish { ($0.item, $0.phase) = (nil, .idle) }
    #expect(try scene.connect().ask("seek 5") == "nothing is playing")
  }

  @Test("A partial line waits for its end; an endless one is dropped with its client")
  func halfLines() throws {
    let scene = try ServerScene()
    let client = try scene.connect()
    for part in ["{\"comm", "and\":[\"pau", "se\"]}", "\nnext\npre"] { try client.send(part) }
    #expect(try client.line()?["error"]?.text == "success")
    #expect(try client.line()?["error"]?.text == "success")
    shutdown(client.socket.rawValue, CInt(SHUT_WR))
    #expect(try client.line() == nil)
    #expect(scene.player.now.commands == [.pause, .next])
  }

  @Test("A client that only sends gets its commands executed, and its responses afterwards")
  func halfClosed() throws {
    let scene = try ServerScene()
    let client = try scene.connect()
    try client.send("next\nprevious\n")
    shutdown(client.socket.rawValue, CInt(SHUT_WR))
    #expect(try client.line() != nil)
    #expect(try client.line() != nil)
    #expect(try client.line() == nil)
    #expect(scene.player.now.commands == [.next, .previous])
  }

  @Test("The last commands of a disconnected client are still executed")
  func gone() throws {
    // The commands would not be executed if the player's response timed out.
    var limits = ControlLimits()
    limits.answerTimeout = .seconds(60)
    let scene = try ServerScene(limits)
    scene.player.change { $0.answers.areDelayed = true }
    do {
      let client = try scene.connect()
      try client.send("next\nprevious\npause\n")
    }
    // Each is accepted once the previous one was answered.
    let limit = ContinuousClock.now + .seconds(20)
    while scene.player.now.commands.count < 3, ContinuousClock.now < limit {
      for answer in scene.player.drainPendingAnswers() { answer() }
      sched_yield()
    }
    #expect(scene.player.now.commands == [.next, .previous, .pause])
  }

  @Test("A one-mebibyte line and binary garbage are refused, and the connection survives")
  func rubbish() throws {
    let scene = try ServerScene()
    let client = try scene.connect()
    try client.send([UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20) + [10])
    #expect(try client.line()?["error"]?.text == "the line is too long (limit: 65536 bytes)")
    var random = SeededRandom(seed: 1)
    let noise = (0..<10_000).map { _ in UInt8.random(in: 128...255, using: &random) }
    try client.send(noise + [10])
    #expect(try client.line()?["error"]?.text == "the line is not valid UTF-8")
    try client.send([0, 1, 2, 10])
    #expect(try client.line()?["error"]?.text?.hasPrefix("unknown") == true)
    #expect(try client.ask("pause") == "success")
  }

  @Test("The seventeenth client is refused, and accepted once another has disconnected")
  func tooMany() throws {
    let scene = try ServerScene()
    var clients = try (0..<16).map { _ in try scene.connect() }
    for client in clients { #expect(try client.ask("pause") == "success") }
    let late = try scene.connect()
    #expect(try late.line()?["error"]?.text == "too many clients: 16")
    #expect(try late.line() == nil)
    #expect(throws: ControlClientError.rejected(Refusal("too many clients: 16", .busy))) {
      var client = try ControlClient(path: scene.path)
      _ = try client.request(["status"])
    }
    shutdown(clients[0].socket.rawValue, CInt(SHUT_WR))
    #expect(try clients[0].line() == nil)
    clients.removeFirst()
    #expect(try scene.connect().ask("pause") == "success")
  }

  @Test("An unresponsive player is reported, and its late response is not mixed up")
  func silent() throws {
    var limits = ControlLimits()
    limits.answerTimeout = .milliseconds(20)
    let scene = try ServerScene(limits)
    scene.player.change { $0.answers.areDelayed = true }
    let client = try scene.connect()
    #expect(try client.ask("next") == "the player is not responding")
    for answer in scene.player.drainPendingAnswers() { answer() }
    #expect(try client.ask("status") == "success")
  }

  @Test("A client outside the player's user and group is rejected")
  func policy() throws {
    // As if the player belonged to another user.
    let scene = try ServerScene(policy: PeerPolicy(owner: 4_000_000, group: 4_000_000))
    let answer = try scene.connect().ask("status")
    #expect(geteuid() == 0 ? answer == "success" : answer?.hasPrefix("permission denied") == true)
    let news = scene.events.all
    #expect(
      news.contains {
        if case .connected(let peer) = $0 { peer.process == getpid() } else { false }
      } == (geteuid() == 0))
  }
}
