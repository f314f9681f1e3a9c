import Synchronization
import Testing
import VitrineGestures
import VitrinePictures
import VitrinePlayback
import VitrineScenes

@testable import VitrineOverlay

@Suite("Controls within reach")
struct ReachTests {
  /// A totem: 2160 x 3840 pixels, 680 x 1210 mm.
  private static let totem = PixelSize(2160, 3840)
  private static let density = 3840.0 / 1210

  @Test(
    "Between 380 and 1220 mm above the floor, as far as the display is there",
    arguments: [
      // The picture's lower edge, and the edges of the part within reach, in millimetres.
      (600.0, 600.0, 1220.0), (0, 380, 1210), (100, 380, 1220), (10, 380, 1220), (900, 900, 1323.5),
      (2000, 2000, 2423.5),
    ])
  func known(mounting: Double, bottom: Double, top: Double) {
    let rows = Reach(mountingHeight: mounting)
      .rows(of: Self.totem, pixelsPerMillimetre: Self.density)
    func above(_ row: Int) -> Double { mounting + Double(3840 - row) / Self.density }
    #expect(abs(above(rows.upperBound) - bottom) < 1, "\(above(rows.upperBound))")
    #expect(abs(above(rows.lowerBound) - top) < 1, "\(above(rows.lowerBound))")
  }

  @Test("The lower half of a display of unknown size or height")
  func unknown() {
    #expect(
      Reach(mountingHeight: 600).rows(of: Self.totem, pixelsPerMillimetre: nil) == 1920..<3840)
    #expect(
      Reach(mountingHeight: nil).rows(of: Self.totem, pixelsPerMillimetre: 3) == 1920..<3840)
  }

  private static func user(list: Int) -> SimulatedUser {
    var user = SimulatedUser(PixelSize(1080, 1920), list: list) {
      $0.reach = Reach(mountingHeight: nil)
    }
    if list == 0 { user.hear { $0.play(entry: 1) } }
    return user
  }

  @Test("Overlays and zones have the whole display, and a ticker beyond reach can be touched")
  func stage() {
    var user = Self.user(list: 0)
    let taps = Atomic(0)
    let (box, bar) = (
      Rect(x: 0, y: 0, width: 200, height: 100), Rect(x: 0, y: 100, width: 1080, height: 80)
    )
    user.interface.drawStage(
      CustomDrawing(
        tapped: { name, _ in if name == "news" { taps.add(1, ordering: .relaxed) } }
      ) { sheet in
        var scene = CustomScene(
          below: [Drawing(.box(Color(0xFF0000)), in: box)], areas: [HitArea("news", in: bar)])
        scene.film = PixelRect(PixelSize(sheet.metrics.size.width, sheet.metrics.size.height / 2))
        scene.subtitleBottom = 1900
        return scene
      })
    user.interface.redrawOwn(at: user.now)
    #expect(user.drawings.contains { $0.frame == box && $0.shape == .box(Color(0xFF0000)) })
    #expect(user.interface.filmArea == PixelRect(PixelSize(1080, 960)))
    #expect(user.interface.roomForSubtitles(at: user.now)?.bottom == 1900)
    user.tap(bar.center)
    #expect(taps.load(ordering: .relaxed) == 1 && !user.seesBars)
    user.tap(Point(540, 400))
    #expect(taps.load(ordering: .relaxed) == 1 && user.seesBars)
  }

  @Test("A touch reaches the element drawn at its place: a card, and every control over a video")
  func touches() {
    var user = Self.user(list: 6)
    let card = user.drawings.first {
      if case .text(let text) = $0.shape { text.string == "Video 2" } else { false }
    }
    user.tap(card?.frame.center ?? Point(0, 0))
    #expect(user.asked() == ["open 2"])
    user = Self.user(list: 0)
    user.tap(Point(540, 400))
    #expect(user.seesBars, "a tap on the picture, beyond reach, shows the controls")
    user.wait(300)
    let layout = user.layout
    for control in Control.allCases {
      guard let frame = layout.frame(of: control) else { continue }
      let place = Point(frame.center.x, frame.center.y + 960)
      #expect(user.interface.region(at: frame.center, sequence: nil) == .control(control))
      #expect((960...1920).contains(place.y), "\(control)")
    }
    user.tap(Point(layout.screen.center.x, layout.screen.center.y + 960))
    #expect(user.asked() == ["toggle"])
  }

  @Test("Nothing but backgrounds is drawn beyond reach, in the gallery, scrolled, and over a video")
  func drawings() {
    for list in [40, 0] {
      var user = Self.user(list: list)
      if list > 0 {
        user.drag(from: Point(540, 1800), to: Point(540, 1300))
      } else {
        user.tap(Point(540, 1000))
        user.wait(400)
      }
      for drawing in user.drawings where drawing.extent.y < 960 {
        switch drawing.shape {
        case .box, .gradient: #expect(drawing.extent.bottom <= 960)
        default: Issue.record("\(drawing)")
        }
      }
    }
  }

  @Test("Subtitles stay above the slider, and use the whole display without controls")
  func subtitles() {
    var user = Self.user(list: 0)
    #expect(user.interface.roomForSubtitles(at: user.now) == nil)
    user.tap(Point(540, 1000))
    user.wait(400)
    let room = user.interface.roomForSubtitles(at: user.now)
    let slider = user.layout.slider?.y ?? 0
    #expect(room?.y == 0 && abs((room?.bottom ?? 0) - (slider + 960)) < 20)
  }

  @Test("A pointer stays within reach")
  func pointer() {
    var user = Self.user(list: 6)
    _ = user.interface.movePointer(across: 0, down: -100_000, at: user.now)
    let tip = user.drawings.last?.frame
    #expect((tip?.y ?? 0) >= 950, "\(String(describing: tip))")
  }

  @Test("The service menu opens in the corner of the display, and the gallery stays behind it")
  func service() {
    var user = SimulatedUser(PixelSize(1080, 1920), list: 6) { options in
      options.reach = Reach(mountingHeight: nil)
      options.servicePIN = "1234"
    }
    user.touch(Point(1070, 10))
    user.wait(5500)
    user.lift()
    #expect(user.texts.contains { $0.contains("Service") })
    let fills = user.drawings.filter { $0.frame == Rect(x: 0, y: 0, width: 1080, height: 960) }
    #expect(fills.count == 2)
  }

  @Test("The controls are prepared where a tap shows them")
  func rehearsal() {
    var user = Self.user(list: 0)
    let prepared = user.interface.rehearsal(at: user.now).map(\.extent)
    user.tap(Point(540, 1000))
    user.wait(400)
    #expect(!prepared.isEmpty && user.drawings.map(\.extent) == prepared)
  }
}
