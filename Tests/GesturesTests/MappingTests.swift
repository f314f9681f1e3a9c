import Testing
import VitrineGestures
import VitrinePictures

@Suite("Positions on a rotated panel")
struct MappingTests {
  private static let panel = PixelSize(800, 480)

  @Test(
    "A finger on the panel is at the same pixel of the rotated content",
    arguments: Rotation.allCases)
  func upright(rotation: Rotation) {
    let panel = PixelSize(640, 480)
    let content = rotation.upright(panel)
    for rect in [(10, 20), (300, 7), (content.width - 1, content.height - 1)] {
      let pixel = PixelRect(x: rect.0, y: rect.1, width: 1, height: 1)
      let seen = rotation.onPanel(pixel, of: panel)
      let middle = Point(Double(seen.x) + 0.5, Double(seen.y) + 0.5)
      let found = rotation.upright(middle, ofPanel: panel)
      #expect(found == Point(Double(rect.0) + 0.5, Double(rect.1) + 0.5))
    }
  }

  /// A touch at a quarter of the width and an eighth of the height.
  @Test(
    "A touch goes through the matrix, onto the panel, then to the upright interface",
    arguments: [
      ("1 0 0 0 1 0", [(200, 60), (60, 600), (600, 420), (420, 200)]),
      ("0 -1 1 1 0 0", [(700, 120), (120, 100), (100, 360), (360, 700)]),
      ("-1 0 1 0 -1 1", [(600, 420), (420, 200), (200, 60), (60, 600)]),
      ("0 1 0 -1 0 1", [(100, 360), (360, 700), (700, 120), (120, 100)]),
    ])
  func mapping(matrix: String, places: [(Double, Double)]) throws {
    let calibration = try #require(CalibrationMatrix(matrix))
    for (rotation, place) in zip(Rotation.allCases, places) {
      let mapping = TouchMapping(panel: Self.panel, rotation: rotation, calibration: calibration)
      #expect(mapping.place(ofUnit: Point(0.25, 0.125)) == Point(place.0, place.1), "\(rotation)")
    }
  }

  @Test("A touch lands where its pixel is, within any margins", arguments: Rotation.allCases)
  func margins(rotation: Rotation) throws {
    let (whole, area) = (PixelSize(800, 480), PixelRect(x: 40, y: 8, width: 700, height: 460))
    let mapping = TouchMapping(
      panel: area.size, screen: area.screen(of: whole), rotation: rotation)
    let pixel = PixelRect(x: 30, y: 170, width: 1, height: 1)
    let seen = rotation.onPanel(pixel, of: area.size).placed(in: area)
    let unit = Point(
      (Double(seen.x) + 0.5) / Double(whole.width), (Double(seen.y) + 0.5) / Double(whole.height))
    let found = mapping.place(ofUnit: unit)
    #expect(abs(found.x - 30.5) < 1e-6 && abs(found.y - 170.5) < 1e-6, "\(found)")
    // The margins belong to the nearest edge.
    let corner = mapping.place(ofUnit: Point(0, 0))
    #expect(Rect(rotation.upright(area.size)).contains(corner), "\(corner)")
  }

  @Test("udev's matrix is parsed with any spaces, signs and exponents")
  func reads() throws {
    let matrix = try #require(CalibrationMatrix(" 1.1  +0 -5e-2\t0 9E-1\n.05 "))
    let place = matrix(Point(0.5, 0.5))
    #expect(abs(place.x - 0.5) < 1e-9)
    #expect(abs(place.y - 0.5) < 1e-9)
  }

  @Test(
    "Any other matrix is refused",
    arguments: [
      "", "1 0 0 0 1", "1 0 0 0 1 0 0", "1 0 0 0 1 0 0 0 1", "1,0,0,0,1,0", "1 0 0 0 1 x",
      "nan 0 0 0 1 0", "inf 0 0 0 1 0", "0x1p3 0 0 0 1 0", "1e300 0 0 0 1 0", "1e999 0 0 0 1 0",
      "0 0 0 0 0 0", "1 1 0 1 1 0", "1e 0 0 0 1 0", "- 0 0 0 1 0",
      String(repeating: "1 ", count: 1000),
    ])
  func refuses(text: String) {
    #expect(CalibrationMatrix(text) == nil)
  }

  @Test(
    "No touch is outside the display",
    arguments: [
      (-1.0, 2.0), (0, 1), (1, 0), (1, 1), (.nan, .infinity), (-.infinity, .nan), (1e308, -1e308),
    ])
  func clamped(unit: (Double, Double)) {
    for rotation in Rotation.allCases {
      let mapping = TouchMapping(panel: Self.panel, rotation: rotation)
      let place = mapping.place(ofUnit: Point(unit.0, unit.1))
      #expect(Rect(rotation.upright(Self.panel)).contains(place), "\(place) \(rotation)")
    }
  }

  @Test("A display without a size has one position")
  func empty() {
    #expect(TouchMapping(panel: PixelSize(0, 0)).place(ofUnit: Point(0.5, 0.5)) == Point(0, 0))
  }

  @Test("A touchscreen's coordinates become fractions of the panel")
  func range() throws {
    let range = try #require(AxisRange(from: -100, to: 300))
    #expect([-100, 0, 300, 301, -101].map(range.unit) == [0, 0.25, 1, 1, 0])
    let widest = try #require(AxisRange(from: .min, to: .max))
    #expect([Int.min, 0, .max].map(widest.unit) == [0, 0.5, 1])
  }

  @Test("A range without a length is refused", arguments: [(0, 0), (5, 4), (Int.max, .min)])
  func noRange(minimum: Int, maximum: Int) {
    #expect(AxisRange(from: minimum, to: maximum) == nil)
  }
}
