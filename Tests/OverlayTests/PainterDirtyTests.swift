import Testing
import VitrineCanvas
import VitrineOverlay
import VitrinePictures
import VitrineScenes

@Suite("Painting damaged areas on rotated panels")
struct PainterDirtyTests {
  static let pictures = [PictureID("a"): fourColors(PixelSize(64, 48))]

  /// One of each shape, some overlapping, between the pixels.
  static func scene(_ size: PixelSize, moved: Double = 0) -> [Drawing] {
    oneOfEachShape.enumerated().map { index, shape in
      let (column, row) = (Double(index % 3), Double(index / 3))
      let frame = Rect(
        x: 5 + column * Double(size.width) / 3.3 + moved, y: 4 + row * Double(size.height) / 3.2,
        width: Double(size.width) / 3, height: Double(size.height) / 3)
      return Drawing(shape, in: frame, opacity: index == 5 ? 0.5 : 1)
    }
  }

  @Test("A rotated painting equals the rotation of the painting", arguments: Rotation.allCases)
  func turned(rotation: Rotation) {
    let panel = PixelSize(240, 150)
    let upright = rotation.upright(panel)
    let scene = Self.scene(upright)
    let plain = PainterSheet(scene, on: upright, pictures: Self.pictures)
    let turned = PainterSheet(scene, on: panel, turned: rotation, pictures: Self.pictures)
    let differences = PainterSheet.differences(turned.upright(rotation), plain.pixels)
    // Smooth edges differ slightly between horizontal and vertical.
    #expect((differences.max() ?? 0) <= 32)
    #expect(differences.reduce(0, +) < differences.count / 6)
  }

  @Test("A rotation repaints everything")
  func turnsLater() {
    let panel = PixelSize(240, 150)
    let painter = Painter(panel: panel, font: Theme().font)
    let sheet = PainterSheet(panel)
    // One picture has the same size in both.
    let poster = Drawing(.picture(PictureID("a")), in: Rect(x: 90, y: 50, width: 40, height: 40))
    sheet.paint(Self.scene(panel) + [poster], by: painter, pictures: Self.pictures)
    painter.rotation = .clockwise
    let scene = Self.scene(PixelSize(150, 240)) + [poster]
    sheet.paint(scene, by: painter, pictures: Self.pictures)
    let fresh = PainterSheet(scene, on: panel, turned: .clockwise, pictures: Self.pictures)
    #expect(sheet.pixels == fresh.pixels)
  }

  @Test(
    "Painting only the damage equals painting everything", arguments: Rotation.allCases
  )
  func dirty(rotation: Rotation) {
    let panel = PixelSize(240, 150)
    let scene = Self.scene(rotation.upright(panel))
    let full = PainterSheet(scene, on: panel, turned: rotation, pictures: Self.pictures)
    let painter = Painter(panel: panel, rotation: rotation, font: Theme().font)
    let sheet = PainterSheet(panel)
    sheet.paint(scene, by: painter, pictures: Self.pictures)
    var seed: UInt64 = 7
    func random(_ limit: Int) -> Int {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(seed >> 33) % limit
    }
    for _ in 0..<60 {
      let part = PixelRect(
        x: random(240) - 20, y: random(150) - 20, width: random(90) + 1, height: random(90) + 1)
      let other = PixelRect(x: random(240), y: random(150), width: 30, height: 20)
      sheet.paint(scene, only: [part, other], by: painter, pictures: Self.pictures)
    }
    let differences = PainterSheet.differences(sheet.pixels, full.pixels)
    // cairo rounds slanted edges at the border of the damage, and the last bit of gradients,
    // which is not visible.
    #expect((differences.max() ?? 0) <= 8)
    #expect(differences.filter { $0 > 1 }.count <= 8)
  }

  @Test(
    "A moved shape leaves no trace if its old and new areas are damaged",
    arguments: Rotation.allCases)
  func moved(rotation: Rotation) {
    let panel = PixelSize(240, 150)
    let upright = rotation.upright(panel)
    let (before, after) = (Self.scene(upright), Self.scene(upright, moved: 7.3))
    let painter = Painter(panel: panel, rotation: rotation, font: Theme().font)
    let sheet = PainterSheet(panel)
    sheet.paint(before, by: painter, pictures: Self.pictures)
    let dirty = (before + after).map { rotation.onPanel($0.extent.pixels, of: panel) }
    sheet.paint(after, only: dirty, by: painter, pictures: Self.pictures)
    let fresh = PainterSheet(after, on: panel, turned: rotation, pictures: Self.pictures)
    #expect(sheet.pixels == fresh.pixels)
  }

  @Test("Undamaged areas are not touched, and damaged empty areas become transparent")
  func untouched() {
    let sheet = PainterSheet(PixelSize(40, 30), filledWith: 0xDEAD_BEEF)
    let painter = Painter(panel: sheet.size, font: Theme().font)
    let box = Drawing(.box(Color(0)), in: Rect(x: 0, y: 0, width: 12, height: 30))
    let dirty = PixelRect(x: 10, y: 5, width: 8, height: 6)
    sheet.paint([box], only: [dirty], by: painter)
    for y in 0..<30 {
      for x in 0..<40 {
        let isDirty = Rect(dirty).contains(Point(Double(x), Double(y)))
        #expect(sheet[x, y] == (isDirty ? (x < 12 ? 0xFF00_0000 : 0) : 0xDEAD_BEEF))
      }
    }
  }
}
