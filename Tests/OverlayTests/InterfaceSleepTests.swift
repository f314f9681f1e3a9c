import Gestures
import Pictures
import Playback
import Testing
import Timing

@testable import Overlay

@Suite("A display that is off")
struct InterfaceSleepTests {
  private func dark(isWaking: Bool, list: Int = 0) -> Guest {
    var guest = Guest.watching(list: list)
    guest.interface.options.isWaking = isWaking
    guest.hear { $0.isDisplayOn = false }
    _ = guest.asked()
    return guest
  }

  @Test("nobody acts on what they do not see", arguments: [0, 3])
  func unseen(list: Int) throws {
    var guest = dark(isWaking: false, list: list)
    guest.tap(guest.place(.middle))
    guest.wait(1000)
    guest.tap(guest.place(.right), times: 3)
    guest.drag(from: guest.place(.left), to: guest.place(.right))
    guest.key("KEY_OK", "KEY_RIGHT", "KEY_VOLUMEUP", "KEY_MENU")
    guest.wait(1000)
    #expect(guest.asked() == [] && !guest.seesBars)
    guest.hear { $0.isDisplayOn = true }
    guest.wait(5000)
    #expect(guest.asked() == [] && !guest.seesBars)
  }

  @Test("the key of the remote turns it on all the same")
  func powerKey() {
    var guest = dark(isWaking: false)
    guest.key("KEY_POWER")
    #expect(guest.asked() == ["display toggle"])
  }

  @Test("the touch that wakes does nothing else, not even when it is lifted in the light")
  func waking() {
    var guest = dark(isWaking: true)
    guest.touch(guest.place(.right))
    guest.wait(20)
    #expect(guest.asked() == ["display wake"])
    guest.wait(300)
    guest.hear { $0.isDisplayOn = true }
    guest.touch(guest.place(.left))
    guest.lift()
    guest.wait(2000)
    #expect(guest.asked() == [] && !guest.seesBars)
    guest.wait(1000)
    guest.tap(guest.place(.middle))
    #expect(guest.asked() == ["display wake"] && guest.seesBars)
  }

  @Test("the key that wakes does nothing else")
  func wakingKey() {
    var guest = dark(isWaking: true)
    guest.keyDown("KEY_OK")
    guest.hear { $0.isDisplayOn = true }
    guest.wait(800)
    guest.keyUp("KEY_OK")
    #expect(guest.asked() == ["display wake"])
    guest.key("KEY_OK")
    #expect(guest.asked() == ["toggle"])
  }

  @Test("who goes on using it is heard once in a second at most")
  func using() {
    var guest = dark(isWaking: true)
    guest.hear { $0.isDisplayOn = true }
    for _ in 0..<10 {
      guest.tap(guest.place(.middle))
      guest.wait(340)
    }
    #expect(guest.asked().filter { $0 == "display wake" }.count == 4)
  }

  @Test("what lies on the glass when it goes off does not wake it, and the next finger does")
  func dirt() {
    var guest = Guest.watching()
    guest.interface.options.isWaking = true
    guest.touch(guest.place(.left))
    guest.wait(5000)
    guest.hear { $0.isDisplayOn = false }
    _ = guest.asked()
    for step in 0..<30 {
      guest.touch(guest.place(.left) + Point(Double(step % 3), 0))
      if step == 15 { guest.setMetrics(PixelSize(1080, 1920)) }
      guest.wait(100)
    }
    #expect(guest.asked() == [])
    guest.lift()
    guest.touch(guest.place(.left))
    guest.wait(20)
    #expect(guest.asked() == ["display wake"])
  }

  @Test("dirt that shakes keeps nothing awake")
  func shaking() {
    var guest = Guest.watching()
    guest.interface.options.isWaking = true
    guest.touch(guest.place(.left))
    guest.wait(3000)
    _ = guest.asked()
    for step in 0..<300 {
      guest.touch(guest.place(.left) + Point(Double(step % 3), 0))
      guest.wait(100)
    }
    #expect(guest.asked() == [])
  }

  @Test("ghosts, palms and storms are nobody", arguments: [1, 4, 8])
  func ghosts(contacts: Int) {
    var guest = dark(isWaking: true)
    let places = (0..<contacts).map { (($0), Point(100 + 90 * Double($0), 300)) }
    for _ in 0..<20 {
      guest.touch(Dictionary(uniqueKeysWithValues: places))
      guest.wait(contacts == 1 ? 5 : 200)
      guest.lift()
      guest.wait(500)
    }
    #expect(guest.asked() == [])
  }

  @Test("the key that turns it off is down until it is up, on two devices as well")
  func powerKeyTwice() {
    var guest = Guest.watching()
    guest.keyDown("KEY_POWER")
    guest.hear { $0.isDisplayOn = false }
    guest.keyDown("KEY_POWER")
    guest.keyUp("KEY_POWER")
    #expect(guest.asked() == ["display toggle"])
  }

  @Test("what a hand was about when it went off is undone")
  func caught() throws {
    var guest = Guest.watching()
    guest.tap(guest.place(.middle))
    guest.pull(from: try guest.onSlider(0.2), to: try guest.onSlider(0.7))
    guest.keyDown("KEY_VOLUMEUP")
    _ = guest.asked()
    guest.hear { $0.isDisplayOn = false }
    #expect(guest.asked().contains("scrub-end") && guest.interface.scrubbing == nil)
    guest.wait(3000)
    guest.lift()
    guest.keyUp("KEY_VOLUMEUP")
    let later = guest.asked()
    guest.wait(3000)
    #expect(guest.asked() == [] && guest.interface.scrubbing == nil, "\(later)")
    #expect(!guest.interface.repeater.isBusy)
  }
}

extension KeyRepeater {
  fileprivate var isBusy: Bool { deadline != nil }
}
