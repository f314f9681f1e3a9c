import Testing
import VitrineGestures
import VitrinePictures
import VitrinePlayback
import VitrineTiming

@testable import VitrineOverlay

@Suite("A display that is off")
struct InterfaceSleepTests {
  private func dark(isWaking: Bool, list: Int = 0) -> SimulatedUser {
    var user = SimulatedUser.watching(list: list)
    user.interface.options.isWaking = isWaking
    user.hear { $0.isDisplayOn = false }
    _ = user.asked()
    return user
  }

  @Test("nothing that is not seen is acted on", arguments: [0, 3])
  func unseen(list: Int) throws {
    var user = dark(isWaking: false, list: list)
    user.tap(user.place(.middle))
    user.wait(1000)
    user.tap(user.place(.right), times: 3)
    user.drag(from: user.place(.left), to: user.place(.right))
    user.key("KEY_OK", "KEY_RIGHT", "KEY_VOLUMEUP", "KEY_MENU")
    user.wait(1000)
    #expect(user.asked() == [] && !user.seesBars)
    user.hear { $0.isDisplayOn = true }
    user.wait(5000)
    #expect(user.asked() == [] && !user.seesBars)
  }

  @Test("the power key of the remote switches it on all the same")
  func powerKey() {
    var user = dark(isWaking: false)
    user.key("KEY_POWER")
    #expect(user.asked() == ["display toggle"])
  }

  @Test("the touch that wakes does nothing else, not even when it is lifted in the light")
  func waking() {
    var user = dark(isWaking: true)
    user.touch(user.place(.right))
    user.wait(20)
    #expect(user.asked() == ["display wake"])
    user.wait(300)
    user.hear { $0.isDisplayOn = true }
    user.touch(user.place(.left))
    user.lift()
    user.wait(2000)
    #expect(user.asked() == [] && !user.seesBars)
    user.wait(1000)
    user.tap(user.place(.middle))
    #expect(user.asked() == ["display wake"] && user.seesBars)
  }

  @Test("the key that wakes does nothing else")
  func wakingKey() {
    var user = dark(isWaking: true)
    user.keyDown("KEY_OK")
    user.hear { $0.isDisplayOn = true }
    user.wait(800)
    user.keyUp("KEY_OK")
    #expect(user.asked() == ["display wake"])
    user.key("KEY_OK")
    #expect(user.asked() == ["toggle"])
  }

  @Test("a visitor who goes on using it wakes it once in a second at most")
  func using() {
    var user = dark(isWaking: true)
    user.hear { $0.isDisplayOn = true }
    for _ in 0..<10 {
      user.tap(user.place(.middle))
      user.wait(340)
    }
    #expect(user.asked().filter { $0 == "display wake" }.count == 4)
  }

  @Test("what lies on the glass when it goes off does not wake it, and the next finger does")
  func dirt() {
    var user = SimulatedUser.watching()
    user.interface.options.isWaking = true
    user.touch(user.place(.left))
    user.wait(5000)
    user.hear { $0.isDisplayOn = false }
    _ = user.asked()
    for step in 0..<30 {
      user.touch(user.place(.left) + Point(Double(step % 3), 0))
      if step == 15 { user.setMetrics(PixelSize(1080, 1920)) }
      user.wait(100)
    }
    #expect(user.asked() == [])
    user.lift()
    user.touch(user.place(.left))
    user.wait(20)
    #expect(user.asked() == ["display wake"])
  }

  @Test("dirt that shakes keeps nothing awake")
  func shaking() {
    var user = SimulatedUser.watching()
    user.interface.options.isWaking = true
    user.touch(user.place(.left))
    user.wait(3000)
    _ = user.asked()
    for step in 0..<300 {
      user.touch(user.place(.left) + Point(Double(step % 3), 0))
      user.wait(100)
    }
    #expect(user.asked() == [])
  }

  @Test("ghost contacts, palms and storms are no visitors", arguments: [1, 4, 8])
  func ghosts(contacts: Int) {
    var user = dark(isWaking: true)
    let places = (0..<contacts).map { (($0), Point(100 + 90 * Double($0), 300)) }
    for _ in 0..<20 {
      user.touch(Dictionary(uniqueKeysWithValues: places))
      user.wait(contacts == 1 ? 5 : 200)
      user.lift()
      user.wait(500)
    }
    #expect(user.asked() == [])
  }

  @Test("the key that switches it off is down until it is up, on two devices as well")
  func powerKeyTwice() {
    var user = SimulatedUser.watching()
    user.keyDown("KEY_POWER")
    user.hear { $0.isDisplayOn = false }
    user.keyDown("KEY_POWER")
    user.keyUp("KEY_POWER")
    #expect(user.asked() == ["display toggle"])
  }

  @Test("what a hand was about when it went off is undone")
  func caught() throws {
    var user = SimulatedUser.watching()
    user.tap(user.place(.middle))
    user.pull(from: try user.onSlider(0.2), to: try user.onSlider(0.7))
    user.keyDown("KEY_VOLUMEUP")
    _ = user.asked()
    user.hear { $0.isDisplayOn = false }
    #expect(user.asked().contains("scrub-end") && user.interface.scrubbing == nil)
    user.wait(3000)
    user.lift()
    user.keyUp("KEY_VOLUMEUP")
    let later = user.asked()
    user.wait(3000)
    #expect(user.asked() == [] && user.interface.scrubbing == nil, "\(later)")
    #expect(!user.interface.repeater.isBusy)
  }
}

extension KeyRepeater {
  fileprivate var isBusy: Bool { deadline != nil }
}
