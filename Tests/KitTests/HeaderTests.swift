import Foundation
import Testing
import VitrineFakes
import VitrineKit
import VitrineStreaming

/// Headers that a program adds to requests.
struct HeaderTests {
  @Test("An item's headers go with each request to its own origin, and to no other")
  func origin() async throws {
    let folder = try FilmFolder()
    let film = try folder.film("a.mp4", seconds: 0.5)
    let bytes = Array(try Data(contentsOf: URL(filePath: film)))
    let servers = try (0..<2).map { _ in try ScriptedServer(ScriptedServer.giving(bytes)) }
    var own = try Item(servers[0].url("/a.mp4"))
    own.headers = ["X-Screen": "7"]
    var options = PlayerOptions()
    (options.sound, options.interface, options.handlesSignals) = (.off, nil, false)
    let player = Player(
      [own, try Item(servers[1].url("/b.mp4"))], on: .headless(width: 160, height: 90),
      options: options, sources: [.streaming()])
    try await player.run()
    #expect(player.status.phase == .ended)
    let fields = servers.map { $0.requests.map { $0.fields["x-screen"] } }
    #expect(!fields[0].isEmpty && fields[0].allSatisfy { $0 == "7" })
    #expect(!fields[1].isEmpty && fields[1].allSatisfy { $0 == nil })
  }

  @Test("Gallery items keep their headers, and the reported item is the original")
  func listed() async throws {
    let folder = try FilmFolder()
    let bytes = Array(try Data(contentsOf: URL(filePath: try folder.film("a.mp4"))))
    let servers = try (0..<2).map { _ in try ScriptedServer(ScriptedServer.giving(bytes)) }
    var items = try servers.map { try Item($0.url("/a.mp4")) }
    for place in items.indices { items[place].headers = ["X-Screen": "7"] }
    var interface = Interface()
    // Without a visitor, the attract loop plays the whole list.
    (interface.gallery, interface.attractTimeout) = ([items[0]], .milliseconds(100))
    (interface.handlesInput, interface.thumbnailFolder) = (false, folder.path(of: "posters"))
    var options = PlayerOptions()
    (options.sound, options.interface, options.handlesSignals) = (.off, interface, false)
    let player = Player(
      on: .headless(width: 160, height: 90), options: options, sources: [.streaming()])
    let events = player.events
    async let run: Void = player.run()
    var played: [Item] = []
    for await case .playing(let item) in events {
      played.append(item)
      if played.count == 1 { player.setGallery([items[1]]) }
      if item == items[1] { break }
    }
    #expect(played.first == items[0] && Set(played) == Set(items))
    player.close()
    try await run
    for server in servers {
      let fields = server.requests.map { $0.fields["x-screen"] }
      #expect(!fields.isEmpty && fields.allSatisfy { $0 == "7" })
    }
  }
}
