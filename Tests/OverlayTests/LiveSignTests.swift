import Testing
import VitrineGestures
import VitrinePictures
import VitrinePlayback
import VitrineScenes
import VitrineTiming

@testable import VitrineOverlay

/// The display of a live source, and of one that does not arrive.
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

  @Test("At the live edge, the sign shows it and cannot be touched")
  func live() throws {
    var user = watching(shifted: false)
    #expect(texts(user).contains("LIVE"))
    #expect(user.layout.frame(of: .live) == nil)
    user.tap(try #require(user.layout.liveSign).center)
    #expect(user.asked() == [])
  }

  @Test("A delayed viewer sees the delay and returns by a touch or the arrow keys")
  func left() throws {
    var user = watching(shifted: true)
    #expect(texts(user).contains("LIVE  −1:30"))
    user.tap(try user.middle(of: .live))
    #expect(user.asked() == ["seek 390.0"])
    user.key("KEY_DOWN", "KEY_DOWN", "KEY_DOWN", "KEY_OK")
    #expect(user.asked() == ["seek 390.0"])
  }

  @Test("A message without the technical cause shows after three seconds of waiting")
  func trouble() {
    var user = SimulatedUser.watching()
    user.hear { status in
      status.phase = .buffering
      status.networkError = "cam does not answer"
    }
    user.wait(2900)
    #expect(!texts(user).contains("Waiting for the network"))
    user.wait(100)
    #expect(texts(user).contains("Waiting for the network"))
    #expect(!texts(user).contains { $0.contains("cam does not answer") })
    user.hear { $0.phase = .playing }
    user.wait(500)
    #expect(!texts(user).contains("Waiting for the network"))
  }

  @Test("Waiting without a known cause shows only the spinner")
  func patience() {
    var user = SimulatedUser.watching()
    user.hear { $0.phase = .buffering }
    user.wait(9000)
    #expect(!texts(user).contains("Waiting for the network"))
  }
}

/// The slider over the window of a live source.
struct LiveSliderTests {
  /// A live stream with a seekable window of 400 s, at this delay.
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

  /// The middle of the knob, as a fraction of the slider.
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
    "The knob marks the position, and rests at the end near the live edge despite jitter",
    arguments: [(0, false, 1), (1, false, 1), (100, true, 0.75), (400, true, 0), (900, true, 0)])
  func knob(behind: Int64, isShifted: Bool, share: Double) throws {
    var user = watching()
    user.hear { $0.showLive(behind: behind, isShifted: isShifted) }
    #expect(abs(try knob(user) - share) < 0.002)
    #expect(user.texts.contains("LIVE") == !isShifted)
  }

  @Test("A pause increases the delay")
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

  @Test("A finger selects positions in the window by their delay")
  func drag() throws {
    var user = watching()
    user.pull(from: try user.onSlider(1), to: try user.onSlider(0.5))
    #expect(user.texts.contains("−3:20") && user.texts.contains("LIVE  −3:20"))
    user.lift()
    let asked = user.asked()
    #expect(asked.first == "scrub-begin" && asked.suffix(2) == ["scrub-move 800.0", "scrub-end"])
    #expect(!asked.contains { $0.hasPrefix("thumbnail") })
  }

  @Test("A moving live edge does not move the finger's position, but the end stays live")
  func toTheEnd() throws {
    var user = watching(behind: 200)
    user.pull(from: try user.onSlider(0.5), to: try user.onSlider(0.98))
    #expect(user.texts.contains("LIVE") && user.texts.filter { $0.contains("−") } == [])
    user.hear { $0.showLive(behind: 200, end: 1030) }
    user.lift()
    #expect(user.asked().suffix(2) == ["scrub-move 1030.0", "scrub-end"])
  }

  @Test("An accidental drag returns to its start, even to the live edge")
  func cancelled() throws {
    for (behind, place) in [(200, "800.0"), (0, "1030.0")] as [(Int64, String)] {
      var user = watching(behind: behind)
      user.pull(from: try user.onSlider(0.5), to: try user.onSlider(0.1))
      user.hear { $0.showLive(behind: behind, end: 1030) }
      user.unplugTouchscreen()
      #expect(user.asked().suffix(2) == ["scrub-move \(place)", "scrub-end"])
    }
  }

  @Test("A tap or a digit seeks to that fraction of the window")
  func taps() throws {
    var user = watching()
    user.tap(try user.onSlider(0.25))
    #expect(user.asked() == ["seek 700.0"])
    user.tap(try user.onSlider(0.995))
    #expect(user.asked() == ["seek 1000.0"])
    user.key("KEY_5", "KEY_0")
    #expect(user.asked() == ["seek 800.0", "seek 600.0"])
  }

  @Test("The arrow keys reach the slider and skip there; the live button is below")
  func keys() {
    var user = watching(behind: 100)
    user.key("KEY_UP", "KEY_DOWN", "KEY_LEFT", "KEY_DOWN", "KEY_OK")
    #expect(user.asked() == ["skip -10.0", "seek 1000.0"])
  }

  @Test("Without a window there is no slider")
  func none() {
    var user = watching()
    user.hear { $0.live = LiveProgress(latency: .zero, target: .zero, rate: 1, isShifted: false) }
    #expect(user.layout.frame(of: .slider) == nil)
    user.key("KEY_5")
    #expect(user.asked() == [])
  }
}

extension PlaybackStatus {
  /// Plays a live stream with a window of `window` seconds, at this delay.
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
