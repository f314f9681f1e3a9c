import Testing
import VitrineGestures
import VitrinePictures
import VitrinePlayback
import VitrineScenes
import VitrineTiming

@testable import VitrineOverlay

@Suite("An idle display")
struct IdleTests {
  /// A visitor has paused a film without a gallery and left.
  private func gone(_ size: PixelSize = PixelSize(1920, 1080)) -> SimulatedUser {
    var user = SimulatedUser.watching(size, idle: .after(.seconds(90)))
    user.tap(user.place(.middle), times: 2)
    user.hear { $0.isPaused = true }
    _ = user.asked()
    return user
  }

  private func seconds(_ user: SimulatedUser) -> Int? {
    let countdown = user.interface.presence.countdown
    return countdown.isShown ? countdown.seconds : nil
  }

  @Test("A paused film resumes after the idle time, with a countdown of twenty seconds")
  func goesOn() {
    var user = gone()
    user.wait(69_900)
    #expect(seconds(user) == nil && user.asked() == [])
    for second in 0..<20 {
      user.wait(second == 0 ? 200 : 1000)
      #expect(seconds(user) == 20 - second)
      #expect(user.texts.contains("\(20 - second)") && user.texts.contains("Still there?"))
    }
    #expect(user.asked() == [])
    user.wait(1000)
    #expect(user.asked() == ["play"])
    user.hear { $0.isPaused = false }
    user.wait(1000)
    #expect(user.drawings.isEmpty && user.interface.deadline(user.now) == nil)
    user.wait(1_000_000)
    #expect(user.asked() == [])
  }

  @Test("The countdown draws twenty pictures, and none between its seconds")
  func calm() {
    var user = gone()
    user.wait(70_000)
    user.wait(500)
    for _ in 0..<19 {
      let before = user.drawings
      user.wait(400)
      #expect(user.drawings == before)
      user.wait(600)
      #expect(user.drawings != before)
    }
  }

