import Testing
import VitrinePictures
import VitrineScenes
import VitrineSchedules
import VitrineStage
import VitrineTiming

@Suite("Overlays above the film")
struct StageSceneTests {
  private static let display = PixelSize(1920, 1080)

  private func sheet(_ display: PixelSize = display, at milliseconds: Int64 = 0) -> DrawingContext {
    let theme = Theme()
    return DrawingContext(
      theme: theme, metrics: Metrics(size: display, pixelsPerMillimetre: nil, theme: theme),
      now: HostTime(nanoseconds: milliseconds * 1_000_000))
  }

  /// 2026-12-24 12:00:00.25 UTC by default, a Thursday.
  private func reading(
    _ time: String = "2026-12-24 12:00", plus nanoseconds: Int64 = 250_000_000,
    isTrusted: Bool = true
  ) throws -> ClockReading {
    let second = try #require(CivilTime(text: time)).seconds
    return ClockReading(
      Moment(nanoseconds: second * 1_000_000_000 + nanoseconds), WallClock { _ in 0 },
      hasEvidence: isTrusted)
  }

  private func texts(_ scene: CustomScene) -> [String] {
    scene.below.compactMap { if case .text(let text) = $0.shape { text.string } else { nil } }
  }

  @Test("Every place is within the safe area, and its overlays do not overlap")
  func places() throws {
    for display in [
      Self.display, PixelSize(1080, 1920), PixelSize(640, 480), PixelSize(3840, 2160),
    ] {
      var overlays: [String: StageOverlay] = [:]
      for place in StageOverlay.Place.allCases {
        for number in 1...2 {
          overlays["\(place.rawValue)-\(number)"] = StageOverlay(
            .text("Text \(number)"), at: place, size: 0.05)
        }
      }
      var scene = StageScene(overlays)
      let drawn = scene.draw(sheet(display), StageContents(), at: try reading()) { _, _ in "" }
      let boxes = drawn.below.filter { if case .box = $0.shape { true } else { false } }.map(
        \.frame)
      #expect(boxes.count == 18)
      let safe = Rect(display).inset(
        Double(display.width) * 0.05 - 1, Double(display.height) * 0.05 - 1)
      for (index, box) in boxes.enumerated() {
        #expect(box.intersection(safe) == box, "\(display): \(box)")
        for other in boxes[(index + 1)...] { #expect(box.intersection(other) == nil) }
      }
    }
  }

  @Test("Clocks are drawn again at the next second, and a wrong clock shows nothing")
  func clock() throws {
    var scene = StageScene(["clock": StageOverlay(.clock("%H:%M"))])
    let drawn = scene.draw(sheet(at: 5000), StageContents(), at: try reading()) { _, pattern in
      "12:00 by \(pattern)"
    }
    #expect(texts(drawn) == ["12:00 by %H:%M"])
    #expect(drawn.nextChange == HostTime(nanoseconds: 5_750_000_000))
    #expect(!drawn.isMoving)
    let untrusted = scene.draw(
      sheet(), StageContents(), at: try reading(isTrusted: false)
    ) { _, _ in "0:00" }
    #expect(untrusted.below.isEmpty)
    #expect(untrusted.nextChange != nil, "it appears once the clock is right")
  }

  @Test(
    "A countdown counts to zero and stays there",
    arguments: [
      ("2026-12-24 12:00", "00:00"), ("2026-12-24 12:00:59", "00:59"),
      ("2026-12-24 13:02", "1:02:00"), ("2026-12-26 11:59:59", "47:59:59"),
      ("2026-12-26 12:00", "2 d 0:00:00"), ("2026-12-24 11:00", "00:00"),
    ])
  func countdown(_ end: String, wanted: String) throws {
    var scene = StageScene(["sale": StageOverlay(.countdown(try #require(CivilTime(text: end))))])
    let drawn = scene.draw(sheet(), StageContents(), at: try reading()) { _, _ in "" }
    #expect(texts(drawn) == [wanted])
  }

  @Test("An overlay is shown during its hours only")
  func hours() throws {
    var lunch = StageOverlay(.text("Lunch"))
    lunch.hours = TimeTable(showing: [try TimeTable.Row("mon-fri 11:30-14:00")])
    var scene = StageScene(["lunch": lunch, "name": StageOverlay(.text("Café"), at: .top)])
    for (time, wanted) in [
      ("2026-12-24 11:29:59", ["Café"]), ("2026-12-24 11:30", ["Lunch", "Café"]),
      ("2026-12-24 14:00", ["Café"]), ("2026-12-26 12:00", ["Café"]),
    ] {
      let drawn = scene.draw(sheet(), StageContents(), at: try reading(time)) { _, _ in "" }
      #expect(texts(drawn) == wanted, "\(time)")
    }
  }

  @Test(
    "An item chooses which overlays are shown with it",
    arguments: [(nil, ["A", "B"]), (["b", "missing"], ["B"]), ([], [])] as [([String]?, [String])])
  func selection(overlays: [String]?, shown: [String]) throws {
    var scene = StageScene([
      "a": StageOverlay(.text("A"), at: .top), "b": StageOverlay(.text("B")),
    ])
    let theme = Theme()
    let sheet = DrawingContext(
      theme: theme, metrics: Metrics(size: Self.display, pixelsPerMillimetre: nil, theme: theme),
      now: HostTime(nanoseconds: 0), playback: .init(overlays: overlays))
    let drawn = scene.draw(sheet, StageContents(), at: try reading()) { _, _ in "" }
    #expect(texts(drawn) == shown)
  }

  @Test("Overlays are replaced while they are shown, and a ticker that stays continues")
  func replaced() throws {
    var contents = StageContents()
    contents.lines["line"] = ["Text"]
    let ticker = StageOverlay(.ticker(.texts(["Text"])))
    var scene = StageScene(["line": ticker, "old": StageOverlay(.text("Old"))])
    func x(_ time: Int64) throws -> Double? {
      scene.draw(sheet(at: time), contents, at: try reading()) { _, _ in "" }.below.first {
        if case .text(let text) = $0.shape { text.string == "Text" } else { false }
      }?.frame.x
    }
    let before = try (x(0), x(20))
    scene.set(["line": ticker, "new": StageOverlay(.text("New"))])
    let after = try x(40)
    #expect(before.0 != before.1 && after.map { $0 < before.1 ?? 0 } == true)
    let drawn = scene.draw(sheet(at: 60), contents, at: try reading()) { _, _ in "" }
    #expect(texts(drawn).contains("New") && !texts(drawn).contains("Old"))
  }

  @Test("Logos keep their aspect ratio, and codes their quiet zone")
  func pictures() throws {
    var contents = StageContents()
    let picture = PixelData(
      PixelSize(300, 100), isOpaque: true, Array(repeating: 0, count: 30_000))
    contents.images["logo"] = picture
    contents.codes["x"] = SquareCode(side: 21, dark: Array(repeating: true, count: 441))
    var scene = StageScene([
      "logo": StageOverlay(.image("/logo.png"), size: 0.1),
      "code": StageOverlay(.code("x"), size: 0.29),
      "missing": StageOverlay(.image("/missing.png")),
    ])
    let drawn = scene.draw(sheet(), contents, at: try reading()) { _, _ in "" }
    let logo = try #require(
      drawn.below.first { $0.shape == .picture(PictureID("/logo.png", picture)) })
    #expect(logo.frame == Rect(x: 96, y: 54, width: 324, height: 108))
    let code = drawn.below.filter { if case .picture = $0.shape { false } else { true } }
    // 29 modules with the quiet zone.
    let widths = code.map(\.frame.width)
    #expect(widths.count == 2 && widths[0] == 313 && abs(widths[1] - 313.0 * 21 / 29) < 0.01)
    #expect(drawn.nextChange == nil && !drawn.isMoving)
  }

  @Test("Subtitles stay above a ticker and a text at the bottom")
  func subtitles() throws {
    var contents = StageContents()
    contents.lines["line"] = ["Text"]
    var scene = StageScene(["line": StageOverlay(.ticker(.texts(["Text"])), size: 0.1)])
    #expect(
      scene.draw(sheet(), contents, at: try reading()) { _, _ in "" }.subtitleBottom == 1080 - 108)
    scene = StageScene(["logo": StageOverlay(.text("Logo"), at: .topLeft)])
    #expect(scene.draw(sheet(), contents, at: try reading()) { _, _ in "" }.subtitleBottom == nil)
  }
}
