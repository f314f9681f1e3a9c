import Testing
import VitrineCanvas
import VitrineOverlay
import VitrinePictures
import VitrineScenes

@Suite("Painting shapes")
struct PainterTests {
  static let red = Color(0xFF0000)
  static let frame = Rect(x: 40, y: 30, width: 100, height: 60)
  static let pictures = [PictureID("a"): fourColors(PixelSize(64, 48))]

  @Test("A shape is drawn only in its frame", arguments: oneOfEachShape)
  func inFrame(shape: Shape) throws {
    for frame in [Self.frame, Rect(x: 40.4, y: 30.5, width: 99.5, height: 58.7)] {
      let sheet = PainterSheet([Drawing(shape, in: frame)], pictures: Self.pictures)
      let ink = try #require(sheet.ink)
      let pixels = frame.pixels
      #expect(ink.x >= pixels.x && ink.y >= pixels.y, "\(ink)")
      #expect(ink.x + ink.width <= pixels.x + pixels.width, "\(ink)")
      #expect(ink.y + ink.height <= pixels.y + pixels.height, "\(ink)")
    }
  }

  @Test("A text larger than its frame is clipped")
  func largeText() throws {
    let text = Text("ÄgjÄgjÄgj", size: 90, color: Self.red)
    let sheet = PainterSheet([Drawing(.text(text), in: Self.frame)])
    let ink = try #require(sheet.ink)
    #expect(ink.y >= 30 && ink.y + ink.height <= 90)
  }

  @Test("A box fills its frame with its premultiplied colour")
  func box() {
    let sheet = PainterSheet([Drawing(.box(Color(0xFF8000, alpha: 0.5)), in: Self.frame)])
    #expect(sheet.ink == Self.frame.pixels)
    let difference = PainterSheet.differences([sheet[40, 30]], [0x8080_4000])
    #expect(difference[0] <= 1)
    #expect(sheet[40, 30] == sheet[139, 89])
  }

  @Test("Rounded corners are round, limited by the available space")
  func corners() {
    for radius in [20.0, 1e9, .infinity] {
      let sheet = PainterSheet([Drawing(.box(Self.red, radius: radius), in: Self.frame)])
      #expect(sheet.alpha(41, 31) == 0 && sheet.alpha(138, 88) == 0)
      #expect(sheet.alpha(90, 30) == 255 && sheet.alpha(42, 60) == 255)
    }
  }

  @Test("An outline has its stated width, inside the frame")
  func outline() {
    let shape = Shape.outline(Self.red, width: 3, radius: 0)
    let sheet = PainterSheet([Drawing(shape, in: Self.frame)])
    #expect([40, 41, 42, 43].map { sheet.alpha($0, 60) } == [255, 255, 255, 0])
    #expect([89, 88, 87, 86].map { sheet.alpha(90, $0) } == [255, 255, 255, 0])
    let full = PainterSheet([Drawing(.outline(Self.red, width: 500, radius: 0), in: Self.frame)])
    #expect(full.alpha(90, 60) == 255)
  }

  @Test("A gradient runs from its top colour to its bottom colour")
  func gradient() {
    let shape = Shape.gradient(top: Color(0, alpha: 0), bottom: Color(0))
    let sheet = PainterSheet([Drawing(shape, in: Self.frame)])
    let column = (30..<90).map { sheet.alpha(70, $0) }
    #expect(column[0] < 6 && column[59] > 249)
    #expect(zip(column, column.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(sheet.alpha(40, 60) == sheet.alpha(139, 60))
  }

  @Test("An arc runs clockwise from the top, in turns, and backwards if negative")
  func arc() {
    let frame = Rect(x: 50, y: 30, width: 100, height: 100)
    // The middles of the line's four quarters, clockwise from the first one.
    func quarters(_ start: Double, _ length: Double) -> [Bool] {
      let shape = Shape.arc(Self.red, width: 10, start: start, length: length)
      let sheet = PainterSheet([Drawing(shape, in: frame)])
      return [(131, 48), (131, 111), (68, 111), (68, 48)].map { sheet.alpha($0, $1) > 250 }
    }
    #expect(quarters(0, 0.25) == [true, false, false, false])
    #expect(quarters(0.25, 0.5) == [false, true, true, false])
    #expect(quarters(7, -0.25) == [false, false, false, true])
    #expect(quarters(0.4, 9) == [true, true, true, true])
    #expect(quarters(0.4, 0) == [false, false, false, false])
  }

  @Test("Opacity fades everything equally", arguments: oneOfEachShape)
  func opacity(shape: Shape) {
    let full = PainterSheet([Drawing(shape, in: Self.frame)], pictures: Self.pictures)
    let faint = PainterSheet(
      [Drawing(shape, in: Self.frame, opacity: 0.5)], pictures: Self.pictures)
    let halves = full.pixels.map { pixel in
      pixel == 0 ? 0 : [24, 16, 8, 0].reduce(UInt32(0)) { $0 << 8 | (pixel >> $1 & 255) / 2 }
    }
    #expect((PainterSheet.differences(faint.pixels, halves).max() ?? 0) <= 2)
    let none = PainterSheet([Drawing(shape, in: Self.frame, opacity: 0)], pictures: Self.pictures)
    #expect(none.ink == nil)
  }

  @Test("Only the clipped area is visible, and it is unchanged", arguments: oneOfEachShape)
  func clip(shape: Shape) {
    let clip = PixelRect(x: 20, y: 45, width: 70, height: 30)
    let full = PainterSheet([Drawing(shape, in: Self.frame)], pictures: Self.pictures)
    let cut = PainterSheet(
      [Drawing(shape, in: Self.frame, clip: Rect(clip))], pictures: Self.pictures)
    let expected = full.pixels.enumerated().map { index, pixel in
      Rect(clip).contains(Point(Double(index % 200), Double(index / 200))) ? pixel : 0
    }
    #expect((PainterSheet.differences(cut.pixels, expected).max() ?? 0) <= 4)
  }

  @Test("Every icon is distinct and has space around it")
  func icons() throws {
    var seen: Set<[UInt32]> = []
    for icon in Icon.allCases {
      let sheet = PainterSheet([
        Drawing(.icon(icon, Self.red), in: Rect(x: 0, y: 0, width: 200, height: 160))
      ])
      let ink = try #require(sheet.ink, "\(icon)")
      // In a square in the middle.
      #expect(ink.x > 20 && ink.x + ink.width < 180, "\(icon) \(ink)")
      #expect(ink.y > 0 && ink.y + ink.height < 160, "\(icon) \(ink)")
      #expect(max(ink.width, ink.height) > 85, "\(icon) \(ink)")
      seen.insert(sheet.pixels)
    }
    #expect(seen.count == Icon.allCases.count)
  }

  @Test("A translucent icon has one shade everywhere", arguments: Icon.allCases)
  func translucentIcon(icon: Icon) {
    let sheet = PainterSheet([
      Drawing(.icon(icon, Self.red.opacity(0.5)), in: Rect(x: 0, y: 0, width: 200, height: 160))
    ])
    #expect(sheet.pixels.allSatisfy { $0 >> 24 <= 129 })
  }
}