  @Test(
    "Input during the countdown only ends it",
    arguments: ["tap", "double", "drag", "slider", "long", "two", "hold"])
  func stays(kind: String) throws {
    var user = gone()
    user.wait(85_000)
    #expect(seconds(user) != nil)
    let before = user.status
    switch kind {
    case "tap": user.tap(user.place(.middle))
    case "double": user.tap(user.place(.middle), times: 2)
    case "drag": user.drag(from: user.place(.left), to: user.place(.right))
    case "slider": user.drag(from: try user.onSlider(0.2), to: try user.onSlider(0.8))
    case "two":
      user.touch(user.place(.left), user.place(.right))
      user.wait(60)
      user.lift()
    case "long":
      user.touch(user.place(.left))
      user.wait(900)
      user.lift()
    default:
      user.touch(user.place(.left))
      user.wait(20_000)
    }
    // The second of two taps is separate.
    if kind != "double" { #expect(user.asked() == []) }
    #expect(seconds(user) == nil && user.interface.menu == nil && user.interface.scrubbing == nil)
    #expect(user.status.isPaused == before.isPaused && user.seesBars)
    user.lift()
    user.wait(69_000 - (kind == "hold" ? 20_000 : 1000))
    #expect(seconds(user) == nil)
    user.wait(23_000)
    #expect(user.asked().contains("play"))
  }

  @Test(
    "A key only ends the countdown, even when held", arguments: ["KEY_OK", "KEY_RIGHT", "KEY_MENU"])
  func staysByKey(name: String) {
    var user = gone()
    user.wait(85_000)
    user.hold(name, for: 2000)
    #expect(user.asked() == [] && seconds(user) == nil && user.interface.menu == nil)
    // Lifting it also counts as use.
    user.wait(69_000)
    #expect(seconds(user) == nil)
    user.wait(22_000)
    #expect(user.asked() == ["play"])
  }

  @Test("A ghost touch, a palm and an unassigned key do not", arguments: [1, 6])
  func ghosts(contacts: Int) {
    var user = gone()
    user.wait(85_000)
    let places = (0..<contacts).map { ($0, Point(90.0 * Double($0), 300)) }
    user.touch(Dictionary(uniqueKeysWithValues: places))
    user.wait(contacts == 1 ? 5 : 300)
    user.lift()
    user.key("KEY_NO_SUCH")
    #expect(seconds(user) != nil)
    user.wait(5000)
    #expect(user.asked() == ["play"])
  }

  @Test("One tap in the countdown extends the time, as often as the visitor likes")
  func extends() {
    var user = gone()
    for _ in 0..<12 {
      user.wait(88_000)
      #expect(seconds(user) != nil)
      user.tap(user.place(.middle))
      user.wait(500)
      #expect(seconds(user) == nil && user.asked() == [])
    }
    user.wait(90_000)
    #expect(user.asked() == ["play"])
  }

  @Test("Each finger, key or command restarts the idle time")
  func use() {
    var user = gone()
    for _ in 0..<3 {
      user.wait(70_000)
      user.tap(user.place(.middle))
      user.wait(70_000)
      user.key("KEY_INFO")
      user.wait(70_000)
      user.interface.record(.skip(by: MediaTime(1, 1)), at: user.now)
    }
    #expect(user.asked() == [])
    user.wait(90_000)
    #expect(user.asked() == ["play"])
  }

  @Test("A command ends the countdown, but an automatic queue change does not")
  func command() {
    var user = gone()
    user.wait(85_000)
    user.interface.record(.edit(.clear), at: user.now)
    #expect(seconds(user) != nil)
    user.interface.record(.setVolume(0.5), at: user.now)
    #expect(seconds(user) == nil)
    user.hear { $0.volume = 0.5 }
    user.wait(90_000)
    // The volume is now the operator's.
    #expect(user.asked() == ["play"])
  }

  @Test("A film that resumes automatically needs no countdown")
  func otherwise() {
    var user = gone()
    user.wait(85_000)
    user.hear { $0.isPaused = false }
    user.wait(300)
    #expect(seconds(user) == nil && user.interface.deadline(user.now) != nil)
    user.wait(100_000)
    #expect(user.asked() == [] && user.interface.deadline(user.now) == nil)
  }

  @Test(
    "The idle time is 90 s with a touchscreen and can be never",
    arguments: [
      (.automatic, false, nil), (.automatic, true, 90), (.never, true, nil),
      (.after(.seconds(20)), false, 20), (IdleTime(.zero), true, nil),
      (IdleTime(.seconds(-1)), true, nil),
    ] as [(IdleTime, Bool, Int?)])
  func times(idle: IdleTime, hasTouch: Bool, expected: Int?) {
    var user = SimulatedUser.watching(idle: idle)
    if hasTouch { user.interface.recordTouchscreen(at: user.now) }
    user.key("KEY_PAUSE")
    user.hear { $0.isPaused = true }
    _ = user.asked()
    let start = user.now
    user.wait(expected.map { $0 * 1000 - 200 } ?? 1_000_000)
    #expect(user.asked() == [])
    user.wait(400)
    #expect(user.asked() == (expected == nil ? [] : ["play"]), "since \(start)")
  }

  @Test("A new idle time applies at once")
  func changed() {
    var user = gone()
    user.interface.setIdle(.never, at: user.now)
    user.wait(1_000_000)
    #expect(user.asked() == [])
    user.interface.setIdle(.after(.seconds(10)), at: user.now)
    user.wait(9900)
    #expect(user.asked() == [] && seconds(user) == 1)
    user.wait(200)
    #expect(user.asked() == ["play"])
  }

  @Test(
    "Extremely long and short idle times do not trap", arguments: [1, Int64.max / 1_000_000_000])
  func odd(seconds: Int64) {
    var user = SimulatedUser.watching(idle: IdleTime(.seconds(seconds)))
    user.key("KEY_PAUSE")
    user.hear { $0.isPaused = true }
    user.wait(2000)
    #expect(user.interface.deadline(user.now) != nil || seconds == 1)
  }

  @Test(
    "Nothing of a visitor remains: no menu, focus, bars or finger on the slider")
  func leftovers() throws {
    var user = SimulatedUser.watching(idle: .after(.seconds(5)))
    user.key("KEY_UP", "KEY_UP")
    user.pull(from: try user.onSlider(0.2), to: try user.onSlider(0.7))
    user.hear { $0.isScrubbing = true }
    _ = user.asked()
    user.wait(5100)
    let asked = user.asked()
    #expect(asked.last == "scrub-end" && asked.count { $0 == "scrub-end" } == 1)
    user.hear { $0.isScrubbing = false }
    user.wait(1000)
    #expect(user.interface.scrubbing == nil && user.drawings.isEmpty)
    user.lift()
    user.wait(1000)
    #expect(user.asked() == [] && user.interface.screen.video?.focus == nil)
  }

  @Test("A finger resting on the slider keeps renewing its scrub")
  func resting() throws {
    var user = SimulatedUser.watching()
    user.pull(from: try user.onSlider(0.2), to: try user.onSlider(0.7))
    user.hear { $0.isScrubbing = true }
    let place = user.asked().last { $0.hasPrefix("scrub-move") }
    for _ in 0..<120 {
      user.wait(1000)
      user.hear { $0.isScrubbing = true }
    }
    let moves = user.asked().filter { $0.hasPrefix("scrub") }
    #expect((3...5).contains(moves.count) && moves.allSatisfy { $0 == place }, "\(moves)")
    user.lift()
    #expect(user.asked().last == "scrub-end")
  }

  @Test("A finger lost with its touchscreen leaves a playing film")
  func lost() throws {
    var user = SimulatedUser.watching(idle: .after(.seconds(90)))
    user.pull(from: try user.onSlider(0.2), to: try user.onSlider(0.7))
    user.hear { $0.isScrubbing = true }
    user.unplugTouchscreen()
    #expect(user.asked().last == "scrub-end")
    user.hear { $0.isScrubbing = false }
    user.wait(1_000_000)
    #expect(user.asked() == [])
  }

  @Test("The idle time is suspended while the display is off, and restarts with it")
  func dark() {
    var user = gone()
    user.wait(60_000)
    user.hear { $0.isDisplayOn = false }
    user.wait(1_000_000)
    #expect(user.asked() == [])
    user.hear { $0.isDisplayOn = true }
    user.wait(89_900)
    #expect(user.asked() == [])
    user.wait(200)
    #expect(user.asked() == ["play"])
  }

  @Test("The bars, the countdown and the subtitles each have their own place")
  func room() throws {
    for size in [PixelSize(1920, 1080), PixelSize(1080, 1920), PixelSize(800, 480)] {
      var user = gone(size)
      let bars = try #require(user.interface.roomForSubtitles(at: user.now))
      user.wait(85_000)
      let slider = try #require(user.layout.slider)
      let room = try #require(user.interface.roomForSubtitles(at: user.now))
      #expect(room.bottom < bars.bottom && room.width == user.screen.width)
      let cards = user.drawings.filter {
        if case .outline = $0.shape { $0.frame.y > user.screen.height / 2 } else { false }
      }
      let card = try #require(cards.last)
      #expect(card.frame.bottom <= slider.y && card.frame.y >= room.bottom)
      #expect(card.frame.x >= 0 && card.frame.right <= user.screen.right)
    }
  }
}

@Suite("An idle display with a gallery")
struct IdleListTests {
  private func watching(
    list: Int = 50, attractTimeout: Duration? = nil, _ change: (inout PlaybackStatus) -> Void
  ) -> SimulatedUser {
    var user = SimulatedUser.watching(
      list: list, attractTimeout: attractTimeout, idle: .after(.seconds(90)))
    user.tap(user.place(.middle))
    user.hear(change)
    _ = user.asked()
    return user
  }

