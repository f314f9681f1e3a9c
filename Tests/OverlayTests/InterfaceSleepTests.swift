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

  @Test("Input on invisible elements does nothing", arguments: [0, 3])
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

  @Test("The remote's power key still turns the display on")
  func powerKey() {
    var user = dark(isWaking: false)
    user.key("KEY_POWER")
    #expect(user.asked() == ["display toggle"])
  }

  @Test("The touch that wakes the display does nothing else, even when lifted afterwards")
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

  @Test("The key that wakes the display does nothing else")
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

  @Test("Continued use wakes the display at most once a second")
  func using() {
    var user = dark(isWaking: true)
    user.hear { $0.isDisplayOn = true }
    for _ in 0..<10 {
      user.tap(user.place(.middle))
      user.wait(340)
    }
    #expect(user.asked().filter { $0 == "display wake" }.count == 4)
  }

  @Test("A contact present at switch-off does not wake the display, but the next finger does")
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

  @Test("A jittering contact does not keep the display awake")
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

  @Test("Ghost contacts, palms and storms of touches are not visitors", arguments: [1, 4, 8])
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

  @Test("The key that turns the display off is down until released, even on two devices")
  func powerKeyTwice() {
    var user = SimulatedUser.watching()
    user.keyDown("KEY_POWER")
    user.hear { $0.isDisplayOn = false }
    user.keyDown("KEY_POWER")
    user.keyUp("KEY_POWER")
    #expect(user.asked() == ["display toggle"])
  }

  @Test("An unfinished gesture is undone when the display turns off")
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
