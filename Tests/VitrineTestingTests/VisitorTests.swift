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

  @Test(
    "A tap in the middle shows the controls, another one pauses, and the controls hide themselves")
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

  @Test("A key performs its action")
  func key() {
    let stage = Stage(width: 640, height: 360)
    stage.films["a"] = Film(seconds: 100, hasSound: false)
    let player = stage.player(
      [Item(path: "a")], options: Self.options { $0.keyBindings["KEY_RED"] = "mute" })
    stage.advance(by: .seconds(1))
    stage.press("KEY_RED")
    stage.advance(by: .milliseconds(100))
    #expect(player.status.isMuted)
    stage.press("KEY_PLAYPAUSE")
    stage.advance(by: .milliseconds(100))
    #expect(player.status.isPaused)
  }

  @Test("The attract loop plays the whole list, and a touch returns to the gallery")
  func attract() {
    let stage = Stage(width: 640, height: 360)
    let items = [Item(path: "a"), Item(path: "b")]
    stage.films = ["a": Film(seconds: 5, hasSound: false), "b": Film(seconds: 5, hasSound: false)]
    let player = stage.player(
      options: Self.options {
        $0.gallery = items
        $0.attractTimeout = .seconds(30)
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
    #expect(lists(stage) == 1 && backs(stage) == 0)
    // The program's film does not resume as that one did.
    player.play(items[0])
    stage.advance(by: .seconds(20))
    #expect(player.status.phase == .idle || player.status.phase == .ended)
    #expect(lists(stage) == 2 && player.queue.loop == .none)
  }

  @Test("A list that changes during the attract loop keeps playing")
  func attractChanged() {
    let stage = Stage(width: 640, height: 360)
    let items = ["a", "b"].map { Item(path: $0) }
    stage.films = ["a": Film(seconds: 5, hasSound: false), "b": Film(seconds: 5, hasSound: false)]
    let player = stage.player(
      options: Self.options { ($0.gallery, $0.attractTimeout) = ([items[0]], .seconds(30)) })
    stage.advance(by: .seconds(32))
    #expect(player.status.item?.location == "a")
    player.setGallery(items)
    stage.advance(by: .seconds(60))
    #expect(player.status.isPlaying && player.queue.loop == .queue)
    #expect(player.queue.entries.count == 2)
  }

  @Test("The program's loop mode applies again after a visitor's film")
  func loop() {
    let stage = Stage(width: 640, height: 360)
    stage.films = ["a": Film(seconds: 5, hasSound: false), "b": Film(seconds: 5, hasSound: false)]
    var options = Self.options { $0.gallery = [Item(path: "a")] }
    options.loop = .queue
    let player = stage.player(options: options)
    stage.advance(by: .seconds(1))
    stage.press("KEY_OK")
    stage.press("KEY_OK")
    stage.advance(by: .seconds(20))
    #expect(player.status.phase != .playing)
    player.play(Item(path: "b"))
    stage.advance(by: .seconds(18))
    #expect(player.status.item?.location == "b" && player.status.isPlaying)
  }

  @Test(
    "Bars requested with a film show over the film, not over the gallery", arguments: [true, false])
  func controlsOverAwaited(isEarly: Bool) throws {
    let stage = Stage(width: 640, height: 360)
    stage.films["a"] = Film(seconds: 1000, hasSound: false)
    let player = stage.player(options: Self.options { $0.gallery = [Item(path: "a")] })
    if !isEarly { stage.advance(by: .seconds(1)) }
    player.play(Item(path: "a"))
    player.showControls()
    stage.advance(by: .seconds(1))
    #expect(try stage.hasBar())
    stage.advance(by: .seconds(5))
    #expect(try !stage.hasBar() && player.status.isPlaying)
  }

  @Test("Bars stay while a finger is on one of their buttons")
  func pressed() throws {
    let stage = Stage(width: 640, height: 360)
    stage.films["a"] = Film(seconds: 1000, hasSound: false)
    let player = stage.player([Item(path: "a")], options: Self.options())
    stage.advance(by: .seconds(1))
    let bare = stage.screenshot()?.color(x: 320, y: 180)
    player.showControls()
    stage.advance(by: .milliseconds(500))
    stage.touch(x: 0.5, y: 0.5)
    stage.advance(by: .milliseconds(200))
    player.hideControls()
    stage.advance(by: .milliseconds(200))
    #expect(stage.screenshot()?.color(x: 320, y: 180) != bare)
    stage.liftFinger()
    stage.advance(by: .seconds(1))
    #expect(player.status.isPaused)
  }

  /// A film without an interface except for the program's area "all", which covers the screen.
  private static func touchedEverywhere(_ stage: Stage) -> Player {
    stage.films["a"] = Film(seconds: 1000, hasSound: false)
    var options = options()
    options.interface = nil
    let player = stage.player([Item(path: "a")], options: options)
    player.draw { canvas in canvas.hitArea("all", Rect(x: 0, y: 0, width: 9999, height: 9999)) }
    return player
  }

  @Test("A touch on a message does not reach below it, and a touch beside it does")
  func messageAbove() async throws {
    let stage = Stage(width: 640, height: 360)
    let player = Self.touchedEverywhere(stage)
    var inputs = player.inputs.makeAsyncIterator()
    player.showMessage("Out of order", for: nil)
    stage.advance(by: .seconds(1))
    stage.tap(x: 0.5, y: 0.5)
    stage.advance(by: .seconds(1))
    stage.tap(x: 0.05, y: 0.05)
    stage.advance(by: .seconds(1))
    player.hideMessage()
    stage.advance(by: .seconds(1))
    stage.tap(x: 0.5, y: 0.5)
    stage.advance(by: .seconds(1))
    player.close()
    stage.advance(by: .seconds(1))
    var places: [Double] = []
    while let input = await inputs.next() {
      if input.tappedArea == "all", case .tap(let touch, _) = input {
        places.append(touch.location.x)
      }
    }
    #expect(places.count == 2 && places[0] < 100 && places[1] > 100, "\(places)")
  }

  @Test("A gallery set without a title keeps its title")
  func title() throws {
    let stage = Stage(width: 640, height: 360)
    let items = [Item(path: "a"), Item(path: "b")]
    let player = stage.player(
      options: Self.options { ($0.gallery, $0.galleryTitle) = ([items[0]], "Harbour Museum") })
    func head() throws -> [UInt32] {
      stage.advance(by: .seconds(1))
      let screen = try #require(stage.screenshot())
      return (0..<40).flatMap { y in (0..<320).map { screen.color(x: $0, y: y) } }
    }
    let first = try head()
    player.setGallery(items)
    #expect(try head() == first)
    player.setGallery(items, title: "Hafenmuseum")
    let second = try head()
    #expect(second != first)
    player.setGallery([items[1]])
    #expect(try head() == second)
  }

  @Test("Waiting for an item is not reported as a departure, and nothing plays automatically")
  func waiting() {
    let stage = Stage(width: 640, height: 360)
    let player = stage.player(options: Self.options { $0.idleTimeout = .seconds(30) })
    stage.advance(by: .seconds(10))
    player.append(Item(path: "a"))
    stage.advance(by: .seconds(100))
    #expect(player.status.phase == .idle)
    #expect(!stage.events.contains { if case .visitorLeft = $0.event { true } else { false } })
  }

  @Test("Without an interface, a tap on a custom area is reported at any time")
  func idleAlone() async throws {
    let stage = Stage(width: 640, height: 360)
    let player = Self.touchedEverywhere(stage)
    player.setIdleTimeout(.seconds(20))
    var inputs = player.inputs.makeAsyncIterator()
    stage.advance(by: .seconds(1))
    for pause in [15, 15, 30] {
      stage.tap(x: 0.5, y: 0.5)
      stage.advance(by: .seconds(pause))
    }
    player.close()
    stage.advance(by: .seconds(1))
    var taps = 0
    while let input = await inputs.next() { taps += input.tappedArea == "all" ? 1 : 0 }
    #expect(taps == 3)
  }

  private func lists(_ stage: Stage) -> Int {
    stage.events.count { if case .galleryShown = $0.event { true } else { false } }
  }

  private func backs(_ stage: Stage) -> Int {
    stage.events.count { if case .backPressed = $0.event { true } else { false } }
  }

  @Test(
    "The back button shows the gallery, performs a custom action or does nothing",
    arguments: Interface.BackAction.allCases)
  func back(_ back: Interface.BackAction) {
    let stage = Stage(width: 640, height: 360)
    stage.films["a"] = Film(seconds: 1000, hasSound: false)
    let player = stage.player(
      [Item(path: "a")],
      options: Self.options { ($0.backAction, $0.hiddenParts) = (back, [.title]) })
    stage.advance(by: .seconds(1))
    stage.press("KEY_BACK")
    stage.advance(by: .seconds(1))
    #expect(backs(stage) == (back == .program ? 1 : 0))
    // The arrow shows with the controls, 36 points from both edges.
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
    "In a gallery, back closes the current film, or performs the program's action",
    arguments: [true, false])
  func backFromList(isProgram: Bool) {
    let stage = Stage(width: 640, height: 360)
    stage.films["a"] = Film(seconds: 1000, hasSound: false)
    let player = stage.player(
      options: Self.options {
        $0.gallery = [Item(path: "a")]
        if isProgram { $0.backAction = .program }
      })
    stage.advance(by: .seconds(1))
    stage.press("KEY_OK")
    stage.press("KEY_OK")
    stage.advance(by: .seconds(2))
    #expect(player.status.phase == .playing)
    stage.press("KEY_BACK")
    stage.advance(by: .seconds(1))
    #expect(backs(stage) == (isProgram ? 1 : 0) && lists(stage) == (isProgram ? 0 : 1))
    #expect(player.status.phase == (isProgram ? .playing : .idle))
    player.stop()
    stage.advance(by: .seconds(1))
    #expect(player.status.phase == .idle)
  }

  @Test("A message shows for its duration, with or without an interface", arguments: [true, false])
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
    player.showMessage("Before it plays")
    let early = try screen()
    let bare = try screen(after: .seconds(10))
    #expect(early != bare)
    player.showMessage("We close in ten minutes.", title: "Harbour Museum")
    let titled = try screen()
    #expect(titled != bare && titled != early)
    player.showMessage("We close in ten minutes.", for: nil)
    let lasting = try screen()
    #expect(lasting != titled)
    #expect(try screen(after: .seconds(100)) == lasting)
    // More text makes the card higher, up to its limit.
    let long = String(repeating: "We close in ten minutes. ", count: 8)
    player.showMessage(long, for: nil)
    #expect(try screen().count { $0 != bare[0] } > lasting.count { $0 != bare[0] })
    player.hideMessage()
    #expect(try screen() == bare)
    #expect(player.status.isPlaying)
  }

  @Test("Without an interface, nothing can be touched")
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
