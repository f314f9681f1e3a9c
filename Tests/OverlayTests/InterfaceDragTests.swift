import Testing
import VitrineGestures
import VitrinePictures
import VitrinePlayback
import VitrineScenes
import VitrineTiming

@testable import VitrineOverlay

@Suite("Drags")
struct InterfaceDragTests {
  private func shown(list: Int = 0) -> SimulatedUser {
    var user = SimulatedUser.watching(list: list)
    user.tap(user.place(.middle))
    user.wait(400)
    return user
  }

  @Test("A drag along the slider scrubs and ends with one seek")
  func slider() throws {
    var user = shown()
    user.drag(from: try user.onSlider(0.2), to: try user.onSlider(0.6))
    let asked = user.asked()
    #expect(asked.first == "scrub-begin" && asked.last == "scrub-end")
    #expect(asked.contains("scrub-move 360.0") && asked.contains("thumbnail 360.0"))
    #expect(asked.count { $0 == "scrub-begin" || $0 == "scrub-end" } == 2)
  }

  @Test("A finger resting on the slider requests nothing more")
  func rests() throws {
    var user = shown()
    user.pull(from: try user.onSlider(0.2), to: try user.onSlider(0.6))
    _ = user.asked()
    let place = try user.onSlider(0.6)
    for _ in 0..<5 {
      user.wait(16)
      user.touch(Point(place.x, place.y - 1))
      user.wait(16)
      user.touch(place)
    }
    #expect(user.asked() == [])
  }

  @Test("A finger may rest on the slider indefinitely before it scrubs or taps")
  func patience() throws {
    var user = shown()
    user.touch(try user.onSlider(0.2))
    user.wait(2_000)
    user.touch(try user.onSlider(0.4))
    user.wait(16)
    user.touch(try user.onSlider(0.6))
    user.lift()
    let asked = user.asked()
    #expect(asked.first == "scrub-begin" && asked.last == "scrub-end")
    user.wait(1_000)
    user.touch(try user.onSlider(0.5))
    user.wait(1_500)
    user.lift()
    #expect(user.asked() == ["seek 300.0"])
  }

  @Test("A drag across the picture is finer: 90 s for the full width")
  func fine() {
    var user = SimulatedUser.watching()
    user.drag(from: Point(400, 400), to: Point(1360, 410))
    #expect(user.asked().contains("scrub-move 105.0"))
    user.drag(from: Point(1800, 400), to: Point(200, 400))
    #expect(user.asked().contains("scrub-move 0.0"))
  }

  @Test("Unplugging the touchscreen ends the scrub where it started")
  func unplugged() throws {
    var user = shown()
    user.pull(from: try user.onSlider(0.2), to: try user.onSlider(0.6))
    _ = user.asked()
    user.unplugTouchscreen()
    #expect(user.asked() == ["scrub-move 60.0", "scrub-end"])
    user.wait(10_000)
    #expect(user.drawings.isEmpty && user.interface.deadline(user.now) == nil)
  }

  @Test("Rotating the display ends the scrub once it can be reported")
  func turned() throws {
    var user = shown()
    user.pull(from: try user.onSlider(0.2), to: try user.onSlider(0.6))
    _ = user.asked()
    user.setMetrics(PixelSize(1080, 1920))
    #expect(user.interface.deadline(user.now) == user.now)
    user.hear { $0.rotation = .clockwise }
    #expect(user.asked() == ["scrub-move 60.0", "scrub-end"])
    user.lift()
    user.wait(10_000)
    #expect(user.asked() == [] && user.drawings.isEmpty)
  }

  @Test("Another item ends the scrub and ignores the rest of the drag")
  func otherItem() throws {
    var user = shown()
    user.pull(from: try user.onSlider(0.2), to: try user.onSlider(0.6))
    _ = user.asked()
    user.hear { $0.play(entry: 2) }
    #expect(user.asked() == ["scrub-end"])
    user.touch(try user.onSlider(0.9))
    user.wait(16)
    user.lift()
    #expect(user.asked() == [])
  }

  @Test("An extremely long drag does not trap", arguments: [Int64.max, 1 << 40])
  func ages(seconds: Int64) throws {
    var user = shown()
    user.hear { $0.duration = MediaTime(seconds, 1) }
    user.drag(from: try user.onSlider(0.2), to: try user.onSlider(0.9))
    user.tap(try user.onSlider(1))
    user.drag(from: Point(400, 400), to: Point(1360, 410))
    user.key("KEY_9")
    #expect(user.asked().count { $0 == "scrub-end" } == 2)
  }

  @Test("A drag at the right edge changes the volume; upwards is louder")
  func volume() {
    var user = SimulatedUser.watching()
    user.hear { $0.volume = 0.5 }
    user.drag(from: Point(1800, 700), to: Point(1800, 376))
    #expect(user.asked().last == "volume 1.0")
    #expect(!user.drawings.isEmpty)
    user.wait(1199)
    #expect(user.interface.context.volume.appearance.isShown)
    user.wait(1)
    #expect(!user.interface.context.volume.appearance.isShown)
  }

