import Testing
import VitrineGestures
import VitrinePictures
import VitrinePlayback
import VitrineScenes
import VitrineTiming

@testable import VitrineOverlay

@Suite("A film plays on its page, beside its description")
struct PageFilmTests {
  /// A visitor on the open page of the first of five films.
  private func visitor(_ size: PixelSize = PixelSize(1920, 1080), idle: IdleTime = .never) throws
    -> SimulatedUser
  {
    var user = SimulatedUser(size, list: 5, attractTimeout: .seconds(60), idle: idle) {
      for index in $0.entries.indices { $0.entries[index].description = "Water." }
    }
    let catalogue = try #require(user.interface.list).catalogue
    user.tap(catalogue.layout.frame(of: 0).center)
    user.wait(1000)
    return user
  }

  private func page(_ user: SimulatedUser) throws -> EntryPage {
    try #require(user.interface.screen.listAnywhere?.catalogue.page)
  }

  /// A visitor who has started the film on its page.
  private func watching(idle: IdleTime = .never) throws -> SimulatedUser {
    var user = try visitor(idle: idle)
    user.tap(try page(user).layout.poster.center)
    let area = user.interface.filmArea
    user.hear {
      $0.play(entry: 1)
      $0.area = area
    }
    user.wait(1000)
    return user
  }

  private func holes(_ user: SimulatedUser) -> [Rect] {
    user.drawings.filter { if case .hole = $0.shape { true } else { false } }.map(\.frame)
  }

  @Test("A tap on the poster plays it there, once the picture is in its place")
  func plays() throws {
    var user = try visitor()
    let place = try page(user).layout.poster
    #expect(user.interface.filmArea == nil)
    user.tap(place.center)
    #expect(user.asked() == ["open 0"])
    #expect(user.interface.filmArea == place.pixels && user.interface.isListShown)
    user.hear { $0.phase = .opening }
    user.wait(1000)
    #expect(holes(user) == [] && user.seesSpinner && user.interface.hidesPicture(at: user.now))
    // Pictures for the whole display are still on screen.
    user.hear { $0.play(entry: 1) }
    #expect(holes(user) == [])
    user.hear { $0.area = place.pixels }
    #expect(holes(user) == [place] && !user.seesSpinner)
    #expect(user.texts.contains { $0.contains("Water.") })
    #expect(!user.interface.hidesPicture(at: user.now))
    user.hear { $0.isPaused = true }
    #expect(user.icons.contains(.play) && user.icons.contains(.expand))
  }

  @Test(
    "Another tap, or the button, shows it on the whole display without opening it again",
    arguments: [true, false])
  func grows(byButton: Bool) throws {
    var user = try watching()
    _ = user.asked()
    let layout = try page(user).layout
    user.tap(byButton ? layout.play.center : layout.poster.center)
    #expect(user.asked() == [] && user.interface.filmArea == nil)
    // The page stays until the picture has grown.
    #expect(holes(user) == [layout.poster])
    user.hear { ($0.area, $0.phase) = (nil, .buffering) }
    #expect(holes(user) == [layout.poster])
    user.hear { $0.phase = .playing }
    #expect(user.drawings.isEmpty && !user.interface.isListShown)
  }

  @Test("Back returns from the whole display to the page, where the film continues; again ends it")
  func returns() throws {
    var user = try watching()
    let place = try page(user).layout.poster
    user.tap(place.center)
    user.hear { $0.area = nil }
    user.wait(1000)
    _ = user.asked()
    user.drag(from: Point(600, 100), to: Point(600, 900))
    user.wait(400)
    #expect(user.asked() == [] && user.interface.filmArea == place.pixels)
    user.hear { $0.area = place.pixels }
    #expect(holes(user) == [place])
    user.key("KEY_BACK")
    user.wait(1000)
    #expect(user.asked() == ["leave"] && user.interface.filmArea == nil)
    #expect(user.interface.isListShown && holes(user) == [])
  }

  @Test("The poster covers the film while a finger pulls the page")
  func pulled() throws {
    var user = try watching()
    _ = user.asked()
    user.pull(from: Point(1400, 100), to: Point(1400, 240))
    #expect(holes(user) == [] && user.interface.hidesPicture(at: user.now))
    user.lift()
    user.wait(1000)
    #expect(holes(user).count == 1 && user.asked() == [])
    user.drag(from: Point(1400, 100), to: Point(1400, 900))
    user.wait(1000)
    #expect(user.asked() == ["leave"])
  }

  @Test("The poster returns at the end, and after a failure", arguments: [true, false])
  func ends(isFailure: Bool) throws {
    var user = try watching()
    _ = user.asked()
    let failure = PlaybackError(.source, "no such file", exitStatus: .noInput)
    user.hear { ($0.phase, $0.entry) = (isFailure ? .failed(failure) : .ended, nil) }
    user.wait(100)
    #expect(user.asked() == ["leave"] && holes(user) == [])
    let film = try page(user).film
    #expect(film == nil)
  }

