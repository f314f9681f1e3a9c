import Testing
import VitrineGestures
import VitrinePictures
import VitrinePlayback
import VitrineScenes
import VitrineTiming

@testable import VitrineOverlay

@Suite("Touches and keys of the embedding program")
struct AppInputTests {
  /// In pixels: a button in the middle below the controls, one at the top left above them, and
  /// one below them that covers everything.
  private static let button = Rect(x: 860, y: 400, width: 200, height: 100)
  private static let badge = Rect(x: 0, y: 0, width: 300, height: 150)

  /// Two pixels per point: 1080 lines are 540 points.
  private func user(
    isBare: Bool = false, list: Int = 0, keys: ClaimedKeys = .only([]), isHeard: Bool = true,
    areas: [HitArea] = [HitArea("buy", in: button), HitArea("badge", in: badge, isAbove: true)]
  ) -> SimulatedUser {
    var user = SimulatedUser.watching(list: list)
    user.interface.context.options.isBare = isBare
    user.interface.draw(
      CustomDrawing { sheet in
        let color = Color(sheet.pressed == "buy" ? 0xFFFFFF : 0)
        let drawings = areas.map { Drawing(.box(color), in: $0.frame) }
        return CustomScene(below: drawings, areas: areas)
      })
    user.interface.redrawOwn(at: user.now)
    var listener = InputListener()
    (listener.isActive, listener.keys) = (isHeard, keys)
    user.interface.setListener(listener)
    return user
  }

  @Test("A tap on custom drawing reaches the program and nothing else")
  func own() {
    var user = user()
    user.tap(Self.button.center)
    user.wait(1000)
    #expect(!user.seesBars)
    let requests = user.takeRequests()
    guard requests.count == 1, case .own(.touch(let touch)) = requests[0] else {
      Issue.record("\(requests)")
      return
    }
    #expect(touch.area == "buy" && touch.kind == .tap(count: 1))
    #expect(touch.place == Point(480, 225) && touch.start == touch.place)
  }

  @Test("A tap on the picture, but not on a control, reaches the program and shows the bars")
  func picture() throws {
    var user = user()
    user.tap(user.place(.left))
    #expect(user.seesBars)
    #expect(user.asked() == ["tap(count: 1) picture"])
    user.wait(1000)
    user.tap(try user.middle(of: .rotate))
    #expect(user.asked() == ["rotation 90"])
  }

  @Test(
    "The topmost element gets the touch",
    arguments: [
      (isAbove: false, bars: false, hit: "tap(count: 1) all"),
      (isAbove: false, bars: true, hit: "rotation 90"),
      (isAbove: true, bars: false, hit: "tap(count: 1) all"),
      (isAbove: true, bars: true, hit: "tap(count: 1) all"),
    ])
  func levels(isAbove: Bool, bars: Bool, hit: String) throws {
    let all = Rect(x: 0, y: 0, width: 1920, height: 1080)
    var user = user(areas: [HitArea("all", in: all, isAbove: isAbove)])
    if bars { user.key("KEY_INFO") }
    user.wait(500)
    #expect(user.seesBars == bars)
    _ = user.takeRequests()
    user.tap(try user.middle(of: .rotate))
    #expect(user.asked() == [hit])
  }

  @Test("Among overlapping elements, the last one gets the touch")
  func overlapping() {
    var user = user(
      areas: [HitArea("low", in: Self.button), HitArea("high", in: Self.button.inset(20, 20))])
    user.tap(Self.button.center)
    user.wait(1000)
    user.tap(Point(Self.button.x + 5, Self.button.y + 5))
    #expect(user.asked() == ["tap(count: 1) high", "tap(count: 1) low"])
  }

  @Test(
    "The gallery covers elements below it but not above it; the next tap is the gallery's")
  func list() {
    var user = user(list: 8)
    user.key("KEY_BACK")
    _ = user.takeRequests()
    user.tap(Self.badge.center)
    user.wait(100)
    user.tap(Point(960, 1070))
    user.wait(1000)
    #expect(user.asked() == ["tap(count: 1) badge"])
    #expect(user.interface.screen.list != nil)
    user.tap(Self.button.center)
    #expect(!user.asked().contains { $0.hasSuffix("buy") })
  }

  @Test("A finger may stay indefinitely, and its element looks pressed")
  func pressed() {
    var user = user()
    func isLit() -> Bool {
      user.interface.redrawOwn(at: user.now)
      return user.drawings.first?.shape == .box(Color(0xFFFFFF))
    }
    #expect(!isLit())
    user.touch(Self.button.center)
    user.wait(40)
    #expect(isLit())
    user.wait(3000)
    user.lift()
    #expect(!isLit())
    #expect(user.asked() == ["tap(count: 1) buy"])
  }

