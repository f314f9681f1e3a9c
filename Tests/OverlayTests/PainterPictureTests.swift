import Testing
import VitrineCanvas
import VitrineOverlay
import VitrinePictures
import VitrineScenes

@Suite("Painting pictures")
struct PainterPictureTests {
  private let id = PictureID("a")
  private static let (red, green, blue, white): (UInt32, UInt32, UInt32, UInt32) = (
    0xFFFF_0000, 0xFF00_FF00, 0xFF00_00FF, 0xFFFF_FFFF
  )

  /// The corners of a frame: upper left, upper right, lower left, lower right.
  private func corners(_ sheet: PainterSheet, _ frame: PixelRect) -> [UInt32] {
    [1, frame.height - 2].flatMap { y in
      [1, frame.width - 2].map { x in sheet[frame.x + x, frame.y + y] }
    }
  }

  @Test(
    "A picture fills its frame at any size, opaquely",
    arguments: [(60, 40), (30, 20), (7, 5), (120, 80), (90, 20), (20, 90)])
  func fills(width: Int, height: Int) {
    let frame = PixelRect(x: 30, y: 20, width: width, height: height)
    let sheet = PainterSheet(
      [Drawing(.picture(id), in: Rect(x: 30, y: 20, width: Double(width), height: Double(height)))],
      pictures: [id: fourColors(PixelSize(60, 40))])
    #expect(sheet.ink == frame)
    #expect(corners(sheet, frame) == [Self.red, Self.green, Self.blue, Self.white])
    #expect((0..<width).allSatisfy { sheet.alpha(frame.x + $0, frame.y) == 255 })
  }

  @Test("A picture at its own size is exact in every pixel")
  func exact() {
    let pixels = (0..<600).map { UInt32($0) &* 2_654_435_761 | 0xFF00_0000 }
    let picture = pixels.withUnsafeBytes {
      PaintedPicture(copying: $0, size: PixelSize(30, 20), pitch: 120)
    }
    let frame = Rect(x: 0, y: 0, width: 30, height: 20)
    for rotation in Rotation.allCases {
      let panel = rotation.upright(PixelSize(30, 20))
      let sheet = PainterSheet(
        [Drawing(.picture(id), in: frame)], on: panel, turned: rotation, pictures: [id: picture])
      #expect(sheet.upright(rotation) == pixels)
    }
  }

  @Test("A rotated picture fills the rotated frame", arguments: Rotation.allCases)
  func turned(rotation: Rotation) {
    let panel = PixelSize(200, 160)
    let frame = PixelRect(x: 20, y: 30, width: 48, height: 32)
    let sheet = PainterSheet(
      [Drawing(.picture(id), in: Rect(x: 20, y: 30, width: 48, height: 32))], on: panel,
      turned: rotation, pictures: [id: fourColors(PixelSize(60, 40))])
    #expect(sheet.ink == rotation.onPanel(frame, of: panel))
    let upright = sheet.upright(rotation)
    let width = rotation.upright(panel).width
    let seen = [(22, 32), (66, 32), (22, 60), (66, 60)].map { upright[$0.1 * width + $0.0] }
    #expect(seen == [Self.red, Self.green, Self.blue, Self.white])
  }

  @Test("A downscaled picture keeps the mean of its pixels")
  func mean() {
    let pixels = (0..<128 * 128).map { ($0 + $0 / 128) % 2 == 0 ? UInt32(0xFF_FFFF) : 0 }
    let picture = pixels.withUnsafeBytes {
      PaintedPicture(copying: $0, size: PixelSize(128, 128), pitch: 512)
    }
    let frame = Rect(x: 10, y: 10, width: 30, height: 30)
    let sheet = PainterSheet([Drawing(.picture(id), in: frame)], pictures: [id: picture])
    for y in 12..<38 {
      for x in 12..<38 { #expect(abs(Int(sheet[x, y] & 255) - 128) < 24) }
    }
  }

  @Test("A missing picture is omitted, and a new ID is a new picture")
  func changes() {
    let sheet = PainterSheet(PixelSize(60, 40))
    let painter = Painter(panel: sheet.size, font: Theme().font)
    let frame = Rect(x: 0, y: 0, width: 30, height: 20)
    let black = [UInt32](repeating: 0, count: 2400).withUnsafeBytes {
      PaintedPicture(copying: $0, size: PixelSize(60, 40), pitch: 240)
    }
    let pictures = [id: fourColors(PixelSize(60, 40)), PictureID("b"): black]
    func pixel(_ name: String) -> UInt32 {
      sheet.paint(
        [Drawing(.picture(PictureID(name)), in: frame)], by: painter, pictures: pictures)
      return sheet[3, 3]
    }
    #expect(["a", "b", "c", "a"].map(pixel) == [Self.red, 0xFF00_0000, 0, Self.red])
  }

  @Test("Translucent parts of a picture are translucent on the panel")
  func translucent() {
    let picture = [UInt32](repeating: 0x8000_8000, count: 16).withUnsafeBytes {
      PaintedPicture(copying: $0, size: PixelSize(4, 4), pitch: 16, isOpaque: false)
    }
    let frame = Rect(x: 0, y: 0, width: 12, height: 12)
    let sheet = PainterSheet([Drawing(.picture(id), in: frame)], pictures: [id: picture])
    #expect(sheet[6, 6] == 0x8000_8000)
  }

  @Test("A picture of zero size, a bar and a line fill the available space")
  func odd() {
    for size in [PixelSize(0, 0), PixelSize(1, 0), PixelSize(1, 5000), PixelSize(5000, 1)] {
      let frame = Rect(x: 10, y: 10, width: 50, height: 50)
      let sheet = PainterSheet(
        [Drawing(.picture(id), in: frame)], pictures: [id: fourColors(size)])
      #expect(sheet.ink == (size.isEmpty ? nil : frame.pixels))
    }
  }
}
