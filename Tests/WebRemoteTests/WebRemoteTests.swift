import Testing
import VitrineControl
import VitrineFakes
import VitrineKit
import VitrineLinux
import VitrineRemoteControl
import VitrineWeb
import VitrineWebRemote

/// The web remote of a program's own player.
@Suite(.timeLimit(.minutes(1)))
struct WebRemoteTests {
  /// A folder with a token for the role `control`.
  private final class Scene {
    let files: TestFolder
    let token: String
    let player: Player

    init() throws {
      files = try TestFolder("web-remote")
      var file = TokenFile(files.folder.path(of: "tokens.json"))
      var randomness = SystemRandomNumberGenerator()
      token = try file.change { store throws(TokenStore.Failure) in
        try store.add(name: "phone", role: .control, at: 0, randomness: &randomness)
      }
      var options = PlayerOptions()
      (options.sound, options.interface, options.handlesSignals) = (.off, nil, false)
      player = Player(
        [.color(0x3060C0, for: .seconds(600))], on: .headless(width: 160, height: 90),
        options: options)
    }

    /// The settings of a remote for which local programs need a token, too.
    var options: WebRemoteOptions {
      var options = WebRemoteOptions()
      (options.folder, options.trustsLocalPrograms) = (files.folder.path, false)
      options.thumbnailFolder = files.folder.path(of: "thumbnails")
      return options
    }

    var authorization: [String] { ["Authorization: Bearer \(token)"] }
  }

  private func port(_ server: RemoteServer) throws -> UInt16 {
    let url = try #require(server.webAddresses.first)
    return try #require(UInt16(url.dropLast().split(separator: ":").last ?? ""))
  }

  @Test("The API answers and pauses with a token, refuses without, and is gone once closed")
  func tokens() async throws {
    let scene = try Scene()
    let player = scene.player
    let server = try player.serve(.http(port: 0, scene.options))
    let port = try port(server)
    async let run: Void = player.run()
    for await status in player.statuses where status.phase == .playing { break }
    let status = "/api/v1/status"
    #expect(try HTTPReply(port, "GET", status).status == 401)
    #expect(try HTTPReply(port, "GET", status, ["Authorization: Bearer no"]).status == 401)
    let reply = try HTTPReply(port, "GET", status, scene.authorization)
    #expect(reply.status == 200 && reply.json?["phase"]?.text == "playing")
    #expect(try HTTPReply(port, "GET", "/").body.contains("<html"))
    let paused = try HTTPReply(
      port, "POST", "/api/v1/commands", scene.authorization, body: #"{"command": ["pause"]}"#)
    #expect(paused.status == 200)
    #expect(player.status.isPaused)
    server.close()
    #expect(server.webAddresses == [])
    #expect(throws: Errno.self) { try HTTPReply(port, "GET", status, scene.authorization) }
    player.close()
    try await run
  }

  @Test("Programs of the same user need no token by default")
  func trusted() throws {
    let scene = try Scene()
    let server = try scene.player.serve(.http(port: 0))
    defer { server.close() }
    #expect(try HTTPReply(port(server), "GET", "/api/v1/status").status == 200)
  }

  @Test("A PIN is shown once the program has opened pairing")
  func pairing() throws {
    let scene = try Scene()
    let server = try scene.player.serve(.http(port: 0, scene.options))
    defer { server.close() }
    let port = try port(server)
    let closed = try HTTPReply(port, "POST", "/api/v1/pairing")
    #expect(closed.status == 409 && closed.json?["pairing"]?.text == "closed")
    server.openPairing()
    let open = try HTTPReply(port, "POST", "/api/v1/pairing")
    #expect(open.status == 200 && open.json?["digits"]?.integer == 6)
  }

  @Test("Certificates without encryption are refused", arguments: ["127.0.0.1", "0.0.0.0"])
  func unencryptedCertificates(address: String) throws {
    let scene = try Scene()
    for path in [\WebRemoteOptions.certificate, \.key, \.clientIssuers] {
      var options = scene.options
      (options.address, options.isEncrypted) = (address, false)
      options[keyPath: path] = scene.files.folder.path(of: "file.pem")
      let error = #expect(throws: PlayerError.self) {
        try scene.player.serve(.http(port: 0, options))
      }
      #expect(error?.category == .configuration)
      #expect(error?.message.contains("encryption") == true)
    }
  }

  @Test("The health describes a player that was served after its start")
  func health() async throws {
    let scene = try Scene()
    let player = scene.player
    let early = try player.serve(.http(port: 0, scene.options))
    #expect(try HTTPReply(port(early), "GET", "/readyz").status == 503)
    let events = player.events
    async let run: Void = player.run()
    for await event in events { if case .shown = event { break } }
    let late = try player.serve(.http(port: 0, scene.options))
    #expect(try HTTPReply(port(early), "GET", "/readyz").status == 200)
    #expect(try HTTPReply(port(late), "GET", "/readyz").status == 200)
    player.close()
    try await run
    #expect(early.webAddresses == [] && late.webAddresses == [])
  }

  @Test("A remote for other machines is encrypted, and needs a folder")
  func network() throws {
    let scene = try Scene()
    var options = scene.options
    options.address = "0.0.0.0"
    let server = try scene.player.serve(.http(port: 0, options))
    defer { server.close() }
    #expect(server.webAddresses.first?.hasPrefix("https://0.0.0.0:") == true)
    #expect(scene.files.folder.names.contains("web.pem"))
    options.folder = nil
    let error = #expect(throws: PlayerError.self) {
      try scene.player.serve(.http(port: 0, options))
    }
    #expect(error?.message.contains("set a folder") == true)
  }

  @Test("Invalid and occupied addresses are errors with a reason")
  func addresses() throws {
    let scene = try Scene()
    let server = try scene.player.serve(.http(port: 0))
    defer { server.close() }
    let port = try Int(port(server))
    let taken = #expect(throws: PlayerError.self) {
      try scene.player.serve(.http(port: port))
    }
    #expect(taken?.message.hasPrefix("cannot listen on 127.0.0.1:") == true)
    var options = WebRemoteOptions()
    options.address = "screen.local"
    let invalid = #expect(throws: PlayerError.self) {
      try scene.player.serve(.http(port: 8080, options))
    }
    #expect(
      invalid?.category == .configuration && invalid?.message.contains("screen.local") == true)
  }
}
