import Testing
import VitrineCanvas
import VitrineOverlay
import VitrinePictures
import VitrineScenes

@Suite("Painting invalid input")
struct PainterOddTests {
  private static let odd = [
    0, -0.0, -10, .nan, .infinity, -.infinity, 1e9, -1e9, .greatestFiniteMagnitude,
    .leastNonzeroMagnitude,
  ]
  private static let panel = PixelSize(70, 60)
  private static let pictures = [PictureID("a"): fourColors(PixelSize(64, 48))]

  @Test("Frames without a position or size draw nothing", arguments: oneOfEachShape)
  func frames(shape: Shape) {
    for value in Self.odd {
      for frame in [
        Rect(x: 10, y: 10, width: value, height: 50), Rect(x: 10, y: 10, width: 50, height: value),
        Rect(x: value, y: value, width: value, height: value),
      ] where value != .leastNonzeroMagnitude {
        let sheet = PainterSheet(
          [Drawing(shape, in: frame)], on: Self.panel, pictures: Self.pictures)
        #expect(sheet.ink == nil)
      }
      _ = PainterSheet(
        [
          Drawing(shape, in: Rect(x: value, y: 10, width: 50, height: 50)),
          Drawing(shape, in: Rect(x: 10, y: value, width: 50, height: 50)),
          Drawing(shape, in: Rect(x: 0, y: 0, width: 9, height: 9), opacity: value),
          Drawing(
            shape, in: Rect(x: 0, y: 0, width: 9, height: 9),
            clip: Rect(x: value, y: 1, width: value, height: 2)),
        ], on: Self.panel, pictures: Self.pictures)
    }
  }

  @Test("Large frames that reach onto the panel are drawn there", arguments: oneOfEachShape)
  func large(shape: Shape) {
    let frame = Rect(x: -400_000, y: -300_000, width: 900_000, height: 700_000)
    _ = PainterSheet([Drawing(shape, in: frame)], pictures: Self.pictures)
    let box = PainterSheet([Drawing(.box(Color(0)), in: frame)])
    #expect(box.ink == PixelRect(box.size))
  }

  @Test("Invalid numbers in shapes and colours are ignored", arguments: odd)
  func numbers(value: Double) {
    var color = Color(0xFFFFFF)
    (color.red, color.green, color.alpha) = (value, -value, value)
    let white = Color(0xFFFFFF)
    let shapes: [Shape] = [
      .box(color), .box(white, radius: value), .gradient(top: color, bottom: white),
      .outline(white, width: value, radius: value), .outline(white, width: 2, radius: value),
      .icon(.play, color), .picture(PictureID("a"), radius: value),
      .arc(white, width: value, start: 0, length: 1),
      .arc(white, width: 3, start: value, length: 1),
      .arc(white, width: 3, start: 0, length: value),
    ]
    for shape in shapes {
      let frame = Rect(x: 10, y: 10, width: 50, height: 40)
      let sheet = PainterSheet([Drawing(shape, in: frame)], on: Self.panel, pictures: Self.pictures)
      guard let ink = sheet.ink else { continue }
      #expect(ink.x >= 10 && ink.y >= 10 && ink.x + ink.width <= 60 && ink.y + ink.height <= 50)
    }
  }

  @Test("Damage is clipped to the panel")
  func dirty() {
    let sheet = PainterSheet(PixelSize(20, 10))
    let painter = Painter(panel: sheet.size, font: Theme().font)
    let box = Drawing(.box(Color(0)), in: Rect(sheet.size))
    let nothing = [
      PixelRect(x: 20, y: 0, width: 5, height: 5), PixelRect(x: -5, y: 0, width: 5, height: 5),
      PixelRect(x: 0, y: 0, width: 0, height: 5), PixelRect(x: 3, y: 3, width: -2, height: 5),
      PixelRect(x: .min, y: .min, width: .max, height: .max),
      PixelRect(x: .max, y: .max, width: .max, height: .max),
    ]
    sheet.paint([box], only: nothing, by: painter)
    #expect(sheet.ink == nil)
    sheet.paint([box], only: [PixelRect(x: -9, y: -9, width: .max, height: .max)], by: painter)
    #expect(sheet.ink == PixelRect(sheet.size))
  }

  @Test("Painting on a panel of zero size does nothing")
  func emptyPanel() {
    let sheet = PainterSheet(PixelSize(0, 0))
    sheet.paint(
      [Drawing(.box(Color(0)), in: Rect(x: 0, y: 0, width: 5, height: 5))],
      by: Painter(panel: sheet.size, font: Theme().font))
    #expect(sheet.ink == nil)
  }
}
