import Foundation
import Testing
import VitrineFakes
import VitrineKit
import VitrineStreaming

/// Items on servers, in a program.
struct StreamingTests {
  private let folder: FilmFolder

  init() throws { folder = try FilmFolder() }

  private func player(_ items: [Item], _ sources: [ItemSource]) -> Player {
    var options = PlayerOptions()
    options.sound = .off
    options.interface = nil
    options.handlesSignals = false
    return Player(
      items, on: .headless(width: 160, height: 90), options: options, sources: sources)
  }

  @Test("Two players share a cache, and a later one plays from it without the server")
  func cached() async throws {
    let film = try folder.film("a.mp4", seconds: 0.5)
    let bytes = Array(try Data(contentsOf: URL(filePath: film)))
    let cache = StreamingCache(folder: folder.path(of: "cache"))
    var server: ScriptedServer? = try ScriptedServer(ScriptedServer.giving(bytes, ["ETag: \"a\""]))
    let items = try [Item(#require(server).url("/a.mp4"))]
    let players = (0..<2).map { _ in player(items, [.streaming(cache: cache)]) }
    async let first: Void = players[0].run()
    async let second: Void = players[1].run()
    _ = try await (first, second)
    server = nil
    let later = player(items, [.streaming(cache: cache)])
    try await later.run()
    #expect(later.status.phase == .ended && later.status.framesShown > 0)
  }

  @Test("A player that downloaded nothing leaves the cache to the others", .timeLimit(.minutes(1)))
  func unused() async throws {
    let film = try folder.film("a.mp4", seconds: 0.5)
    let bytes = Array(try Data(contentsOf: URL(filePath: film)))
    let gate = DispatchSemaphore(value: 0)
    var server: ScriptedServer? = try ScriptedServer { request, line in
      gate.wait()
      gate.signal()
      return ScriptedServer.giving(bytes, ["ETag: \"a\""])(request, line)
    }
    let items = try [Item(#require(server).url("/a.mp4"))]
    let cache = StreamingCache(folder: folder.path(of: "cache"))
    let streaming = player(items, [.streaming(cache: cache)])
    async let run: Void = streaming.run()
    while server?.connections == 0 { await Task.yield() }
    try await player([Item(path: film)], [.streaming(cache: cache)]).run()
    gate.signal()
    try await run
    server = nil
    let later = player(items, [.streaming(cache: cache)])
    try await later.run()
    #expect(streaming.status.phase == .ended && later.status.phase == .ended)
  }

  @Test("A cache that cannot be opened is a warning, and the item plays without it")
  func unusableCache() async throws {
    let film = try folder.film("a.mp4", seconds: 0.5)
    let bytes = Array(try Data(contentsOf: URL(filePath: film)))
    let server = try ScriptedServer(ScriptedServer.giving(bytes))
    // A file is in its place.
    let player = player(
      [try Item(server.url("/a.mp4"))], [.streaming(cache: StreamingCache(folder: film))])
    let events = player.events
    try await player.run()
    var warnings: [String] = []
    for await case .warning(let text) in events { warnings.append(text) }
    #expect(player.status.phase == .ended)
    #expect(warnings.contains { $0.hasPrefix("cache: not in use: ") }, "\(warnings)")
  }

  @Test(
    "Without a source, the error names the scheme and the product", arguments: ["https", "rtsp"])
  func without(scheme: String) async throws {
    let player = player([try Item("\(scheme)://films.example/a.mp4?key=secret")], [])
    let error = await #expect(throws: PlayerError.self) { try await player.run() }
    #expect(error?.category == .source)
    #expect(error?.message.contains("\(scheme) is not supported") == true, "\(error as Any)")
    #expect(error?.message.contains("VitrineStreaming") == true)
    #expect(error?.message.contains("secret") == false)
  }
}
