import Testing
import VitrineCanvas
import VitrineOverlay
import VitrinePictures
import VitrinePlayback
import VitrinePlaylists
import VitrineScenes
import VitrineTiming

@Suite("Redrawing")
struct RedrawingTests {
  private static let panel = PixelSize(1920, 1080)

  /// An interface over a long playing item.
  private struct Evening {
    var interface: Interface
    var status = PlaybackStatus()
    var now = HostTime(nanoseconds: 1_000_000_000_000)

    init() {
      let options = InterfaceOptions()
      interface = Interface(
        options,
        metrics: Metrics(
          size: RedrawingTests.panel, pixelsPerMillimetre: nil, theme: options.theme), now: now)
      status.phase = .playing
      status.item = Item(path: "/films/evening.mp4")
      status.duration = MediaTime(7200, 1)
      status.buffered = [.zero...MediaTime(8, 1)]
      _ = interface.receive(status, at: now)
    }

    /// Reports the position a tenth of a second later.
    mutating func tick() -> [Drawing] {
      now = now + .milliseconds(100)
      status.position = status.position + .milliseconds(100)
      status.buffered = [status.position...status.position + .seconds(8)]
      _ = interface.timePassed(now)
      _ = interface.receive(status, at: now)
      return interface.drawings(at: now)
    }

    /// Keeps the bars with a key.
    mutating func keep() {
      _ = interface.receiveKey("KEY_INFO", isDown: true, at: now)
      _ = interface.receiveKey("KEY_INFO", isDown: false, at: now)
    }
  }

  @Test("A hidden interface draws nothing and requests no time")
  func hidden() {
    var evening = Evening()
    for _ in 0..<600 {
      #expect(evening.tick().isEmpty)
      #expect(evening.interface.deadline(evening.now) == nil)
      #expect(!evening.interface.isMoving(at: evening.now))
    }
  }

  @Test("Bars over a film redraw little: the time every second, and the slider where it moved")
  func bars() {
    var evening = Evening()
    evening.keep()
    var before = (0..<10).map { _ in evening.tick() }.last ?? []
    #expect(!before.isEmpty)
    var area = 0.0
    for tick in 0..<600 {
      if tick.isMultiple(of: 20) { evening.keep() }
      let after = evening.tick()
      area += Scene.changes(from: before, to: after).reduce(0) { $0 + $1.width * $1.height }
      before = after
    }
    // The text is 120 by 88 pixels, drawn once for the old one and once for the new.
    #expect(area / 60 < 25_000, "\(area / 60) pixels a second")
    #expect(area / 60 > 10_000, "the time is redrawn")
  }

  @Test("A growing or shrinking bar is redrawn only at its end")
  func growth() {
    let bar = Shape.box(Color(0x00FF00), radius: 4)
    func drawing(_ width: Double, y: Double = 10) -> Drawing {
      Drawing(bar, in: Rect(x: 10, y: y, width: width, height: 8))
    }
    let changes = Scene.changes(from: [drawing(100)], to: [drawing(103)])
    #expect(changes.count == 1 && changes.allSatisfy { $0.width <= 10 && $0.right == 113 })
    #expect(Scene.changes(from: [drawing(103)], to: [drawing(100)]) == changes)
    // A drawing that is nearly all end, or has moved, is drawn as a whole.
    #expect(Scene.changes(from: [drawing(9)], to: [drawing(12)]).count == 2)
    #expect(Scene.changes(from: [drawing(100)], to: [drawing(103, y: 11)]).count == 2)
    let faint = Drawing(bar, in: drawing(103).frame, opacity: 0.5)
    #expect(Scene.changes(from: [drawing(100)], to: [faint]).count == 2)
    // Another order makes a wholly different picture.
    let box = Drawing(.box(Color(0xFF0000)), in: Rect(x: 0, y: 0, width: 50, height: 50))
    let moved = Scene.changes(from: [box, drawing(100)], to: [drawing(103), box])
    #expect(moved.contains(drawing(100).extent) && moved.contains(drawing(103).extent))
  }

