import Testing
import VitrineKit
import VitrineTesting

/// Gestures on the built-in controls, as `ComingFromAVPlayer.md` maps them.
@Suite("Coming from AVPlayer: gestures")
struct FamiliarTouchesTests {
  private let stage = Stage(width: 640, height: 360)

  private func player(ignoring ignored: Set<Interface.Gesture> = []) -> Player {
    var film = Film(seconds: 100, hasSound: false)
    film.subtitleLanguages = ["en", "de"]
    stage.films["a"] = film
    var options = PlayerOptions()
    var interface = Interface()
    (interface.disabledGestures, interface.backAction) = (ignored, .program)
    options.interface = interface
    let player = stage.player([Item(path: "a")], options: options)
    stage.advance(by: .seconds(20))
    return player
  }

  private func doubleTap(x: Double) {
    for _ in 0..<2 {
      stage.tap(x: x, y: 0.4)
      stage.advance(by: .milliseconds(150))
    }
    stage.advance(by: .milliseconds(850))
  }

  /// From one point to another, in half a second.
  private func drag(from start: (Double, Double), to end: (Double, Double)) {
    stage.touch(x: start.0, y: start.1)
    for step in 1...10 {
      stage.advance(by: .milliseconds(50))
      let part = Double(step) / 10
      stage.moveFinger(
        x: start.0 + part * (end.0 - start.0), y: start.1 + part * (end.1 - start.1))
    }
  }

  @Test("A double tap skips ten seconds at a side and pauses in the middle")
  func doubleTaps() {
    let player = player()
    let before = player.status.position
    doubleTap(x: 0.9)
    #expect(player.status.position > before + .seconds(10))
    doubleTap(x: 0.1)
    let after = player.status.position
    #expect(after > before && after < before + .seconds(4), "\(before) \(after)")
    doubleTap(x: 0.5)
    #expect(player.status.isPaused)
  }

  @Test("A drag across the picture seeks, and playback continues from there")
  func across() {
    let player = player()
    let before = player.status.position
    drag(from: (0.3, 0.4), to: (0.6, 0.4))
    #expect(player.status.isScrubbing)
    stage.liftFinger()
    stage.advance(by: .seconds(1))
    #expect(player.status.isPlaying)
    #expect(player.status.position > before + .seconds(20), "\(player.status.position)")
  }

  @Test("A drag on the slider seeks, too")
  func slider() {
    let player = player()
    stage.tap(x: 0.5, y: 0.2)
    stage.advance(by: .seconds(1))
    drag(from: (0.3, 0.9), to: (0.6, 0.9))
    #expect(player.status.isScrubbing)
    stage.liftFinger()
    stage.advance(by: .seconds(1))
    #expect(
      (.seconds(55)...(.seconds(85))).contains(player.status.position), "\(player.status.position)")
  }

  @Test("A vertical drag at the right edge changes the volume")
  func volume() {
    let player = player()
    player.setVolume(0.5)
    stage.advance(by: .milliseconds(100))
    drag(from: (0.97, 0.6), to: (0.97, 0.3))
    stage.liftFinger()
    stage.advance(by: .milliseconds(100))
    #expect(player.status.volume > 0.6)
  }

  @Test("Ignored gestures do nothing, and taps, buttons and the slider still work")
  func ignored() {
    let player = player(ignoring: Set(Interface.Gesture.allCases))
    let before = player.status
    doubleTap(x: 0.9)
    doubleTap(x: 0.5)
    drag(from: (0.3, 0.4), to: (0.6, 0.4))
    stage.liftFinger()
    drag(from: (0.97, 0.6), to: (0.97, 0.9))
    stage.liftFinger()
    stage.advance(by: .seconds(5))
    let after = player.status
    #expect(after.isPlaying && after.volume == before.volume)
    #expect(after.position - before.position < .seconds(10), "\(after.position)")
    let bare = stage.screenshot()?.color(x: 320, y: 180)
    hold()
    #expect(stage.screenshot()?.color(x: 320, y: 180) == bare)
    stage.liftFinger()
    swipe()
    #expect(backs == 0)
    stage.advance(by: .seconds(5))
    stage.tap(x: 0.5, y: 0.2)
    stage.advance(by: .seconds(1))
    stage.tap(x: 0.5, y: 0.5)
    stage.advance(by: .seconds(1))
    #expect(player.status.isPaused)
    drag(from: (0.3, 0.9), to: (0.6, 0.9))
    stage.liftFinger()
    stage.advance(by: .seconds(1))
    #expect(player.status.position > .seconds(55))
  }

  /// For a second, in the middle.
  private func hold() {
    stage.touch(x: 0.5, y: 0.5)
    stage.advance(by: .seconds(1))
  }

  private func swipe() {
    drag(from: (0.5, 0.2), to: (0.5, 0.8))
    stage.liftFinger()
    stage.advance(by: .milliseconds(100))
  }

  private var backs: Int {
    stage.events.count { if case .backPressed = $0.event { true } else { false } }
  }

  @Test("Ignoring one gesture leaves the others unchanged")
  func alone() {
    let player = player(ignoring: [.volume])
    swipe()
    #expect(backs == 1)
    let bare = stage.screenshot()?.color(x: 320, y: 180)
    hold()
    #expect(stage.screenshot()?.color(x: 320, y: 180) != bare)
    stage.liftFinger()
    stage.advance(by: .seconds(30))
    drag(from: (0.97, 0.6), to: (0.97, 0.3))
    stage.liftFinger()
    #expect(player.status.volume == 1)
    doubleTap(x: 0.5)
    #expect(player.status.isPaused)
  }

  @Test(
    "Without controls, gestures on the picture are reported: tap count and drag position")
  func received() async {
    stage.films["a"] = Film(seconds: 100, hasSound: false)
    var options = PlayerOptions()
    options.interface = nil
    let player = stage.player([Item(path: "a")], options: options)
    var inputs = player.inputs.makeAsyncIterator()
    stage.advance(by: .seconds(1))
    doubleTap(x: 0.5)
    drag(from: (0.2, 0.5), to: (0.4, 0.5))
    stage.liftFinger()
    player.close()
    stage.advance(by: .seconds(1))
    var received: [String] = []
    while let input = await inputs.next() {
      switch input {
      case .tap(_, let count): received.append("tap \(count)")
      case .drag(_, let phase): received.append("\(phase)")
      default: received.append("\(input)")
      }
    }
    #expect(received.prefix(4) == ["tap 1", "tap 2", "began", "moved"], "\(received)")
    #expect(received.last == "ended")
  }
}