  @Test("A paused film returns to the beginning of the gallery")
  func pausedFilm() throws {
    var user = watching { ($0.isPaused, $0.volume) = (true, 0.2) }
    user.wait(89_900)
    #expect(user.asked() == [] && !user.interface.isListShown)
    user.wait(200)
    #expect(user.asked() == ["leave", "volume 1.0"])
    let list = try #require(user.interface.list)
    #expect(list.catalogue.isAtStart)
  }

  @Test("A paused film gives way to the attract loop if that is due")
  func attract() {
    var user = watching(attractTimeout: .seconds(60)) { ($0.isPaused, $0.rate) = (true, 2) }
    user.wait(90_100)
    #expect(user.asked() == ["leave", "rate 1.0", "attract"])
    #expect(user.interface.isAttracting)
  }

  @Test("A playing film continues to its end with the visitor's choices")
  func watched() {
    var user = watching { ($0.choices.subtitle, $0.rate) = (.index(2), 2) }
    user.wait(600_000)
    #expect(user.asked() == [] && user.interface.deadline(user.now) == nil)
    user.hear { ($0.phase, $0.entry) = (.ended, nil) }
    #expect(user.asked() == ["leave"])
    user.wait(89_900)
    #expect(user.asked() == [])
    user.wait(200)
    #expect(user.asked() == ["rate 1.0", "tracks"])
  }

  @Test("A gallery that was scrolled, filtered or navigated returns to its beginning")
  func list() throws {
    for kind in ["moved", "key"] {
      var user = SimulatedUser(list: 50, idle: .after(.seconds(30)))
      if kind == "moved" {
        user.drag(from: Point(500, 900), to: Point(500, 300))
      } else {
        user.key("KEY_DOWN", "KEY_DOWN")
      }
      user.wait(14_000)
      #expect(!user.texts.contains("Still there?"))
      user.wait(5000)
      #expect(user.texts.contains("Still there?"))
      user.wait(12_000)
      #expect(try #require(user.interface.list).catalogue.isAtStart && user.asked() == [])
      user.wait(1000)
      #expect(user.interface.deadline(user.now) == nil && !user.texts.contains("Still there?"))
    }
  }

  @Test("The seconds before the attract loop are counted down, and a touch only ends that")
  func attractCountdown() throws {
    var user = SimulatedUser(list: 50, attractTimeout: .seconds(60))
    user.wait(55_000)
    #expect(user.texts.contains("Still there?"))
    user.tap(Point(400, 400))
    user.wait(1000)
    #expect(user.asked() == [] && !user.texts.contains("Still there?"))
    user.wait(55_000)
    user.key("KEY_OK")
    #expect(user.asked() == [])
    user.wait(60_000)
    #expect(user.asked() == ["attract"])
  }

  @Test("The attract loop starts with the configured settings")
  func attractSettings() {
    var user = SimulatedUser(list: 5, attractTimeout: .seconds(60), idle: .after(.seconds(90)))
    user.key("KEY_VOLUMEDOWN")
    user.hear { $0.volume = 0.95 }
    _ = user.asked()
    user.wait(61_000)
    #expect(user.asked() == ["volume 1.0", "attract"])
  }
}
