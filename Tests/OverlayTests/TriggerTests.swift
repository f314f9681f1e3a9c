import Testing
import VitrineGestures
import VitrinePlayback

@testable import VitrineOverlay

@Suite("Keys and codes that start content")
struct TriggerTests {
  private static func user(list: Int = 0, isBare: Bool = false) -> SimulatedUser {
    SimulatedUser(list: list, idle: .after(.seconds(90))) { options in
      options.triggers = ["KEY_F1", "KEY_OK", "4006381"]
      options.isBare = isBare
    }
  }

  @Test(
    "Presses and releases are reported, and the key has no other effect", arguments: [false, true])
  func keys(isBare: Bool) {
    var user = Self.user(isBare: isBare)
    user.hear { $0.play(entry: 1) }
    user.key("KEY_F1", "KEY_OK")
    user.hold("KEY_OK", for: 900)
    #expect(
      user.asked() == [
        "trigger KEY_F1 down", "trigger KEY_F1 up", "trigger KEY_OK down", "trigger KEY_OK up",
        "trigger KEY_OK down", "trigger KEY_OK up",
      ])
    #expect(!user.seesBars)
  }

  @Test("A code is a press and a release, and an unknown one nothing")
  func codes() {
    var user = Self.user()
    user.scan("4006381")
    user.scan("KEY_F2")
    #expect(user.asked() == ["trigger 4006381 down", "trigger 4006381 up"])
  }

  @Test("A sensor that is unplugged releases its key")
  func unplugged() {
    var user = Self.user()
    user.keyDown("KEY_F1")
    user.unplugKey("KEY_F1")
    #expect(user.asked() == ["trigger KEY_F1 down", "trigger KEY_F1 up"])
  }

  @Test("A visitor who presses a button is still there")
  func presence() {
    var user = Self.user(list: 3)
    user.key("KEY_DOWN", "KEY_DOWN")
    user.wait(80_000)
    #expect(user.texts.contains("Still there?"))
    user.key("KEY_F1")
    user.wait(1000)
    #expect(!user.texts.contains("Still there?"))
  }

  @Test("The program's own keys come first")
  func claimed() {
    var user = Self.user()
    var listener = InputListener()
    (listener.isActive, listener.keys) = (true, .only(["KEY_F1"]))
    user.interface.setListener(listener)
    user.key("KEY_F1")
    #expect(user.takeRequests().allSatisfy { if case .trigger = $0 { false } else { true } })
  }
}
