import Testing
import VitrineScenes
import VitrineTiming

@testable import VitrineOverlay

@Suite("Reduced motion")
struct ReducedMotionTests {
  private static func user(reduced: Bool) -> SimulatedUser {
    var theme = Theme()
    theme.reducesMotion = reduced
    var user = SimulatedUser(list: 60, theme: theme) {
      for id in $0.entries.indices { $0.entries[id].description = "Text." }
    }
    user.key("KEY_DOWN")
    user.wait(2000)
    return user
  }

  /// Whether the display looks the same 20 ms and a second after the last key.
  private func isStill(_ user: SimulatedUser) -> Bool {
    var user = user
    user.wait(20)
    let first = user.drawings
    user.wait(1000)
    return first == user.drawings
  }

  @Test("Keys scroll at once, and pages open and close at once", arguments: [true, false])
  func gallery(reduced: Bool) {
    var user = Self.user(reduced: reduced)
    for _ in 0..<5 { user.keyDown("KEY_DOWN") }
    for _ in 0..<6 {
      user.keyUp("KEY_DOWN")
      user.keyDown("KEY_DOWN")
    }
    user.keyUp("KEY_DOWN")
    #expect(isStill(user) == reduced)
    user.wait(3000)
    user.key("KEY_OK")
    #expect(isStill(user) == reduced)
    user.wait(1000)
    user.keyDown("KEY_BACK")
    #expect(isStill(user) == reduced)
  }
}
