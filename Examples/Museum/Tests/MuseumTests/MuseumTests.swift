import Foundation
import Testing
import VitrineKit
import VitrineTesting

@testable import Museum

@Suite("A museum on a stage", .timeLimit(.minutes(10)))
struct MuseumTests {
  private let stage = Stage(width: 640, height: 360)
  private let player: Player

  init() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "museum-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(
      """
      file | en | de
       | Museum | Haus des Meeres
      sea.mkv | The Sea | Das Meer
      fire.mkv | The Fire | Das Feuer
      """.utf8
    ).write(to: folder.appending(path: "wall.txt"))
    let wall = try Wall(in: folder.path)
    for item in wall.items(in: wall.languages[0]) {
      var film = Film(seconds: 300, frameRate: 5)
      (film.audioLanguages, film.subtitleLanguages) = (["en", "de"], ["en", "de"])
      stage.films[item.location] = film
    }
    player = stage.player(options: Museum.options(wall))
    _ = await Museum.handleEvents(of: player, wall)
    await stage.advance(for: .seconds(1))
  }

  /// Starts the first film with a remote.
  private func playFirst() async {
    stage.press("KEY_OK")
    stage.press("KEY_OK")
    await stage.advance(for: .seconds(1))
  }

  /// The language of the selected audio track.
  private var audioLanguage: String? {
    player.status.selectedTracks.first { $0.kind == .audio }?.language
  }

  @Test("A colour key selects the language of titles and sound")
  func keys() async {
    stage.press("KEY_GREEN")
    await stage.advance(for: .seconds(1))
    await playFirst()
    #expect(player.status.item?.title == "Das Meer" && audioLanguage == "de")
    stage.press("KEY_RED")
    await stage.advance(for: .seconds(1))
    #expect(audioLanguage == "en" && player.status.isPlaying)
  }

  @Test("A tap on a flag selects its language; flags are hidden during a film")
  func flags() async {
    // The second of two flags: 24 points from the right edge, 48 wide, at y 20 to 52, on a canvas
    // of 960x540.
    let (x, y) = ((960.0 - 48) / 960, 36.0 / 540)
    stage.tap(x: x, y: y)
    await stage.advance(for: .seconds(1))
    await playFirst()
    #expect(player.status.item?.title == "Das Meer")
    await stage.advance(for: .seconds(20))
    #expect(stage.screenshot()?.color(x: Int(x * 640), y: Int(y * 360)) == 0x404040)
  }

  @Test(
    "A film plays to its end in the selected language, then the default language returns")
  func watched() async {
    stage.press("KEY_GREEN")
    await stage.advance(for: .seconds(1))
    await playFirst()
    await stage.advance(for: .seconds(200))
    #expect(
      player.status.item?.title == "Das Meer" && player.status.isPlaying && audioLanguage == "de")
    // Nothing is drawn over it.
    #expect(stage.screenshot()?.color(x: 320, y: 180) == 0x404040)
    await stage.advance(for: .seconds(170))
    #expect(player.status.phase == .idle || player.status.phase == .ended)
    await playFirst()
    #expect(player.status.item?.title == "The Sea" && audioLanguage == "en")
  }

  @Test("After a visitor has left, the default language returns")
  func idle() async {
    let own = stage.screenshot()?.color(x: 567, y: 15)
    stage.press("KEY_GREEN")
    await stage.advance(for: .seconds(1))
    await playFirst()
    player.pause()
    // The player first shows a countdown, in case the visitor is still there.
    await stage.advance(for: .seconds(100))
    #expect(player.status.phase == .idle)
    #expect(stage.screenshot()?.color(x: 567, y: 15) == own)
    await playFirst()
    #expect(player.status.item?.title == "The Sea" && audioLanguage == "en")
  }

  @Test(
    "An invalid wall.txt is rejected with its path",
    arguments: ["", "file | en\n", "file | en\n | Museum\nsea.mkv\n"])
  func invalid(text: String) throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "wall-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(text.utf8).write(to: folder.appending(path: "wall.txt"))
    let error = #expect(throws: PlayerError.self) { try Wall(in: folder.path) }
    #expect(error?.message.contains("wall.txt") == true)
  }
}
