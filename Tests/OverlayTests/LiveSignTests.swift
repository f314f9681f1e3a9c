import Testing
import VitrineGestures
import VitrinePictures
import VitrinePlayback
import VitrineScenes
import VitrineTiming

@testable import VitrineOverlay

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

/// The slider over the window of a live source.
struct LiveSliderTests {
  /// Of 400 s in which people can go back, so many behind its end.
  private func watching(
    behind: Int64 = 0, isPaused: Bool = false, window: Int64 = 400, list: Int = 0
  ) -> SimulatedUser {
    var user = SimulatedUser.watching(list: list)
    user.hear { $0.showLive(behind: behind, window: window, isPaused: isPaused) }
    user.tap(user.place(.middle))
    user.wait(400)
    _ = user.asked()
    return user
  }

  /// The middle of the knob, as a part of the slider.
  private func knob(_ user: SimulatedUser) throws -> Double {
    let slider = try #require(user.layout.slider)
    let line = slider.inset(-1, 0)
    let knob = try #require(
      user.drawings.last {
        if case .box(Theme().accent, _) = $0.shape {
          $0.frame.width == $0.frame.height && line.contains($0.frame.center)
        } else {
          false
        }
      })
    return (knob.frame.center.x - slider.x) / slider.width
  }

  @Test(
    "the knob is at what plays, and beside what happens at the end, however that trembles",
    arguments: [(0, false, 1), (1, false, 1), (100, true, 0.75), (400, true, 0), (900, true, 0)])
  func knob(behind: Int64, isShifted: Bool, share: Double) throws {
    var user = watching()
    user.hear { $0.showLive(behind: behind, isShifted: isShifted) }
    #expect(abs(try knob(user) - share) < 0.002)
    #expect(user.texts.contains("LIVE") == !isShifted)
  }

  @Test("a pause leaves what happens behind, more and more")
  func pause() throws {
    var user = watching()
    user.hear { $0.showLive(behind: 2, isShifted: false, isPaused: true) }
    #expect(user.texts.contains("LIVE"))
    for behind in [5, 65] as [Int64] {
      user.hear { $0.showLive(behind: behind, isShifted: false, isPaused: true) }
      #expect(user.texts.contains("LIVE  −\(timeText(MediaTime(behind, 1)))"))
    }
    #expect(user.layout.frame(of: .live) != nil)
  }

  @Test("a finger finds the places of the window, by how far behind what happens they are")
  func drag() throws {
    var user = watching()
    user.pull(from: try user.onSlider(1), to: try user.onSlider(0.5))
    #expect(user.texts.contains("−3:20") && user.texts.contains("LIVE  −3:20"))
    user.lift()
    let asked = user.asked()
    #expect(asked.first == "scrub-begin" && asked.suffix(2) == ["scrub-move 800.0", "scrub-end"])
    #expect(!asked.contains { $0.hasPrefix("thumbnail") })
  }

  @Test("what goes on meanwhile does not move the finger's place, and its end is what happens then")
  func toTheEnd() throws {
    var user = watching(behind: 200)
    user.pull(from: try user.onSlider(0.5), to: try user.onSlider(0.98))
    #expect(user.texts.contains("LIVE") && user.texts.filter { $0.contains("−") } == [])
    user.hear { $0.showLive(behind: 200, end: 1030) }
    user.lift()
    #expect(user.asked().suffix(2) == ["scrub-move 1030.0", "scrub-end"])
  }

  @Test("a drag that was not meant goes back to where it was, and be it to what happens")
  func cancelled() throws {
    for (behind, place) in [(200, "800.0"), (0, "1030.0")] as [(Int64, String)] {
      var user = watching(behind: behind)
      user.pull(from: try user.onSlider(0.5), to: try user.onSlider(0.1))
      user.hear { $0.showLive(behind: behind, end: 1030) }
      user.unplugTouchscreen()
      #expect(user.asked().suffix(2) == ["scrub-move \(place)", "scrub-end"])
    }
  }

  @Test("a tap, and a digit, go to that part of the window")
  func taps() throws {
    var user = watching()
    user.tap(try user.onSlider(0.25))
    #expect(user.asked() == ["seek 700.0"])
    user.tap(try user.onSlider(0.995))
    #expect(user.asked() == ["seek 1000.0"])
    user.key("KEY_5", "KEY_0")
    #expect(user.asked() == ["seek 800.0", "seek 600.0"])
  }

  @Test("the arrow keys reach it, and skip there; below it is the way back")
  func keys() {
    var user = watching(behind: 100)
    user.key("KEY_UP", "KEY_DOWN", "KEY_LEFT", "KEY_DOWN", "KEY_OK")
    #expect(user.asked() == ["skip -10.0", "seek 1000.0"])
  }

  @Test("without a window there is no slider")
  func none() {
    var user = watching()
    user.hear { $0.live = LiveProgress(latency: .zero, target: .zero, rate: 1, isShifted: false) }
    #expect(user.layout.frame(of: .slider) == nil)
    user.key("KEY_5")
    #expect(user.asked() == [])
  }
}

extension PlaybackStatus {
  /// Plays something live of which `window` seconds can be gone back in, so many behind its end.
  mutating func showLive(
    behind: Int64, window: Int64 = 400, end: Int64 = 1000, isShifted: Bool? = nil,
    isPaused: Bool = false
  ) {
    duration = nil
    (position, self.isPaused) = (MediaTime(end - behind, 1), isPaused)
    live = LiveProgress(
      latency: MediaTime(12 + behind, 1), target: MediaTime(12, 1), rate: 1,
      isShifted: isShifted ?? (behind > 3),
      window: MediaTime(end - window, 1)...MediaTime(end, 1))
  }
}
