import Testing
import VitrineControl
import VitrineKit
import VitrineLinux
import VitrineRemoteControl
import VitrineTesting

/// A program that serves its own player.
@Suite(.timeLimit(.minutes(1)))
struct ServeTests {
  @Test("Clients of the socket read the status, pause, change the queue, and end the player")
  func socket() async throws {
    let scene = try ServedScene()
    let server = try scene.player.serve(.socket(scene.path(of: "s")))
    let player = scene.player
    async let run: Void = player.run()
    await scene.begin()
    let status = try scene.ask("s", "status")
    #expect(status?["phase"]?.text == "playing" && status?["item"]?.text == "color:#3060c0")
    #expect(status?["schedule"] == .null)
    try scene.ask("s", "pause")
    #expect(scene.player.status.isPaused)
    try scene.ask("s", "append", "color:#ff0000")
    #expect(scene.player.queue.entries.map(\.item.location).last == "color:#ff0000")
    try scene.ask("s", "next")
    #expect(scene.player.status.item?.location == "color:#000000")
    try scene.ask("s", "quit")
    try await run
    #expect(scene.sockets == [])
    server.close()
  }

  @Test("A request that needs the service is refused with the reason")
  func refusals() async throws {
    let scene = try ServedScene()
    let server = try scene.player.serve(.socket(scene.path(of: "s")))
    defer { server.close() }
    for words in [["reload"], ["programme"], ["content", "check"], ["override", "end"]] {
      var client = try ControlClient(path: scene.path(of: "s"))
      let error = #expect(throws: ControlClientError.self) { _ = try client.request(words) }
      guard case .refused(let refusal) = error else {
        Issue.record("\(words): \(error as Any)")
        continue
      }
      #expect(refusal.code == .refused && refusal.description.contains("program"), "\(words)")
    }
  }

  enum Ending: CaseIterable { case closed, released, ended, neverRun }

  @Test(
    "Endpoints close with their value or the player, and can then be opened again",
    arguments: Ending.allCases)
  func endings(_ ending: Ending) async throws {
    let scene = try ServedScene()
    var server: RemoteServer? = try scene.player.serve(
      .socket(scene.path(of: "s")), .mpvSocket(scene.path(of: "m")))
    #expect(scene.sockets == ["m", "s"])
    let run = Task { [player = scene.player] in
      if ending != .neverRun { try await player.run() }
    }
    if ending != .neverRun { await scene.begin() }
    switch ending {
    case .closed: server?.close()
    case .released: server = nil
    case .ended, .neverRun:
      scene.player.close()
      try await run.value
    }
    // Closing a player that never ran does not wait for its endpoints.
    while ending == .neverRun, scene.sockets != [] { await Task.yield() }
    #expect(scene.sockets == [])
    #expect(throws: ControlClientError.notListening) { try scene.ask("s", "status") }
    if ending == .closed || ending == .released {
      let second = try scene.player.serve(.socket(scene.path(of: "s")))
      #expect(try scene.ask("s", "status")?["phase"]?.text == "playing")
      second.close()
      scene.player.close()
      try await run.value
    }
    let error = #expect(throws: PlayerError.self) {
      try scene.player.serve(.socket(scene.path(of: "s")))
    }
    #expect(error?.message == "cannot serve a player that has ended")
    #expect(scene.sockets == [])
    server?.close()
  }

  @Test("Releasing a player that never ran closes its endpoints, although their value exists")
  func released() async throws {
    let scene = try ServedScene()
    var player: Player? = ServedScene.player([])
    let server = try player?.serve(.socket(scene.path(of: "s")))
    #expect(scene.sockets == ["s"])
    player = nil
    while scene.sockets != [] { await Task.yield() }
    server?.close()
  }

  @Test("If one endpoint cannot be opened, none is, and the error names its path")
  func failed() throws {
    let scene = try ServedScene()
    let bad = "/nowhere/s"
    let error = #expect(throws: PlayerError.self) {
      try scene.player.serve(.socket(scene.path(of: "s")), .mpvSocket(bad))
    }
    #expect(error?.category == .configuration && error?.message.contains(bad) == true)
    #expect(scene.sockets == [])
  }

  @Test("A read-only socket reports the status and refuses changes")
  func readOnly() async throws {
    let scene = try ServedScene()
    let server = try scene.player.serve(.socket(scene.path(of: "s"), isReadOnly: true))
    defer { server.close() }
    #expect(try scene.ask("s", "status")?["paused"]?.bool == false)
    #expect(
      throws: ControlClientError.refused(Refusal("this socket is read-only", .permission))
    ) { try scene.ask("s", "pause") }
  }

  @Test("A client for mpv reads and sets properties")
  func mpv() async throws {
    let scene = try ServedScene()
    let server = try scene.player.serve(.mpvSocket(scene.path(of: "m")))
    let player = scene.player
    async let run: Void = player.run()
    await scene.begin()
    #expect(try mpv(scene, #"{"command":["get_property","pause"]}"#)["data"]?.bool == false)
    let answer = try mpv(scene, #"{"command":["set_property","pause",true]}"#)
    #expect(answer["error"]?.text == "success")
    #expect(scene.player.status.isPaused)
    server.close()
    scene.player.close()
    try await run
  }

  /// The response to one line.
  private func mpv(_ scene: ServedScene, _ line: String) throws -> JSONValue {
    let socket = try FileDescriptor(connectedTo: scene.path(of: "m"), waiting: 10)
    _ = try socket.send(Array("\(line)\n".utf8)[...])
    var received: [UInt8] = []
    while true {
      for line in received.split(separator: 10) {
        if let value = try? JSONValue(line: line), value["error"] != nil { return value }
      }
      guard let part = try socket.receive(count: 4096), !part.bytes.isEmpty else {
        throw Errno.timedOut
      }
      received += part.bytes
    }
  }

  @Test("A simulated player is served until its stage ends it")
  func staged() throws {
    let scene = try ServedScene()
    let stage = Stage()
    let player = stage.player([.color(0xFF0000, for: .seconds(5))])
    let server = try player.serve(.socket(scene.path(of: "s")))
    stage.advance(by: .seconds(1))
    #expect(try scene.ask("s", "status")?["phase"]?.text == "playing")
    stage.advance(by: .seconds(9))
    #expect(scene.sockets == [])
    server.close()
  }
}
