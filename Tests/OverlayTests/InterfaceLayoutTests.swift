import Testing
import VitrineGestures
import VitrinePictures
import VitrinePlayback
import VitrineScenes
import VitrineTiming

@testable import VitrineOverlay

/// A display: its size, and its pixels per millimetre if it reports them.
struct Display: Hashable, Sendable, CustomTestStringConvertible {
  let size: PixelSize
  let density: Double?

  init(_ width: Int, _ height: Int, inches: Double? = nil) {
    size = PixelSize(width, height)
    let diagonal = (Double(width * width) + Double(height * height)).squareRoot()
    density = inches.map { diagonal / ($0 * 25.4) }
  }

  var testDescription: String { "\(size.width)x\(size.height) \(density ?? 0)" }

  static let all: [Display] = [
    Display(800, 480), Display(1920, 1080), Display(1080, 1920), Display(3840, 2160),
    Display(480, 800), Display(800, 480, inches: 4.3), Display(800, 480, inches: 7),
    Display(480, 800, inches: 4.3), Display(1024, 600, inches: 7), Display(1280, 800, inches: 10.1),
    Display(1920, 1080, inches: 15.6), Display(1920, 1080, inches: 24),
    Display(1080, 1920, inches: 32), Display(3840, 2160, inches: 55),
    Display(3840, 2160, inches: 15.6), Display(1920, 1080, inches: 5.5),
  ]
}

@Suite("The layout on displays of all kinds")
struct InterfaceLayoutTests {
  /// A film, or a delayed live stream.
  private func watching(
    _ display: Display, isLive: Bool = false, window: Int64? = nil
  ) -> SimulatedUser {
    var user = SimulatedUser.watching(
      display.size, pixelsPerMillimetre: display.density, list: 3)
    user.hear { $0.haveEverything() }
    if let window { user.hear { $0.showLive(behind: window / 2, window: window, end: 90_000) } }
    guard isLive else { return user }
    user.hear { status in
      status.duration = nil
      status.live = LiveProgress(
        latency: MediaTime(7200, 1), target: MediaTime(12, 1), rate: 1, isShifted: true)
    }
    return user
  }

  /// The controls of either on this display: all of them, or those that every display has room for.
  private func controls(_ user: SimulatedUser, isLive: Bool) -> [Control] {
    let possible = Control.allCases.filter { control in
      switch control {
      case .slider, .skipBackward, .skipForward: !isLive
      case .live: isLive
      default: true
      }
    }
    let controls = possible.filter { user.layout.frame(of: $0) != nil }
    let needed: [Control] = [.back, .playPause, .tracks, .rotate, isLive ? .live : .slider]
    let metrics = user.interface.context.metrics
    let isRoomy = Double(min(metrics.size.width, metrics.size.height)) >= metrics.points(500)
    for control in isRoomy ? possible : needed {
      #expect(controls.contains(control), "\(control)")
    }
    return controls
  }

  @Test(
    "The back button is at the start of the reading direction, and its arrow points there",
    arguments: Display.all
  )
  func wayBack(display: Display) throws {
    for (word, isMirrored) in [("Subtitles", false), ("الترجمة", true)] {
      var user = watching(display)
      user.interface.options.wording.subtitles = word
      user.tap(Point(user.layout.screen.center.x, user.layout.screen.height * 0.3))
      let back = try #require(user.layout.back)
      let title = try #require(user.layout.title)
      let isAtRight = back.center.x > user.layout.screen.center.x
      #expect(isAtRight == isMirrored && (title.center.x < back.center.x) == isMirrored)
      #expect(title.x >= 0 && title.right <= user.layout.screen.right)
      #expect(user.icons.contains(isMirrored ? .backMirrored : .back))
      #expect(!user.icons.contains(isMirrored ? .back : .backMirrored))
    }
  }

  @Test("Every touch target is as large as a finger", arguments: Display.all, [false, true])
  func finger(display: Display, isLive: Bool) throws {
    let user = watching(display, isLive: isLive)
    for control in controls(user, isLive: isLive) {
      let frame = try #require(user.layout.frame(of: control))
      let least = (display.density ?? 0) * 9 - 1e-6
      #expect(frame.height >= least, "\(control)")
      #expect(frame.width >= least, "\(control)")
    }
    #expect(user.layout.rowHeight >= (display.density ?? 0) * 9)
  }

