import Testing
import VitrineKit
import VitrineTesting

/// Picture, controls and tracks, as `ComingFromAVPlayer.md` maps them.
@Suite("Coming from AVPlayer: appearance")
struct FamiliarAppearanceTests {
  private let stage = Stage(width: 640, height: 360)

  private func player(_ items: [Item], _ change: (inout Interface) -> Void = { _ in }) -> Player {
    for item in items { stage.films[item.location] = Film(seconds: 100, hasSound: false) }
    var options = PlayerOptions()
    var interface = Interface()
    change(&interface)
    (options.interface, options.staysOpen) = (interface, true)
    let isList = interface.gallery != nil
    let player = stage.player(isList ? [] : items, options: options)
    stage.advance(by: .seconds(1))
    return player
  }

  private func screen() throws -> Screenshot { try #require(stage.screenshot()) }

  @Test("The content mode and the rotation apply")
  func gravity() throws {
    let player = player([Item(path: "a")])
    #expect(player.status.fit == .contain && player.status.rotation == .none)
    for fit in Fit.allCases {
      player.setFit(fit)
      stage.advance(by: .milliseconds(100))
      #expect(player.status.fit == fit)
    }
    player.setRotation(.clockwise)
    stage.advance(by: .milliseconds(100))
    #expect(player.status.rotation == .clockwise)
  }

  @Test("Parts of the controls can be hidden and shown at any time")
  func hidden() throws {
    let player = player([Item(path: "a")]) { $0.hiddenParts = [.bottomBar] }
    stage.tap(x: 0.5, y: 0.3)
    stage.advance(by: .seconds(1))
    #expect(try !stage.hasBar())
    player.setHidden(.bottomBar, false)
    stage.advance(by: .milliseconds(500))
    #expect(try stage.hasBar())
    player.setHidden(.bottomBar, true)
    stage.advance(by: .milliseconds(500))
    #expect(try !stage.hasBar())
  }

  @Test("A film's cover shows until its first frame and does not count as a frame")
  func cover() throws {
    var item = Item(path: "slow")
    item.placeholder = "cover"
    var film = Film(seconds: 4, hasSound: false)
    (film.openingTime, film.color) = (.seconds(3), 0x0000C0)
    stage.films = ["slow": film, "cover": .picture(0xFF00FF)]
    var options = PlayerOptions()
    (options.interface, options.staysOpen) = (nil, true)
    let player = stage.player([item], options: options)
    stage.advance(by: .seconds(2))
    #expect(try screen().color(x: 320, y: 180) == 0xFF00FF)
    #expect(player.status.phase == .opening && player.status.framesShown == 0)
    stage.advance(by: .seconds(5))
    #expect(try screen().color(x: 320, y: 180) == 0x0000C0)
    stage.advance(by: .seconds(10))
    #expect(player.status.framesShown == 100)
  }

  @Test("The program shows and hides the bars, for as long as it wants")
  func controls() throws {
    let player = player([Item(path: "a")]) { $0.controlsTimeout = .seconds(20) }
    #expect(try !stage.hasBar())
    player.showControls()
    stage.advance(by: .seconds(19))
    #expect(try stage.hasBar())
    stage.advance(by: .seconds(2))
    #expect(try !stage.hasBar())
    player.showControls()
    stage.advance(by: .seconds(1))
    player.hideControls()
    stage.advance(by: .seconds(1))
    #expect(try !stage.hasBar())
    player.pause()
    stage.advance(by: .seconds(1))
    player.hideControls()
    stage.advance(by: .seconds(1))
    #expect(try stage.hasBar(), "the bars stay during a pause")
  }

  @Test("A film from the gallery plays full screen, and the back key returns to the gallery")
  func fullScreen() throws {
    var items = [Item(path: "a"), Item(path: "b")]
    (items[0].title, items[1].title) = ("The Sea", "The Fire")
    let player = player(items) { ($0.gallery, $0.galleryTitle) = (items, "Films") }
    #expect(player.status.phase == .idle)
    let list = try screen().color(x: 600, y: 340)
    stage.press("KEY_OK")
    stage.advance(by: .milliseconds(500))
    stage.press("KEY_OK")
    stage.advance(by: .seconds(6))
    #expect(player.status.item?.location == "a" && player.status.title == "The Sea")
    #expect(try screen().color(x: 600, y: 340) != list)
    stage.press("KEY_BACK")
    stage.advance(by: .seconds(2))
    #expect(player.status.phase == .idle)
    #expect(stage.events.contains { if case .galleryShown = $0.event { true } else { false } })
    #expect(try screen().color(x: 600, y: 340) == list)
  }

  @Test("The program's drawing is over the film and receives its touches")
  func overlay() async throws {
    let player = player([Item(path: "a")])
    var inputs = player.inputs.makeAsyncIterator()
    player.draw { canvas in
      let sign = Rect(x: 20, y: 20, width: 200, height: 100)
      canvas.box(sign, Color(0xFF0000))
      canvas.hitArea("sign", sign)
    }
    stage.advance(by: .milliseconds(500))
    #expect(try screen().color(x: 40, y: 40) == 0xFF0000)
    stage.tap(x: 0.1, y: 0.15)
    stage.advance(by: .seconds(1))
    #expect(await inputs.next()?.tappedArea == "sign")
    player.setDrawing(nil)
    stage.advance(by: .milliseconds(500))
    #expect(try screen().color(x: 40, y: 40) != 0xFF0000)
  }

  @Test("Audio and subtitles are chosen by language or automatically")
  func tracks() {
    var film = Film(seconds: 20)
    (film.audioLanguages, film.subtitleLanguages) = (["en", "de"], ["en", "fr"])
    stage.films["a"] = film
    var options = PlayerOptions()
    (options.interface, options.audioLanguages, options.subtitleLanguages) = (nil, ["de"], ["fr"])
    let player = stage.player([Item(path: "a")], options: options)
    func selected() -> [String] {
      stage.advance(by: .seconds(1))
      return player.status.selectedTracks.compactMap(\.language)
    }
    #expect(selected() == ["de", "fr"])
    player.select(.audio, .language("en"))
    player.select(.subtitle, .off)
    #expect(selected() == ["en"])
    let english = player.status.tracks.first { $0.kind == .subtitle && $0.language == "en" }
    if let english { player.select(.subtitle, .track(english.id)) }
    #expect(selected() == ["en", "en"])
  }
}
