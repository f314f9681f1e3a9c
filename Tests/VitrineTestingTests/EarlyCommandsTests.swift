import Testing
import VitrineKit
import VitrineTesting

/// Requests to the interface before it exists.
@Suite("Before playback")
struct EarlyCommandsTests {
  private let stage = Stage(width: 640, height: 360)

  private func player(_ change: (inout Interface) -> Void = { _ in }) -> Player {
    stage.films["a"] = Film(seconds: 100, hasSound: false)
    var interface = Interface()
    change(&interface)
    var options = PlayerOptions()
    (options.interface, options.staysOpen) = (interface, true)
    let isListed = interface.gallery != nil
    return stage.player(isListed ? [] : [Item(path: "a")], options: options)
  }

  /// Every pixel, after a second.
  private func screen() throws -> [UInt32] {
    stage.advance(by: .seconds(1))
    let screen = try #require(stage.screenshot())
    return (0..<360).flatMap { y in (0..<640).map { screen.color(x: $0, y: y) } }
  }

  @Test("A part hidden before playback stays hidden when the controls appear")
  func hidden() throws {
    let player = player()
    for part in Interface.Part.allCases { player.setHidden(part, true) }
    let bare = try screen()
    stage.tap(x: 0.5, y: 0.5)
    #expect(try screen() == bare)
    for part in Interface.Part.allCases { player.setHidden(part, false) }
    stage.tap(x: 0.5, y: 0.5)
    #expect(try screen() != bare)
  }

  @Test("A gallery and texts set before playback are shown")
  func list() throws {
    let films = [Item(path: "a"), Item(path: "b")]
    let first = player { $0.gallery = [] }
    let empty = try screen()
    first.close()
    let second = player { $0.gallery = [] }
    second.setGallery(films, title: "Harbour")
    let listed = try screen()
    #expect(listed != empty)
    second.close()
    let third = player { $0.gallery = [] }
    var words = Wording()
    words.nothingToPlay = "Noch nichts zu sehen"
    third.setWording(words)
    #expect(try screen() != empty)
    third.setWording(Wording())
    #expect(try screen() == empty)
    third.setGallery(films, title: "Harbour")
    #expect(try screen() == listed)
  }

  @Test(
    "An idle timeout set before playback applies and restores the values set then")
  func idle() {
    let player = player()
    player.setIdleTimeout(.seconds(20))
    player.setVolume(0.5)
    stage.advance(by: .seconds(1))
    stage.press("KEY_VOLUMEUP")
    stage.advance(by: .seconds(1))
    #expect(player.status.volume > 0.5)
    stage.advance(by: .seconds(40))
    #expect(player.status.volume == 0.5)
    #expect(stage.events.contains { if case .visitorLeft = $0.event { true } else { false } })
  }
}
