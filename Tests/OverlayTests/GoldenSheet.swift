import VitrineCanvas
import VitrineOverlay
import VitrinePictures
import VitrineScenes

/// Several scenes side by side, in rows of one height each.
struct GoldenSheet {
  private static let width = 1600.0
  private static let gap = 16.0
  private static let (wide, tall) = (PixelSize(1920, 1080), PixelSize(1080, 1920))
  private static let rows = [
    (wide, ["playing", "list-focus", "drag-thumbnail"]),
    (wide, ["menu-focus", "skip-forward", "message-japanese"]),
    (tall, ["paused-japanese", "list", "menu-many", "playing-arabic", "volume"]),
  ]

  let picture: GoldenPicture

  init() {
    var drawings: [Drawing] = []
    var pictures: [PictureID: PaintedPicture] = [:]
    var top = 0.0
    for (size, names) in Self.rows {
      let count = Double(names.count)
      let width = ((Self.width - Self.gap * (count - 1)) / count).rounded(.down)
      let height = (width * Double(size.height) / Double(size.width)).rounded()
      for (column, name) in names.enumerated() {
        let frame = Rect(
          x: Double(column) * (width + Self.gap), y: top, width: width, height: height)
        let id = PictureID("\(name) \(size)")
        pictures[id] = Self.painted(name, size)
        drawings.append(Drawing(.picture(id, radius: 6), in: frame))
      }
      top += height + Self.gap
    }
    let size = PixelSize(Int(Self.width), Int(top - Self.gap))
    let paper = Drawing(.box(Color(0xFFFFFF)), in: Rect(size))
    let sheet = PainterSheet([paper] + drawings, on: size, pictures: pictures)
    picture = GoldenPicture(size: size, pixels: sheet.pixels)
  }

  private static func painted(_ name: String, _ size: PixelSize) -> PaintedPicture? {
    guard let scene = GoldenScene.all.first(where: { $0.name == name }) else { return nil }
    let sheet = PainterSheet(scene.drawings(size), on: size, pictures: GoldenSamples.pictures)
    return sheet.pixels.withUnsafeBytes {
      PaintedPicture(copying: $0, size: size, pitch: size.width * 4)
    }
  }
}
