import Foundation
import Testing
import VitrineKit

/// Subtitles of a real film with files beside it.
@Suite(.timeLimit(.minutes(5)))
struct SubtitleTests {
  private let folder: FilmFolder

  init() throws { folder = try FilmFolder() }

  /// The number of nearly white pixels in the lower half, once there are enough, or after five
  /// seconds.
  private func white(_ player: Player, until isEnough: (Int) -> Bool) async throws -> Int {
    var count = 0
    for _ in 0..<100 {
      // A busy machine may miss the deadline for a screenshot.
      guard let picture = try? await player.screenshot() else { continue }
      let places = (0..<picture.width).flatMap { x in
        (picture.height / 2..<picture.height).map { (x, $0) }
      }
      count = places.count { picture.color(x: $0.0, y: $0.1) & 0xE0E0E0 == 0xE0E0E0 }
      if isEnough(count) { break }
      try await Task.sleep(for: .milliseconds(50))
    }
    return count
  }

  @Test("Selected subtitles show, with a larger size or a delay if requested")
  func shown() async throws {
    let words = folder.path(of: "words.srt")
    try Data("1\n00:00:00,000 --> 00:01:00,000\nHarbour\n".utf8).write(to: URL(filePath: words))
    var item = Item(path: try folder.film("a.mp4", seconds: 60))
    item.subtitles = [words]
    var options = PlayerOptions()
    (options.sound, options.interface, options.handlesSignals) = (.off, nil, false)
    let player = Player([item], on: .headless(width: 640, height: 360), options: options)
    let events = player.events
    async let run: Void = player.run()
    for await event in events { if case .shown = event { break } }
    player.select(.subtitle, .off)
    #expect(try await white(player) { $0 == 0 } == 0)
    let track = try #require(player.status.tracks.first { $0.kind == .subtitle })
    player.select(.subtitle, .track(track.id))
    let plain = try await white(player) { $0 > 0 }
    #expect(plain > 0)
    player.setSubtitleScale(2)
    #expect(try await white(player) { $0 > 2 * plain } > 2 * plain)
    var style = SubtitleStyle()
    (style.color, style.window) = (Color(0x00FF00), .white)
    player.setSubtitleStyle(style)
    // The window is larger than the letters were.
    #expect(try await white(player) { $0 > 4 * plain } > 4 * plain)
    player.setSubtitleStyle(SubtitleStyle())
    #expect(try await white(player) { $0 == plain } == plain)
    // Everything is due a minute later: nothing shows yet.
    player.setSubtitleDelay(.seconds(60))
    #expect(try await white(player) { $0 == 0 } == 0)
    player.close()
    try await run
  }
}
