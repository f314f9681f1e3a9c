import Testing
import VitrineKit
import VitrineTesting

@Suite("A visitor at a stage")
struct VisitorTests {
  private static func options(_ change: (inout Interface) -> Void = { _ in }) -> PlayerOptions {
    var options = PlayerOptions()
    var interface = Interface()
    change(&interface)
    options.interface = interface
    options.staysOpen = true
    return options
  }

  @Test("a tap in the middle brings the controls, another one pauses, and they go by themselves")
  func tap() {
    let stage = Stage(width: 640, height: 360)
    stage.films["a"] = Film(seconds: 100, hasSound: false)
    let player = stage.player([Item(path: "a")], options: Self.options())
    stage.advance(by: .seconds(1))
    let bare = stage.screenshot()?.color(x: 320, y: 180)
    stage.tap(x: 0.5, y: 0.5)
    stage.advance(by: .seconds(1))
    #expect(stage.screenshot()?.color(x: 320, y: 180) != bare)
    stage.tap(x: 0.5, y: 0.5)
    stage.advance(by: .seconds(1))
    #expect(player.status.isPaused)
    stage.tap(x: 0.5, y: 0.5)
    stage.advance(by: .seconds(20))
    #expect(!player.status.isPaused)
    #expect(stage.screenshot()?.color(x: 320, y: 180) == bare)
  }

  @Test("a key does what it means")
  func key() {
    let stage = Stage(width: 640, height: 360)
    stage.films["a"] = Film(seconds: 100, hasSound: false)
    let player = stage.player(
      [Item(path: "a")], options: Self.options { $0.keys["KEY_RED"] = "mute" })
    stage.advance(by: .seconds(1))
    stage.press("KEY_RED")
    stage.advance(by: .milliseconds(100))
    #expect(player.status.isMuted)
    stage.press("KEY_PLAYPAUSE")
    stage.advance(by: .milliseconds(100))
    #expect(player.status.isPaused)
  }

  @Test("for passers-by all of the list plays, and a touch leads back to it")
  func attract() {
    let stage = Stage(width: 640, height: 360)
    let items = [Item(path: "a"), Item(path: "b")]
    stage.films = ["a": Film(seconds: 5, hasSound: false), "b": Film(seconds: 5, hasSound: false)]
    let player = stage.player(
      options: Self.options {
        $0.list = items
        $0.attractAfter = .seconds(30)
      })
    stage.advance(by: .seconds(29))
    #expect(player.status.phase == .idle)
    stage.advance(by: .seconds(7))
    #expect(player.status.item?.location == "b")
    stage.advance(by: .seconds(5))
    #expect(player.status.item?.location == "a")
    stage.tap(x: 0.5, y: 0.5)
    stage.advance(by: .seconds(2))
    #expect(player.status.phase == .idle)
  }

  @Test("no interface, nothing to touch")
  func none() {
    let stage = Stage()
    var options = PlayerOptions()
    options.interface = nil
    let player = stage.player([Item(path: "a")], options: options)
    stage.tap(x: 0.5, y: 0.5)
    stage.press("KEY_PLAYPAUSE")
    stage.advance(by: .seconds(1))
    #expect(!player.status.isPaused)
  }
}
