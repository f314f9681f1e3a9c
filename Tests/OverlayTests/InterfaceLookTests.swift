import Testing
import VitrinePictures
import VitrinePlayback
import VitrinePlaylists
import VitrineScenes
import VitrineTiming

@testable import VitrineOverlay

@Suite("The interface over a video")
struct InterfaceLookTests {
  @Test("The bars fade in", arguments: [(0, 0.35), (100, 0.75), (250, 1), (1000, 1)])
  func comes(milliseconds: Int, opacity: Double) {
    var user = SimulatedUser.watching()
    user.tap(user.place(.middle))
    #expect(user.interface.isMoving(at: user.now))
    user.wait(milliseconds)
    #expect(user.drawings.allSatisfy { abs($0.opacity - opacity) < 1e-9 })
    #expect(user.interface.isMoving(at: user.now) == (opacity < 1))
  }

  @Test(
    "A hidden element is gone after 250 ms", arguments: [(0, 1), (50, 0.8), (200, 0.2), (250, 0)])
  func goes(milliseconds: Int, opacity: Double) {
    var user = SimulatedUser.watching()
    user.tap(user.place(.middle))
    user.wait(3000)
    #expect(!user.seesBars)
    user.wait(milliseconds)
    #expect(user.drawings.allSatisfy { abs($0.opacity - opacity) < 1e-9 })
    #expect(user.drawings.isEmpty == (opacity == 0))
    #expect(user.interface.isMoving(at: user.now) == (opacity > 0))
  }

  @Test("A tap during a fade-out reverses it from its current state")
  func reverses() {
    var user = SimulatedUser.watching()
    user.tap(user.place(.middle))
    user.wait(3000)
    user.wait(40)
    let before = user.drawings.map(\.opacity)
    user.tap(user.place(.middle))
    let after = user.drawings.map(\.opacity)
    #expect(zip(before, after).allSatisfy { abs($0 - $1) < 0.5 } && user.seesBars)
  }

  @Test("An idle screen requests no frames")
  func rests() {
    var user = SimulatedUser.watching(list: 5)
    #expect(user.drawings.isEmpty && !user.interface.isMoving(at: user.now))
    #expect(user.interface.deadline(user.now) == nil)
    user.hear { $0.isPaused = true }
    user.wait(1000)
    #expect(!user.interface.isMoving(at: user.now))
    #expect(user.interface.deadline(user.now) == nil)
  }

  @Test(
    "The button in the middle shows its action",
    arguments: [
      (PlaybackState.Phase.playing, false, Icon.pause), (.playing, true, .play),
      (.idle, false, .play), (.ended, false, .replay),
    ])
  func button(phase: PlaybackState.Phase, isPaused: Bool, icon: Icon) {
    var user = SimulatedUser.watching()
    user.hear { ($0.phase, $0.isPaused) = (phase, isPaused) }
    user.tap(user.place(.left))
    #expect(user.icons.contains(icon))
  }

  @Test(
    "A spinner appears after waiting 300 ms for frames",
    arguments: [PlaybackState.Phase.opening, .buffering])
  func spinner(phase: PlaybackState.Phase) {
    var user = SimulatedUser.watching()
    user.hear { $0.phase = phase }
    user.wait(200)
    user.hear { $0.position = .zero }
    user.wait(99)
    #expect(!user.seesSpinner && !user.interface.isMoving(at: user.now))
    user.wait(1)
    #expect(user.seesSpinner && user.interface.isMoving(at: user.now))
    let before = user.drawings
    user.wait(16)
    #expect(user.drawings != before)
    user.hear { $0.phase = .playing }
    #expect(user.drawings.isEmpty)
  }

  @Test("No spinner appears during a scrub, even while waiting for frames")
  func noSpinner() throws {
    var user = SimulatedUser.watching()
    user.tap(user.place(.left))
    user.wait(400)
    user.pull(from: try user.onSlider(0.1), to: try user.onSlider(0.5))
    user.hear { ($0.phase, $0.isScrubbing) = (.buffering, true) }
    user.wait(1000)
    #expect(!user.seesSpinner)
  }

