import Foundation
import Testing
import VitrineFakes
import VitrineKit
import VitrineStreaming

/// Pictures of real files, as `ComingFromAVPlayer.md` maps them.
@Suite(.timeLimit(.minutes(5)))
struct FamiliarPicturesTests {
  private let folder: FilmFolder

  init() throws { folder = try FilmFolder() }

  private func options(_ interface: Interface?) -> PlayerOptions {
    var options = PlayerOptions()
    (options.sound, options.interface, options.handlesSignals) = (.off, interface, false)
    options.staysOpen = true
    return options
  }

  /// Whether two colours look the same: encoding is lossy.
  private func isLike(_ one: UInt32, _ other: UInt32) -> Bool {
    [0, 8, 16].allSatisfy { abs(Int(one >> $0 & 0xFF) - Int(other >> $0 & 0xFF)) < 32 }
  }

  /// Every eighth row and column.
  private func places(_ picture: Screenshot) -> [UInt32] {
    stride(from: 0, to: picture.height, by: 8).flatMap { y in
      stride(from: 0, to: picture.width, by: 8).map { picture.color(x: $0, y: y) }
    }
  }

  /// Whether the screen matches within ten seconds.
  private func comes(_ player: Player, to isSo: ([UInt32]) -> Bool) async throws -> Bool {
    for _ in 0..<200 {
      // A busy machine may miss the deadline for a screenshot.
      if let picture = try? await player.screenshot(), isSo(places(picture)) { return true }
      try await Task.sleep(for: .milliseconds(50))
    }
    return false
  }

  /// Whether the colour appears anywhere.
  private func comesToShow(_ color: UInt32, _ player: Player) async throws -> Bool {
    try await comes(player) { $0.contains { isLike($0, color) } }
  }

  @Test("A cover set by the program shows on the item's card in the gallery")
  func cover() async throws {
    let thumbnails = Thumbnails(in: folder.path(of: "small"))
    let magenta = Item(path: try folder.film("cover.mp4", "0xff00ff"))
    var item = Item(path: try folder.film("film.mp4", seconds: 5))
    item.poster = try await thumbnails.poster(of: magenta).path
    var interface = Interface()
    (interface.gallery, interface.handlesInput) = ([item], false)
    interface.thumbnailFolder = folder.path(of: "posters")
    let player = Player(
      on: .headless(width: 640, height: 360), options: options(interface))
    async let run: Void = player.run()
    #expect(try await comesToShow(0xFF00FF, player))
    player.close()
    try await run
  }

  @Test("A film's cover shows until its first frame")
  func awaited() async throws {
    let bytes = Array(try Data(contentsOf: URL(filePath: folder.film("film.mp4", seconds: 5))))
    let gate = DispatchSemaphore(value: 0)
    let server = try ScriptedServer { request, line in
      gate.wait()
      gate.signal()
      return ScriptedServer.giving(bytes)(request, line)
    }
    var item = try Item(server.url("/film.mp4"))
    item.placeholder = try folder.picture("cover.png", "0xff00ff")
    let player = Player(
      [item], on: .headless(width: 160, height: 90), options: options(nil), sources: [.streaming()])
    async let run: Void = player.run()
    #expect(try await comesToShow(0xFF00FF, player))
    #expect(player.status.phase == .opening)
    gate.signal()
    #expect(try await comesToShow(0x00C000, player))
    player.close()
    try await run
  }

  @Test("A film fills the display as set for the player or its item")
  func fit() async throws {
    let film = try folder.film("wide.mp4", seconds: 30)
    var own = Item(path: film)
    own.fit = .contain
    let player = Player(
      [Item(path: film), own], on: .headless(width: 90, height: 160), options: options(nil))
    let events = player.events
    async let run: Void = player.run()
    for await event in events { if case .shown = event { break } }
    #expect(try await comesToShow(0x000000, player))
    player.setFit(.cover)
    #expect(try await comes(player) { $0.allSatisfy { isLike($0, 0x00C000) } })
    player.next()
    #expect(try await comesToShow(0x000000, player))
    #expect(player.status.fit == .cover)
    player.close()
    try await run
  }

  @Test("A rendition is selected by height or by rate")
  func encodings() async throws {
    let green = try folder.stream("green", "0x00c000", size: "160x90")
    let blue = try folder.stream("blue", "0x0000c0", size: "320x180")
    let list = """
      #EXTM3U
      #EXT-X-STREAM-INF:BANDWIDTH=100000,RESOLUTION=160x90
      \(green)
      #EXT-X-STREAM-INF:BANDWIDTH=300000,RESOLUTION=320x180
      \(blue)

      """
    let root = folder.path
    let server = try ScriptedServer { request, line in
      let file = URL(filePath: root + request.path)
      let found = request.path == "/all.m3u8" ? Data(list.utf8) : try? Data(contentsOf: file)
      guard let found else {
        line.answer("404 Not Found")
        return true
      }
      return ScriptedServer.giving(Array(found))(request, line)
    }
    let player = Player(
      [try Item(server.url("/all.m3u8"))], on: .headless(width: 320, height: 180),
      options: options(nil), sources: [.streaming()])
    player.setQuality(.height(90))
    async let run: Void = player.run()
    #expect(try await comesToShow(0x00C000, player))
    let status = player.status
    #expect(status.renditions.map(\.height) == [180, 90])
    #expect(status.rendition?.width == 160 && status.rendition?.bitRate == 100_000)
    #expect(status.videoSize == VideoSize(width: 160, height: 90))
    player.setQuality(.bitRate(300_000))
    #expect(try await comesToShow(0x0000C0, player))
    #expect(player.status.videoSize == VideoSize(width: 320, height: 180))
    player.close()
    try await run
  }

  @Test("One of several video tracks in a file can be selected, like a rendition")
  func definitions() async throws {
    let film = try folder.film("two.mp4", "0x00c000", and: "0x0000c0", seconds: 30)
    let player = Player(
      [Item(path: film)], on: .headless(width: 160, height: 90), options: options(nil))
    let events = player.events
    async let run: Void = player.run()
    for await event in events { if case .shown = event { break } }
    #expect(try await comesToShow(0x00C000, player))
    let tracks = player.status.tracks.filter { $0.kind == .video }
    #expect(tracks.count == 2)
    if let other = tracks.last { player.select(.video, .track(other.id)) }
    #expect(try await comesToShow(0x0000C0, player))
    player.close()
    try await run
  }
}
