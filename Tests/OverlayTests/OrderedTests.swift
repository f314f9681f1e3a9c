import Testing
import VitrineGestures
import VitrinePlayback
import VitrineTiming

@testable import VitrineOverlay

/// Playback started by the program or the operator, over a gallery.
@Suite("A film started by the operator or program")
struct OrderedTests {
  private var isListShown: (SimulatedUser) -> Bool { { $0.interface.screen.list != nil } }

  private func order(_ command: Command, _ user: inout SimulatedUser) {
    user.interface.record(command, at: user.now)
  }

  @Test("The film replaces the gallery once it opens, and the gallery returns after it")
  func played() {
    var user = SimulatedUser(list: 3)
    order(.edit(.begin([])), &user)
    order(.play, &user)
    #expect(isListShown(user))
    user.hear { ($0.phase, $0.entry) = (.opening, 7) }
    #expect(!isListShown(user) && user.asked() == [])
    user.hear { ($0.phase, $0.entry) = (.ended, nil) }
    #expect(isListShown(user) && user.asked() == ["leave"])
  }

  @Test("A queue loaded by the operator shows once it opens, even without a play command")
  func loaded() {
    for isAttracting in [false, true] {
      var user = SimulatedUser(list: 3, attractTimeout: .seconds(30))
      if isAttracting {
        user.wait(31_000)
        user.hear { $0.play(entry: 1) }
      }
      order(.edit(.replace([])), &user)
      user.hear { ($0.phase, $0.entry) = (.opening, 7) }
      #expect(user.interface.screen.place == .chosen)
    }
    var user = SimulatedUser(list: 3)
    user.hear { $0.phase = .ended }
    order(.edit(.append([])), &user)
    user.hear { ($0.phase, $0.entry) = (.opening, 7) }
    #expect(user.interface.screen.place == .chosen)
  }

  @Test("Nothing shows if nothing plays, nor does an item that a visitor has just left")
  func nothing() {
    var user = SimulatedUser(list: 3)
    order(.play, &user)
    user.hear { $0.volume = 0.5 }
    #expect(isListShown(user))
    // Nor does it count as the attract loop later.
    var calm = SimulatedUser(list: 3, attractTimeout: .seconds(30))
    order(.play, &calm)
    calm.wait(31_000)
    calm.hear { $0.play(entry: 1) }
    #expect(calm.interface.screen.place == .attract)
    var leaving = SimulatedUser.watching(list: 3)
    leaving.key("KEY_BACK")
    #expect(isListShown(leaving))
    // It has not stopped yet.
    leaving.hear { $0.position = MediaTime(9, 1) }
    order(.play, &leaving)
    leaving.hear { $0.position = MediaTime(10, 1) }
    #expect(isListShown(leaving))
    leaving.hear { ($0.phase, $0.entry) = (.idle, nil) }
    leaving.hear { ($0.phase, $0.entry) = (.opening, 9) }
    #expect(!isListShown(leaving))
  }

  @Test("A stop by the program returns to the gallery, whoever chose the film")
  func stopped() {
    var user = SimulatedUser.watching(list: 3)
    order(.stop, &user)
    #expect(isListShown(user) && user.asked() == [])
    var plain = SimulatedUser.watching()
    order(.stop, &plain)
    #expect(plain.interface.screen.video != nil)
  }

  @Test("A film that replaces the attract loop is an ordinary film")
  func attracting() {
    var user = SimulatedUser(list: 3, attractTimeout: .seconds(30))
    user.wait(31_000)
    user.hear { $0.play(entry: 1) }
    #expect(user.interface.screen.place == .attract)
    user.hear { $0.play(entry: 2) }
    #expect(user.interface.screen.place == .attract)
    order(.play, &user)
    user.hear { $0.play(entry: 3) }
    #expect(user.interface.screen.place == .chosen)
  }
}