  @Test("Play and pause keys control the film on its page")
  func keys() throws {
    var user = try watching()
    _ = user.asked()
    user.key("KEY_PLAYPAUSE", "KEY_PAUSE", "KEY_PLAY")
    #expect(user.asked() == ["toggle", "pause", "play"])
    user.key("KEY_RIGHT", "KEY_OK")
    #expect(user.asked() == [] && !user.interface.isListShown)
  }

  @Test("A new list without the entry ends its film")
  func removed() throws {
    var user = try watching()
    _ = user.asked()
    user.interface.exchange([CatalogueEntry(id: 9, title: "Other")], title: nil)
    user.wait(100)
    #expect(user.asked() == ["leave"])
    #expect(user.interface.filmArea == nil)
  }

  @Test("A film that an operator starts takes the whole display")
  func replaced() throws {
    var user = try watching()
    user.interface.record(.edit(.begin([])), at: user.now)
    user.hear { $0.play(entry: 2) }
    #expect(!user.interface.isListShown && user.interface.filmArea == nil && holes(user) == [])
  }

  @Test("The idle return ends a film that was paused, and no other")
  func left() throws {
    var user = try watching(idle: .after(.seconds(60)))
    _ = user.asked()
    user.wait(.seconds(300))
    #expect(user.asked() == [])
    user.hear { $0.isPaused = true }
    user.wait(.seconds(70))
    let asked = user.asked()
    #expect(asked.first == "leave" && asked.last == "attract" && user.interface.filmArea == nil)
  }

  @Test("A stop by the operator brings the poster and the attract loop back")
  func stopped() throws {
    var user = try watching()
    _ = user.asked()
    user.interface.record(.stop, at: user.now)
    user.hear { ($0.phase, $0.entry) = (.idle, nil) }
    let film = try page(user).film
    #expect(film == nil && user.interface.filmArea == nil && !user.interface.isMoving(at: user.now))
    user.wait(.seconds(70))
    #expect(user.asked() == ["attract"])
  }

  @Test("A double tap shows the film on the whole display, and leaves no spinner on the page")
  func doubleTap() throws {
    var user = try visitor()
    user.tap(try page(user).layout.poster.center)
    user.hear { $0.phase = .opening }
    user.wait(1000)
    user.tap(try page(user).layout.poster.center)
    #expect(user.interface.filmArea == nil && !user.interface.isListShown)
    user.hear { $0.play(entry: 1) }
    user.hear { ($0.phase, $0.entry) = (.ended, nil) }
    user.wait(1000)
    #expect(user.interface.isListShown && !user.seesSpinner)
    #expect(!user.interface.isMoving(at: user.now))
  }

  @Test("A film that takes long to grow shows the spinner of the whole display")
  func slowGrowth() throws {
    var user = try watching()
    user.tap(try page(user).layout.poster.center)
    user.hear { ($0.area, $0.phase) = (nil, .buffering) }
    user.wait(100)
    #expect(holes(user).count == 1)
    user.wait(1000)
    #expect(holes(user) == [] && user.seesSpinner)
  }

  @Test("Another film that replaces it takes the whole display, and Back does not lead to the page")
  func trigger() throws {
    var user = try watching()
    _ = user.asked()
    user.hear { $0.play(entry: 2) }
    #expect(!user.interface.isListShown && user.interface.filmArea == nil)
    user.key("KEY_BACK")
    #expect(user.asked() == ["leave"])
  }

  @Test("An override over the whole display does not shrink to the film's page")
  func override() throws {
    var user = try watching()
    user.tap(try page(user).layout.poster.center)
    user.hear { $0.area = nil }
    user.hear { ($0.entry, $0.duration, $0.isEndless) = (7, nil, true) }
    user.wait(1000)
    _ = user.asked()
    user.key("KEY_BACK")
    #expect(user.asked() == ["leave"])
  }

  @Test("The description stays where the visitor has scrolled it while the film plays")
  func reading() throws {
    var user = SimulatedUser(PixelSize(800, 480), list: 2) {
      $0.entries[0].description = String(repeating: "Water and wind. ", count: 120)
    }
    user.tap(try #require(user.interface.list).catalogue.layout.frame(of: 0).center)
    user.wait(1000)
    user.tap(try page(user).layout.poster.center)
    user.key("KEY_DOWN")
    user.wait(1000)
    let place = try page(user).scroll.state(at: user.now).place
    #expect(place > 0)
    // Ten seconds: the film will be continued here.
    user.hear { $0.play(entry: 1) }
    user.hear { $0.position = MediaTime(61, 1) }
    let after = try page(user).scroll.state(at: user.now).place
    #expect(after == place)
  }

  @Test("The place follows the display's size and the direction of reading")
  func place() throws {
    var user = try watching()
    let before = user.interface.filmArea
    user.setMetrics(PixelSize(1080, 1920))
    #expect(user.interface.filmArea == (try page(user).layout.poster.pixels))
    #expect(user.interface.filmArea != before)
    user.setMetrics(PixelSize(1920, 1080))
    user.interface.setWording(InterfaceLanguage.ar.wording)
    _ = user.interface.setLanguage(.ar)
    let place = try page(user).layout.poster
    #expect(user.interface.filmArea?.right == Int(1920 - place.x))
  }
}
