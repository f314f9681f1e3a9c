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

  private func backs(_ stage: Stage) -> Int {
    stage.events.count { if case .back = $0.event { true } else { false } }
  }

  @Test(
    "back means what the program says: the list where there is one, the program's own matter, or nothing",
    arguments: Interface.Back.allCases)
  func back(_ back: Interface.Back) {
    let stage = Stage(width: 640, height: 360)
    stage.films["a"] = Film(seconds: 1000, hasSound: false)
    let player = stage.player(
      [Item(path: "a")], options: Self.options { ($0.back, $0.hidden) = (back, [.title]) })
    stage.advance(by: .seconds(1))
    stage.press("KEY_BACK")
    stage.advance(by: .seconds(1))
    #expect(backs(stage) == (back == .program ? 1 : 0))
    // The arrow is there with the controls, 36 points from both edges.
    stage.tap(x: 0.5, y: 0.5)
    stage.advance(by: .seconds(1))
    let isThere = (20..<30).contains { x in
      stage.screenshot()?.color(x: x, y: 24) ?? 0 > 0x808080
    }
    #expect(isThere == (back == .program))
    stage.tap(x: 36 / 960, y: 36 / 540)
    stage.advance(by: .seconds(1))
    #expect(backs(stage) == (back == .program ? 2 : 0))
    #expect(player.status.phase == .playing && player.status.isPlaying)
  }

  @Test(
    "of a list, back closes what plays, or the program does what it likes",
    arguments: [true, false])
  func backFromList(isProgram: Bool) {
    let stage = Stage(width: 640, height: 360)
    stage.films["a"] = Film(seconds: 1000, hasSound: false)
    let player = stage.player(
      options: Self.options {
        $0.list = [Item(path: "a")]
        if isProgram { $0.back = .program }
      })
    stage.advance(by: .seconds(1))
    stage.press("KEY_OK")
    stage.press("KEY_OK")
    stage.advance(by: .seconds(2))
    #expect(player.status.phase == .playing)
    stage.press("KEY_BACK")
    stage.advance(by: .seconds(1))
    #expect(backs(stage) == 1)
    #expect(player.status.phase == (isProgram ? .playing : .idle))
    player.stop()
    stage.advance(by: .seconds(1))
    #expect(player.status.phase == .idle)
  }

  @Test("a message is shown for its time, with an interface and without", arguments: [true, false])
  func message(hasInterface: Bool) throws {
    let stage = Stage(width: 640, height: 360)
    stage.films["a"] = Film(seconds: 1000, hasSound: false)
    var options = Self.options()
    if !hasInterface { options.interface = nil }
    let player = stage.player([Item(path: "a")], options: options)
    func screen(after time: Duration = .seconds(1)) throws -> [UInt32] {
      stage.advance(by: time)
      let screen = try #require(stage.screenshot())
      return (0..<360).flatMap { y in (0..<640).map { screen.color(x: $0, y: y) } }
    }
    player.show("Before it plays")
    let early = try screen()
    let bare = try screen(after: .seconds(10))
    #expect(early != bare)
    player.show("We close in ten minutes.", title: "Harbour Museum")
    let titled = try screen()
    #expect(titled != bare && titled != early)
    player.show("We close in ten minutes.", for: nil)
    let lasting = try screen()
    #expect(lasting != titled)
    #expect(try screen(after: .seconds(600)) == lasting)
    // More of it makes the card higher, up to its bound.
    let long = String(repeating: "We close in ten minutes. ", count: 8)
    player.show(long, for: nil)
    #expect(try screen().count { $0 != bare[0] } > lasting.count { $0 != bare[0] })
    player.hideMessage()
    #expect(try screen() == bare)
    #expect(player.status.isPlaying)
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