  @Test("Painting a slider's changes equals painting all of it")
  func slider() {
    let panel = PixelSize(240, 60)
    let painter = Painter(panel: panel, font: Theme().font)
    func scene(_ played: Double) -> [Drawing] {
      [
        Drawing(
          .gradient(top: Color(0, alpha: 0), bottom: Color(0, alpha: 0.8)), in: Rect(panel)),
        Drawing(
          .box(Color(0xFFFFFF, alpha: 0.25), radius: 4),
          in: Rect(x: 12.5, y: 30, width: 200, height: 8)),
        Drawing(
          .box(Color(0xE0A040, alpha: 0.7), radius: 4),
          in: Rect(x: 12.5, y: 30, width: played, height: 8)),
      ]
    }
    let sheet = PainterSheet(scene(1), on: panel)
    var before = scene(1)
    for played in [1, 1, 3, 8, 9.5, 10.25, 20, 20.5, 90, 60, 61, 200, 5, 200] {
      let after = scene(played)
      sheet.paint(after, only: Scene.changes(from: before, to: after).map(\.pixels), by: painter)
      before = after
      let fresh = PainterSheet(after, on: panel)
      #expect(PainterSheet.differences(sheet.pixels, fresh.pixels).max() == 0, "\(played)")
    }
  }

  @Test("Shapes hidden by an opaque background leave no trace", arguments: Rotation.allCases)
  func background(rotation: Rotation) {
    let panel = PixelSize(240, 150)
    let upright = rotation.upright(panel)
    let scene = PainterDirtyTests.scene(upright)
    let cover = Drawing(.box(Color(0x203040)), in: Rect(upright))
    let painter = Painter(panel: panel, rotation: rotation, font: Theme().font)
    // Regardless of the memory's old content.
    let sheet = PainterSheet(panel, filledWith: 0xFFAB_CDEF)
    sheet.paint(scene + [cover] + scene, by: painter, pictures: PainterDirtyTests.pictures)
    let fresh = PainterSheet(
      [cover] + scene, on: panel, turned: rotation, pictures: PainterDirtyTests.pictures)
    #expect(sheet.pixels == fresh.pixels)
    // Now in parts.
    let parts = PixelRect(panel).tiles(of: 50)
    let inParts = PainterSheet(panel, filledWith: 0xFF12_3456)
    inParts.paint(
      scene + [cover] + scene, only: parts, by: painter, pictures: PainterDirtyTests.pictures)
    let plain = PainterSheet(panel)
    plain.paint([cover] + scene, only: parts, by: painter, pictures: PainterDirtyTests.pictures)
    #expect(inParts.pixels == plain.pixels)
  }

  @Test(
    "A translucent or partial drawing hides nothing",
    arguments: [
      Drawing(.box(Color(0x203040, alpha: 0.5)), in: Rect(x: 0, y: 0, width: 90, height: 60)),
      Drawing(.box(Color(0x203040), radius: 9), in: Rect(x: 0, y: 0, width: 90, height: 60)),
      Drawing(.box(Color(0x203040)), in: Rect(x: 0, y: 0, width: 90, height: 60), opacity: 0.5),
      Drawing(.box(Color(0x203040)), in: Rect(x: 0.5, y: 0, width: 90, height: 60)),
      Drawing(
        .box(Color(0x203040)), in: Rect(x: 0, y: 0, width: 90, height: 60),
        clip: Rect(x: 0, y: 0, width: 90, height: 59)),
      Drawing(
        .gradient(top: Color(0), bottom: Color(0)), in: Rect(x: 0, y: 0, width: 90, height: 59)),
    ])
  func seenThrough(drawing: Drawing) {
    let panel = PixelSize(90, 60)
    let below = Drawing(.box(Color(0xFFFFFF)), in: Rect(panel))
    // Some pixel that the drawing does not hide.
    let sheet = PainterSheet([below, drawing], on: panel)
    let alone = PainterSheet([drawing], on: panel)
    #expect(sheet.pixels.allSatisfy { $0 >> 24 == 0xFF })
    #expect(sheet.pixels != alone.pixels)
  }
}

extension PixelRect {
  /// Squares of `side` that together cover it.
  fileprivate func tiles(of side: Int) -> [PixelRect] {
    stride(from: y, to: bottom, by: side).flatMap { top in
      stride(from: x, to: right, by: side).map { left in
        PixelRect(
          x: left, y: top, width: min(side, right - left), height: min(side, bottom - top))
      }
    }
  }
}