  @Test("A drag on custom drawing is reported and scrubs nothing; one on the picture does both")
  func drags() {
    var user = user()
    user.drag(from: Self.button.center, to: Point(1300, 450))
    let told = user.asked()
    #expect(told.first == "dragBegan buy" && told.last == "dragEnded buy" && told.count > 3)
    #expect(told.allSatisfy { $0.hasSuffix(" buy") })
    user.drag(from: user.place(.left), to: user.place(.middle))
    let both = user.asked()
    #expect(both.contains("scrub-begin") && both.contains("dragBegan picture"))
    // A drag interrupted by a rotation is also reported.
    user.pull(from: Self.button.center, to: Point(1300, 450))
    user.setMetrics(PixelSize(1080, 1920))
    user.wait(20)
    #expect(user.asked().last == "dragCancelled buy")
  }

  @Test("Keys are reported, and the program's own keys do nothing else", arguments: [false, true])
  func keys(isClaimed: Bool) {
    var user = user(keys: isClaimed ? .only(["KEY_PAUSE", "KEY_F5"]) : .only(["KEY_F5"]))
    user.key("KEY_PAUSE", "KEY_F5", "KEY_MUTE")
    let told = ["key KEY_PAUSE down", "key KEY_PAUSE up", "key KEY_F5 down", "key KEY_F5 up"]
    let asked = user.asked()
    #expect(
      asked.filter { $0.hasPrefix("key") } == told + ["key KEY_MUTE down", "key KEY_MUTE up"])
    #expect(asked.contains("mute on") && asked.contains("pause") == !isClaimed)
  }

  @Test("A key held when the program claims every key stops repeating")
  func allKeys() {
    var user = user()
    user.keyDown("KEY_RIGHT")
    user.wait(1000)
    #expect(user.asked().contains { $0.hasPrefix("skip") })
    var listener = InputListener()
    (listener.isActive, listener.keys) = (true, .all)
    user.interface.setListener(listener)
    user.wait(1000)
    user.keyUp("KEY_RIGHT")
    user.key("KEY_OK", "KEY_VOLUMEUP", "KEY_POWER")
    #expect(user.asked().allSatisfy { $0.hasPrefix("key KEY_") })
  }

  @Test("A key is reported as released when its device is removed")
  func lostKey() {
    var user = user()
    user.keyDown("KEY_OK")
    _ = user.takeRequests()
    #expect(user.interface.loseKey("KEY_OK", at: user.now).map(\.description) == ["key KEY_OK up"])
  }

  @Test("A program that does not listen gets no reports, and its drawing is still not the picture")
  func silent() {
    var user = user(isHeard: false)
    user.tap(Self.button.center)
    user.key("KEY_PAUSE")
    #expect(user.asked() == ["pause"])
  }

  @Test("Without an interface, touches and keys go to the program alone")
  func bare() {
    var user = user(isBare: true)
    user.tap(user.place(.left), times: 2)
    user.wait(1000)
    user.tap(Self.button.center)
    user.key("KEY_PAUSE")
    user.wait(60_000)
    #expect(
      user.asked() == [
        "tap(count: 1) picture", "tap(count: 2) picture", "tap(count: 1) buy",
        "key KEY_PAUSE down", "key KEY_PAUSE up",
      ])
    #expect(user.drawings.count == 2)
  }

  @Test("A finger on a display that is off presses nothing", arguments: [false, true])
  func dark(isBare: Bool) {
    var user = user(isBare: isBare, keys: .only(["KEY_F5"]))
    user.hear { $0.isDisplayOn = false }
    user.tap(Self.button.center)
    #expect(user.asked().isEmpty)
    // A key is never accidental.
    user.key("KEY_F5")
    #expect(user.asked() == ["key KEY_F5 down", "key KEY_F5 up"])
  }

  @Test(
    "Subtitles stay above the program's limit and above the bars",
    arguments: [
      (nil, false, nil), (900, false, 900), (900, true, 900), (1070, false, 1070), (-5, false, 0),
      (1e300, false, 1080), (Double.nan, false, nil),
    ] as [(Double?, Bool, Double?)])
  func subtitles(bottom: Double?, bars: Bool, room: Double?) {
    var user = SimulatedUser.watching()
    user.interface.draw(
      CustomDrawing { _ in
        var scene = CustomScene()
        scene.subtitleBottom = bottom
        return scene
      })
    user.interface.redrawOwn(at: user.now)
    if bars { user.key("KEY_INFO") }
    #expect(user.interface.roomForSubtitles(at: user.now)?.bottom == room)
  }
}