  @Test(
    "No two controls or texts overlap or leave the screen",
    arguments: Display.all, [600, 36_000])
  func apart(display: Display, seconds: Int64) throws {
    var user = watching(display)
    user.hear { $0.duration = MediaTime(seconds, 1) }
    let layout = user.layout
    var frames = controls(user, isLive: false).compactMap { user.layout.frame(of: $0) }
    frames += [layout.playedTime, layout.totalTime] + [layout.title].compactMap(\.self)
    checkApart(frames, user)
  }

  @Test("No two controls of a live stream overlap", arguments: Display.all)
  func liveApart(display: Display) {
    let user = watching(display, isLive: true)
    let frames = controls(user, isLive: true).compactMap { user.layout.frame(of: $0) }
    checkApart(frames + [user.layout.title].compactMap(\.self), user)
  }

  @Test(
    "A live stream with a window has separate, finger-sized targets",
    arguments: Display.all, [60, 36_000] as [Int64])
  func windowApart(display: Display, window: Int64) throws {
    var user = watching(display, window: window)
    let controls = Control.allCases.filter { user.layout.frame(of: $0) != nil }
    let frames = controls.compactMap { user.layout.frame(of: $0) }
    #expect(controls.contains(.live) && controls.contains(.slider))
    checkApart(frames + [user.layout.title].compactMap(\.self), user)
    let least = (display.density ?? 0) * 9 - 1e-6
    #expect(frames.allSatisfy { $0.height >= least && $0.width >= least })
    user.tap(user.place(.left))
    expectOnScreen(user)
    for control in controls {
      let (screen, context) = (user.interface.screen, user.interface.context)
      let place = try user.middle(of: control)
      #expect(screen.region(at: place, sequence: nil, context) == .control(control))
    }
    user.pull(from: try user.onSlider(0.5), to: try user.onSlider(0.02))
    expectOnScreen(user)
  }

  private func checkApart(_ frames: [Rect], _ user: SimulatedUser) {
    for (index, frame) in frames.enumerated() {
      #expect(frame.x >= 0 && frame.y >= 0, "\(frame)")
      #expect(frame.right <= user.screen.right && frame.bottom <= user.screen.bottom, "\(frame)")
      #expect(frame.width > 0 && frame.height > 0)
      for other in frames.dropFirst(index + 1) {
        #expect(frame.intersection(other.inset(0.01, 0.01)) == nil, "\(frame) and \(other)")
      }
    }
  }

  @Test("A finger reaches each control at its centre", arguments: Display.all, [false, true])
  func reach(display: Display, isLive: Bool) throws {
    var user = watching(display, isLive: isLive)
    user.tap(user.place(.left))
    for control in controls(user, isLive: isLive) {
      let place = try user.middle(of: control)
      let (screen, context) = (user.interface.screen, user.interface.context)
      #expect(screen.region(at: place, sequence: nil, context) == .control(control))
    }
  }

  @Test("Nothing is drawn outside the screen", arguments: Display.all)
  func onScreen(display: Display) throws {
    var user = watching(display)
    user.key("KEY_UP", "KEY_DOWN")
    expectOnScreen(user)
    for part in [0.0, 1.0] {
      user.pull(from: try user.onSlider(0.5), to: try user.onSlider(part))
      expectOnScreen(user)
      user.interface.receiveThumbnail(PictureID("a"), of: .zero)
      expectOnScreen(user)
      user.lift()
      user.wait(400)
    }
    user.key("KEY_RIGHT", "KEY_AUDIO", "KEY_VOLUMEDOWN")
    expectOnScreen(user)
    user.key("KEY_LEFT")
    user.hearFailure()
    expectOnScreen(user)
    user.key("KEY_OK", "KEY_STOP")
    #expect(user.interface.isListShown)
  }

  private func expectOnScreen(_ user: SimulatedUser) {
    #expect(!user.drawings.isEmpty)
    for drawing in user.drawings {
      let extent = drawing.extent
      let isInside =
        extent.x >= -0.01 && extent.y >= -0.01 && extent.right <= user.screen.right + 0.01
        && extent.bottom <= user.screen.bottom + 0.01
      #expect(isInside, "\(drawing)")
    }
  }
}