  @Test("Times and title are the item's, and the finger's during a scrub")
  func texts() throws {
    var user = SimulatedUser.watching()
    user.hear { $0.title = "Tides" }
    user.tap(user.place(.left))
    user.wait(400)
    #expect(Set(user.texts) == ["Tides", "1:00", "10:00", "10"])
    user.pull(from: try user.onSlider(0.1), to: try user.onSlider(0.5))
    #expect(user.texts.count { $0 == "5:00" } == 2)
  }

  @Test("The thumbnail matches the finger's position in the current drag")
  func thumbnail() throws {
    var user = SimulatedUser.watching()
    func shown(_ user: SimulatedUser) -> Bool {
      user.drawings.contains { if case .picture = $0.shape { true } else { false } }
    }
    user.pull(from: user.place(.left), to: user.place(.middle))
    user.interface.receiveThumbnail(PictureID("a"), of: .zero)
    #expect(shown(user))
    user.lift()
    #expect(!shown(user))
    user.interface.receiveThumbnail(PictureID("late"), of: .zero)
    user.wait(100)
    user.pull(from: user.place(.left), to: user.place(.middle))
    #expect(!shown(user))
  }

  @Test("A message covers everything and disappears after 6 s")
  func message() {
    var user = SimulatedUser.watching()
    user.key("KEY_MENU", "KEY_VOLUMEDOWN", "KEY_AUDIO")
    user.hearFailure()
    user.wait(300)
    #expect(user.texts.last == "holiday.mp4")
    user.wait(5699)
    #expect(user.interface.context.message.isShown)
    user.wait(1)
    #expect(!user.interface.context.message.isShown)
  }

  @Test(
    "Controls that the theme hides are neither drawn nor touchable", arguments: Theme.Part.allCases)
  func hidden(part: Theme.Part) {
    var theme = Theme()
    theme.hidden = [part]
    var (user, other) = (
      SimulatedUser.watching(list: 2, theme: theme), SimulatedUser.watching(list: 2)
    )
    for change in [{ $0.title = "Tides" }, { $0.haveEverything() }]
      as [(inout PlaybackStatus) -> Void]
    {
      user.hear(change)
      other.hear(change)
    }
    // The gallery has pages and a search.
    if [.detailPage, .search].contains(part) { return }
    // Only the menu shows the speeds.
    if part == .speed {
      user.key("KEY_MENU")
      other.key("KEY_MENU")
      #expect(!user.texts.contains { $0.contains("Speed") })
      #expect(other.texts.contains { $0.contains("Speed") })
      return
    }
    let before = Control.allCases.filter { other.layout.frame(of: $0) != nil }
    user.tap(user.place(.left))
    other.tap(other.place(.left))
    #expect(user.drawings.count < other.drawings.count)
    for control in before where user.layout.frame(of: control) == nil {
      let place = other.layout.frame(of: control)?.center ?? Point(0, 0)
      #expect(user.layout.control(at: place) != control)
    }
    let icon: Icon? =
      switch part {
      case .topBar, .backButton: .back
      case .centerButton: .pause
      case .bottomBar, .orientationButton: .portrait
      case .skipButtons: .advance
      case .itemButtons: .next
      case .subtitleButton: .tracks
      case .volumeButton: .volume
      case .trackButton: .settings
      case .title, .descriptionButton, .detailPage, .search, .speed, .chapters: nil
      }
    if let icon { #expect(!user.icons.contains(icon) && other.icons.contains(icon)) }
    if part == .title { #expect(!user.texts.contains("Tides") && other.texts.contains("Tides")) }
  }

  @Test("With every control hidden, a tap shows nothing")
  func allHidden() {
    var theme = Theme()
    theme.hidden = Set(Theme.Part.allCases)
    var user = SimulatedUser.watching(list: 2, theme: theme)
    user.tap(user.place(.left))
    #expect(user.drawings.isEmpty)
    #expect(Control.allCases.allSatisfy { user.layout.frame(of: $0) == nil })
  }
}
