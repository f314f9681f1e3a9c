import Foundation
import Testing
import VitrineFakes
import VitrineKit

/// Lines that a program has sent with requests.
struct HeaderTests {
  @Test("an item's lines go with each request to its own origin, and to no other")
  func origin() async throws {
    let folder = try FilmFolder()
    let film = try folder.film("a.mp4", seconds: 0.5)
    let bytes = Array(try Data(contentsOf: URL(filePath: film)))
    let servers = try (0..<2).map { _ in try ScriptedServer(ScriptedServer.giving(bytes)) }
    var own = try Item(servers[0].url("/a.mp4"))
    own.headers = ["X-Screen": "7"]
    var options = PlayerOptions()
    (options.sound, options.interface, options.endsOnSignals) = (.off, nil, false)
    let player = Player(
      [own, try Item(servers[1].url("/b.mp4"))], on: .headless(width: 160, height: 90),
      options: options)
    try await player.run()
    #expect(player.status.phase == .ended)
    let fields = servers.map { $0.requests.map { $0.fields["x-screen"] } }
    #expect(!fields[0].isEmpty && fields[0].allSatisfy { $0 == "7" })
    #expect(!fields[1].isEmpty && fields[1].allSatisfy { $0 == nil })
  }
}
