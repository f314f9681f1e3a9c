import Gestures
import Pictures
import Playback
import Testing
import Timing

@testable import Overlay

/// What people see of a live source, and of one that does not come.
struct LiveSignTests {
  private func watching(shifted: Bool) -> SimulatedUser {
    var user = SimulatedUser.watching()
    user.hear { status in
      (status.duration, status.position) = (nil, MediaTime(300, 1))
      status.live = LiveProgress(
        latency: MediaTime(102, 1), target: MediaTime(12, 1), rate: 1, isShifted: shifted)
    }
    user.tap(user.place(.middle))
    user.wait(400)
    _ = user.asked()
    return user
  }

  private func texts(_ user: SimulatedUser) -> [String] {
    user.interface.drawings(at: user.now).compactMap { drawing in
      if case .text(let text) = drawing.shape { text.string } else { nil }
    }
  }

  @Test("beside what happens it says so, and there is nothing to touch")
  func live() throws {
    var user = watching(shifted: false)
    #expect(texts(user).contains("LIVE"))
    #expect(user.layout.frame(of: .live) == nil)
    user.tap(try #require(user.layout.liveSign).center)
    #expect(user.asked() == [])
  }

  @Test("who has left it sees by how much, and comes back by a touch or the arrow keys")
  func left() throws {
    var user = watching(shifted: true)
    #expect(texts(user).contains("LIVE  −1:30"))
    user.tap(try user.middle(of: .live))
    #expect(user.asked() == ["seek 390.0"])
    user.key("KEY_DOWN", "KEY_DOWN", "KEY_DOWN", "KEY_OK")
    #expect(user.asked() == ["seek 390.0"])
  }

  @Test("after three seconds of waiting the cause is shown, and goes when pictures come")
  func trouble() {
    var user = SimulatedUser.watching()
    user.hear { status in
      status.phase = .buffering
      status.trouble = "cam does not answer"
    }
    user.wait(2900)
    #expect(!texts(user).contains("cam does not answer"))
    user.wait(100)
    #expect(texts(user).contains("cam does not answer"))
    #expect(texts(user).contains("Waiting for the picture"))
    user.hear { $0.phase = .playing }
    user.wait(500)
    #expect(!texts(user).contains("cam does not answer"))
  }

  @Test("waiting without a known cause is the spinner alone")
  func patience() {
    var user = SimulatedUser.watching()
    user.hear { $0.phase = .buffering }
    user.wait(9000)
    #expect(!texts(user).contains("Waiting for the picture"))
  }
}
