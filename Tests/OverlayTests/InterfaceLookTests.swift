import Pictures
import Playback
import Playlists
import Testing
import Timing

@testable import Overlay

@Suite("What is seen over a video")
struct InterfaceLookTests {
  @Test("The bars come and go softly", arguments: [(0, 0.35), (100, 0.75), (250, 1), (1000, 1)])
  func comes(milliseconds: Int, opacity: Double) {
    var guest = Guest.watching()
    guest.tap(guest.place(.middle))
    #expect(guest.interface.isMoving(at: guest.now))
    guest.wait(milliseconds)
    #expect(guest.drawings.allSatisfy { abs($0.opacity - opacity) < 1e-9 })
    #expect(guest.interface.isMoving(at: guest.now) == (opacity < 1))
  }

  @Test("What goes is gone after 250 ms", arguments: [(0, 1), (50, 0.8), (200, 0.2), (250, 0)])
  func goes(milliseconds: Int, opacity: Double) {
    var guest = Guest.watching()
    guest.tap(guest.place(.middle))
    guest.wait(3000)
    #expect(!guest.seesBars)
    guest.wait(milliseconds)
    #expect(guest.drawings.allSatisfy { abs($0.opacity - opacity) < 1e-9 })
    #expect(guest.drawings.isEmpty == (opacity == 0))
    #expect(guest.interface.isMoving(at: guest.now) == (opacity > 0))
  }

  @Test("A tap in the middle of going turns it round where it is")
  func turnsRound() {
    var guest = Guest.watching()
    guest.tap(guest.place(.middle))
    guest.wait(3000)
    guest.wait(40)
    let before = guest.drawings.map(\.opacity)
    guest.tap(guest.place(.middle))
    let after = guest.drawings.map(\.opacity)
    #expect(zip(before, after).allSatisfy { abs($0 - $1) < 0.5 } && guest.seesBars)
  }

  @Test("At rest nothing moves: an idle screen costs nothing")
  func rests() {
    var guest = Guest.watching(list: 5)
    #expect(guest.drawings.isEmpty && !guest.interface.isMoving(at: guest.now))
    #expect(guest.interface.deadline(guest.now) == nil)
    guest.hear { $0.isPaused = true }
    guest.wait(1000)
    #expect(!guest.interface.isMoving(at: guest.now))
    #expect(guest.interface.deadline(guest.now) == nil)
  }

  @Test(
    "The button in the middle shows what it does",
    arguments: [
      (PlaybackState.Phase.playing, false, Icon.pause), (.playing, true, .play),
      (.idle, false, .play), (.ended, false, .replay),
    ])
  func button(phase: PlaybackState.Phase, isPaused: Bool, icon: Icon) {
    var guest = Guest.watching()
    guest.hear { ($0.phase, $0.isPaused) = (phase, isPaused) }
    guest.tap(guest.place(.left))
    #expect(guest.icons.contains(icon))
  }

  @Test(
    "A spinner comes when pictures are awaited for 300 ms",
    arguments: [PlaybackState.Phase.opening, .buffering])
  func spinner(phase: PlaybackState.Phase) {
    var guest = Guest.watching()
    guest.hear { $0.phase = phase }
    guest.wait(200)
    guest.hear { $0.position = .zero }
    guest.wait(99)
    #expect(!guest.seesSpinner && !guest.interface.isMoving(at: guest.now))
    guest.wait(1)
    #expect(guest.seesSpinner && guest.interface.isMoving(at: guest.now))
    let before = guest.drawings
    guest.wait(16)
    #expect(guest.drawings != before)
    guest.hear { $0.phase = .playing }
    #expect(guest.drawings.isEmpty)
  }

  @Test("While a finger scrubs nothing spins, though pictures are awaited")
  func noSpinner() throws {
    var guest = Guest.watching()
    guest.tap(guest.place(.left))
    guest.wait(400)
    guest.pull(from: try guest.onSlider(0.1), to: try guest.onSlider(0.5))
    guest.hear { ($0.phase, $0.isScrubbing) = (.buffering, true) }
    guest.wait(1000)
    #expect(!guest.seesSpinner)
  }

  @Test("Times and title are those of the item, and the finger's while it scrubs")
  func texts() throws {
    var guest = Guest.watching()
    guest.hear { $0.title = "Tides" }
    guest.tap(guest.place(.left))
    guest.wait(400)
    #expect(Set(guest.texts) == ["Tides", "1:00", "10:00"])
    guest.pull(from: try guest.onSlider(0.1), to: try guest.onSlider(0.5))
    #expect(guest.texts.count { $0 == "5:00" } == 2)
  }

  @Test("The thumbnail is the one for the finger on the slider, of this drag")
  func thumbnail() throws {
    var guest = Guest.watching()
    func shown(_ guest: Guest) -> Bool {
      guest.drawings.contains { if case .picture = $0.shape { true } else { false } }
    }
    guest.pull(from: guest.place(.left), to: guest.place(.middle))
    guest.interface.receiveThumbnail(PictureID("a"), of: .zero)
    #expect(shown(guest))
    guest.lift()
    #expect(!shown(guest))
    guest.interface.receiveThumbnail(PictureID("late"), of: .zero)
    guest.wait(100)
    guest.pull(from: guest.place(.left), to: guest.place(.middle))
    #expect(!shown(guest))
  }

  @Test("A message lies above everything, and goes after 6 s")
  func message() {
    var guest = Guest.watching()
    guest.key("KEY_MENU", "KEY_VOLUMEDOWN", "KEY_AUDIO")
    guest.hearFailure()
    guest.wait(300)
    #expect(guest.texts.last == "holiday.mp4: no such file")
    guest.wait(5699)
    #expect(guest.interface.message.fade.isShown)
    guest.wait(1)
    #expect(!guest.interface.message.fade.isShown)
  }

  @Test("What the theme hides is neither drawn nor touched", arguments: Theme.Part.allCases)
  func hidden(part: Theme.Part) {
    var theme = Theme()
    theme.hidden = [part]
    var (guest, other) = (Guest.watching(list: 2, theme: theme), Guest.watching(list: 2))
    guest.hear { $0.title = "Tides" }
    other.hear { $0.title = "Tides" }
    let before = Control.allCases.filter { other.interface.frame(of: $0) != nil }
    guest.tap(guest.place(.left))
    other.tap(other.place(.left))
    #expect(guest.drawings.count < other.drawings.count)
    for control in before where guest.interface.frame(of: control) == nil {
      let place = other.interface.frame(of: control)?.center ?? Point(0, 0)
      #expect(guest.interface.control(at: place) != control)
    }
    let icon: Icon? =
      switch part {
      case .topBar, .backButton: .back
      case .centerButton: .pause
      case .bottomBar, .orientationButton: .rotate
      case .trackButton: .tracks
      case .title: nil
      }
    if let icon { #expect(!guest.icons.contains(icon) && other.icons.contains(icon)) }
    if part == .title { #expect(!guest.texts.contains("Tides") && other.texts.contains("Tides")) }
  }

  @Test("With all of it hidden a tap brings nothing")
  func allHidden() {
    var theme = Theme()
    theme.hidden = Set(Theme.Part.allCases)
    var guest = Guest.watching(list: 2, theme: theme)
    guest.tap(guest.place(.left))
    #expect(guest.drawings.isEmpty)
    #expect(Control.allCases.allSatisfy { guest.interface.frame(of: $0) == nil })
  }
}
