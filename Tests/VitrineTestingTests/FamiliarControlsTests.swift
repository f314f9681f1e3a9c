import Testing
import VitrineKit
import VitrineTesting

/// The built-in controls, as `ComingFromAVPlayer.md` maps them.
@Suite("Coming from AVPlayer: controls")
struct FamiliarControlsTests {
  private let stage = Stage(width: 640, height: 360)

  private func player(_ film: Film, _ interface: Interface = Interface()) -> Player {
    stage.films["a"] = film
    var options = PlayerOptions()
    options.interface = interface
    let player = stage.player([Item(path: "a")], options: options)
    stage.advance(by: .seconds(5))
    return player
  }

  /// Whether the colour appears anywhere at the bottom, at the slider's position.
  private func bottomHas(_ color: UInt32) throws -> Bool {
    let screen = try #require(stage.screenshot())
    return (300..<360).contains { y in
      (0..<640).contains { screen.color(x: $0, y: y) == color }
    }
  }

  @Test("The slider has the program's colour")
  func tint() throws {
    var interface = Interface()
    interface.theme.accent = Color(0xFF00FF)
    _ = player(Film(seconds: 100, hasSound: false), interface)
    #expect(try !bottomHas(0xFF00FF))
    stage.tap(x: 0.5, y: 0.2)
    stage.advance(by: .seconds(1))
    #expect(try bottomHas(0xFF00FF))
  }

  @Test("A spinner shows while waiting for frames and disappears with them")
  func spinner() throws {
    var film = Film(seconds: 100, hasSound: false)
    film.downloadRate = 2
    let player = player(film)
    func middle() throws -> [UInt32] {
      let screen = try #require(stage.screenshot())
      return (300..<340).map { screen.color(x: $0, y: 180) }
    }
    let bare = try middle()
    stage.isOffline = true
    #expect(stage.advance(within: .seconds(60)) { player.status.isWaiting })
    stage.advance(by: .seconds(2))
    #expect(try middle() != bare)
    stage.isOffline = false
    stage.advance(by: .seconds(10))
    #expect(try !player.status.isWaiting && middle() == bare)
  }
}