  @Test("Unplugging restores the volume and the mute state", arguments: [false, true])
  func volumeRestored(isMuted: Bool) {
    var user = SimulatedUser.watching()
    user.hear { ($0.volume, $0.isMuted) = (0.7, isMuted) }
    user.pull(from: Point(1800, 700), to: Point(1800, 600))
    #expect(user.asked().contains("mute off") == isMuted)
    user.unplugTouchscreen()
    #expect(user.asked() == (isMuted ? ["mute on"] : []) + ["volume 0.7"])
    user.wait(2000)
    #expect(user.drawings.isEmpty)
  }

  @Test("Turning the volume down while muted changes nothing")
  func mutedDown() {
    var user = SimulatedUser.watching()
    user.hear { ($0.volume, $0.isMuted) = (0.7, true) }
    user.drag(from: Point(1800, 400), to: Point(1800, 700))
    #expect(user.asked() == [])
  }

  @Test("Turning the volume up while muted starts from silence, not from the old volume")
  func mutedUp() {
    var user = SimulatedUser.watching()
    user.hear { ($0.volume, $0.isMuted) = (0.7, true) }
    user.drag(from: Point(1800, 600), to: Point(1800, 535))
    let asked = user.asked()
    #expect(asked.first?.hasPrefix("volume 0.0") == true && asked.dropFirst().first == "mute off")
    #expect(asked.last == "volume 0.1")
  }

  @Test(
    "A downward drag returns to the gallery if it is far or fast enough",
    arguments: [
      (Point(700, 300), Point(720, 700), ["leave"]), (Point(700, 300), Point(700, 560), ["leave"]),
      (Point(700, 300), Point(700, 360), []), (Point(700, 700), Point(700, 200), []),
      (Point(1800, 300), Point(1800, 340), []),
    ])
  func swipe(start: Point, end: Point, requests: [String]) {
    var user = SimulatedUser.watching(list: 5)
    user.hear { $0.volume = 0 }
    user.drag(from: start, to: end)
    #expect(user.asked() == [])
    // Its way takes some time.
    user.wait(400)
    #expect(user.asked() == requests)
    #expect(user.interface.isListShown == !requests.isEmpty)
    #expect(user.interface.filmFall(at: user.now) == 0)
  }

  @Test("A film follows the finger down, uncovers the gallery above it, and can be pushed back")
  func fall() {
    var user = SimulatedUser.watching(list: 5)
    user.touch(Point(700, 300))
    for step in 1...40 {
      user.wait(16)
      user.touch(Point(700, 300 + 10 * Double(step)))
    }
    let fall = user.interface.filmFall(at: user.now)
    #expect((380...400).contains(fall) && fall % 2 == 0, "\(fall)")
    let drawings = user.interface.drawings(at: user.now)
    #expect(!drawings.isEmpty)
    for drawing in drawings {
      #expect((drawing.clip ?? drawing.frame).bottom <= Double(fall), "\(drawing)")
    }
    for step in 1...38 {
      user.wait(16)
      user.touch(Point(700, 700 - 10 * Double(step)))
    }
    user.wait(100)
    user.lift()
    user.wait(400)
    #expect(user.interface.filmFall(at: user.now) == 0 && user.asked() == [])
    #expect(!user.interface.isListShown)
    // Another finger catches a film on its way.
    user.drag(from: Point(700, 300), to: Point(700, 800))
    user.wait(100)
    let falling = user.interface.filmFall(at: user.now)
    user.touch(Point(700, 900))
    user.wait(16)
    user.touch(Point(700, 860))
    user.wait(16)
    user.touch(Point(700, 400))
    #expect(falling > 500 && user.interface.filmFall(at: user.now) < falling)
    user.lift()
    user.wait(400)
    #expect(user.asked() == [] && !user.interface.isListShown)
  }

  @Test("With reduced motion, a film leaves at once")
  func reducedFall() {
    var theme = Theme()
    theme.reducesMotion = true
    var user = SimulatedUser.watching(list: 5, theme: theme)
    user.drag(from: Point(700, 300), to: Point(700, 800))
    user.wait(1)
    #expect(user.asked() == ["leave"])
  }

  @Test("A downward drag without a gallery does nothing")
  func swipeWithoutList() {
    var user = SimulatedUser.watching()
    user.drag(from: Point(700, 200), to: Point(700, 900))
    #expect(user.asked() == [])
  }

  @Test("Two fingers toggle playback, and a long press opens the menu")
  func others() {
    var user = SimulatedUser.watching()
    user.touch(Point(300, 300), Point(500, 320))
    user.wait(60)
    user.lift()
    #expect(user.asked() == ["toggle"])
    user.wait(4000)
    user.touch(user.place(.left))
    user.wait(600)
    #expect(user.interface.menu != nil)
    user.lift()
    #expect(user.interface.menu != nil && user.asked() == [])
    user.tap(user.place(.left))
    #expect(user.interface.menu == nil)
  }

  @Test("Palms and ghost touches do nothing")
  func palms() {
    var user = SimulatedUser.watching()
    for _ in 0..<20 {
      user.touch(Point(300, 300))
      user.wait(8)
      user.lift()
      user.wait(50)
    }
    user.touch(
      Dictionary(uniqueKeysWithValues: (0..<8).map { ($0, Point(100.0 * Double($0), 500)) }))
    user.wait(200)
    user.lift()
    user.wait(1000)
    #expect(user.asked() == [] && user.drawings.isEmpty)
  }
}
