import Testing
import VitrinePictures
import VitrineScenes
import VitrineTiming

@Suite("When custom drawing is redrawn")
struct CustomLayerTests {
  private static let metrics = Metrics(
    size: PixelSize(1920, 1080), pixelsPerMillimetre: nil, theme: Theme())

  /// Its drawing shows the time, the display's width and the pressed element.
  private func drawing(_ pace: CustomDrawing.Pace) -> CustomDrawing {
    CustomDrawing(pace) { sheet in
      let words = "\(sheet.now.nanoseconds / 1_000_000) \(sheet.metrics.size.width)"
      let text = Text(words + (sheet.pressed.map { " \($0)" } ?? ""), size: 10, color: Color(0))
      return CustomScene(below: [Drawing(.text(text), in: Rect(x: 0, y: 0, width: 9, height: 9))])
    }
  }

  private func words(_ layer: CustomLayer) -> String? {
    guard case .text(let text)? = layer.scene.below.first?.shape else { return nil }
    return text.string
  }

  private func moment(_ milliseconds: Int64) -> HostTime {
    HostTime(nanoseconds: milliseconds * 1_000_000)
  }

  @Test(
    "Animated drawing keeps its requested rate and does not make up for missed frames",
    arguments: [
      (.onDemand, [0, 16, 1000], [0]),
      (.everyFrame, [0, 16, 33, 1000], [0, 16, 33, 1000]),
      (
        .every(.milliseconds(100)), [0, 50, 100, 130, 200, 450, 500, 550],
        [0, 100, 200, 450, 550]
      ),
      (.every(.zero), [0, 5, 10, 19, 20], [0, 10, 20]),
      (.every(.seconds(-1)), [0, 5, 10], [0, 10]),
      (.every(.seconds(Int64.max)), [0, 1000, 86_400_000], [0, 86_400_000]),
    ] as [(CustomDrawing.Pace, [Int64], [Int64])])
  func pace(_ pace: CustomDrawing.Pace, looks: [Int64], drawn: [Int64]) {
    var layer = CustomLayer(theme: Theme(), metrics: Self.metrics)
    layer.set(drawing(pace))
    var seen: [Int64] = []
    for time in looks {
      layer.redraw(at: moment(time))
      if words(layer) == "\(time) 1920" { seen.append(time) }
      if let due = layer.deadline { #expect(due > moment(time)) }
    }
    #expect(seen == drawn)
    #expect(layer.isMoving == (pace == .everyFrame))
    #expect((layer.deadline == nil) == (pace == .onDemand || pace == .everyFrame))
  }

  @Test(
    "One redraw covers a request, another display and a finger")
  func news() {
    var layer = CustomLayer(theme: Theme(), metrics: Self.metrics)
    layer.redraw(at: moment(0))
    #expect(layer.scene == CustomScene())
    layer.set(drawing(.onDemand))
    layer.redraw(at: moment(1))
    layer.redraw(at: moment(2))
    #expect(words(layer) == "1 1920")
    layer.press("a")
    layer.setMetrics(
      Metrics(size: PixelSize(1080, 1920), pixelsPerMillimetre: nil, theme: Theme()))
    layer.redraw(at: moment(3))
    #expect(words(layer) == "3 1080 a")
    layer.press("a")
    layer.redraw(at: moment(4))
    #expect(words(layer) == "3 1080 a")
    layer.press(nil)
    layer.redraw(at: moment(5))
    #expect(words(layer) == "5 1080")
    layer.set(nil)
    layer.redraw(at: moment(6))
    #expect(layer.scene == CustomScene() && !layer.isMoving && layer.deadline == nil)
  }

  @Test(
    "Shortly after a flip, the flip's time is drawn, so thread delays move nothing",
    arguments: [(0, 100), (3, 100), (11, 100), (12, 112), (60, 160), (-1, 99)] as [(Int64, Int64)])
  func flip(delay: Int64, drawn: Int64) {
    var layer = CustomLayer(theme: Theme(), metrics: Self.metrics)
    layer.set(drawing(.everyFrame))
    layer.recordFlip(at: moment(100))
    layer.redraw(at: moment(100 + delay))
    #expect(words(layer) == "\(drawn) 1920")
  }

  @Test("Drawings without a position are omitted")
  func nowhere() {
    let odd = [Double.nan, .infinity, -.infinity].map { Rect(x: 0, y: $0, width: 9, height: 9) }
    let sound = Rect(x: -5, y: 1e300, width: 9, height: -1)
    @Sendable func drawings(_ rects: [Rect]) -> [Drawing] {
      rects.map { Drawing(.box(Color(0)), in: $0) }
        + rects.map { Drawing(.box(Color(0)), in: sound, clip: $0) }
    }
    var layer = CustomLayer(theme: Theme(), metrics: Self.metrics)
    layer.set(
      CustomDrawing { _ in
        CustomScene(
          below: drawings(odd), above: drawings(odd + [sound]),
          areas: (odd + [sound]).map { HitArea("a", in: $0) })
      })
    layer.redraw(at: moment(0))
    #expect(
      layer.scene == CustomScene(above: drawings([sound]), areas: [HitArea("a", in: sound)]))
  }
}
