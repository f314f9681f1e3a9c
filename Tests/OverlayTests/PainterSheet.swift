import VitrineCanvas
import VitrineOverlay
import VitrinePictures
import VitrineScenes

/// Memory for a painter, and access to its pixels.
final class PainterSheet {
  let size: PixelSize
  private let bytes: UnsafeMutableRawBufferPointer

  /// Fills every pixel with `value` before painting.
  init(_ size: PixelSize, filledWith value: UInt32 = 0) {
    self.size = size
    bytes = .allocate(byteCount: size.width * size.height * 4, alignment: 64)
    bytes.bindMemory(to: UInt32.self).initialize(repeating: value)
  }

  deinit { bytes.deallocate() }

  /// A fresh sheet with these drawings painted on all of it.
  convenience init(
    _ drawings: [Drawing], on size: PixelSize = PixelSize(200, 160),
    turned rotation: Rotation = .none, pictures: [PictureID: PaintedPicture] = [:]
  ) {
    self.init(size)
    let painter = Painter(panel: size, rotation: rotation, font: Theme().font)
    paint(drawings, by: painter, pictures: pictures)
  }

  func paint(
    _ drawings: [Drawing], only dirty: [PixelRect]? = nil, by painter: Painter,
    pictures: [PictureID: PaintedPicture] = [:]
  ) {
    painter.paint(
      drawings, only: dirty ?? [PixelRect(size)], into: bytes, pitch: size.width * 4,
      pictures: { pictures[$0] ?? $0.pixels.map(PaintedPicture.init) })
  }

  subscript(x: Int, y: Int) -> UInt32 {
    bytes.bindMemory(to: UInt32.self)[y * size.width + x]
  }

  func alpha(_ x: Int, _ y: Int) -> Int { Int(self[x, y] >> 24) }

  /// The panel's pixels, row by row.
  var pixels: [UInt32] { Array(bytes.bindMemory(to: UInt32.self)) }

  /// The smallest rectangle that contains every pixel that is not transparent.
  var ink: PixelRect? {
    let pixels = bytes.bindMemory(to: UInt32.self)
    let places = pixels.indices.filter { pixels[$0] > 0xFF_FFFF }
    let columns = places.map { $0 % size.width }
    guard let left = columns.min(), let right = columns.max(), let first = places.first,
      let last = places.last
    else { return nil }
    let (top, bottom) = (first / size.width, last / size.width)
    return PixelRect(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
  }

  /// The upright pixels of a rotated panel.
  func upright(_ rotation: Rotation) -> [UInt32] {
    let upright = rotation.upright(size)
    return (0..<upright.width * upright.height).map { index in
      let pixel = PixelRect(
        x: index % upright.width, y: index / upright.width, width: 1, height: 1)
      let place = rotation.onPanel(pixel, of: size)
      return self[place.x, place.y]
    }
  }

  /// The channel differences of two pictures.
  static func differences(_ a: [UInt32], _ b: [UInt32]) -> [Int] {
    func channel(_ pixel: UInt32, _ shift: UInt32) -> Int { Int(pixel >> shift & 255) }
    return zip(a, b).map { a, b -> Int in
      guard a != b else { return 0 }
      let shifts: [UInt32] = [0, 8, 16, 24]
      return shifts.map { abs(channel(a, $0) - channel(b, $0)) }.max() ?? 0
    }
  }
}

/// A picture of four colours: red and green above, blue and white below.
func fourColors(_ size: PixelSize) -> PaintedPicture {
  let pixels =
    (0..<size.width * size.height).map { index in
      let isRight = index % size.width >= size.width / 2
      let isBelow = index / size.width >= size.height / 2
      // The top byte of XRGB is ignored.
      return isBelow ? (isRight ? 0x00FF_FFFF : 0x1200_00FF) : (isRight ? 0x3400_FF00 : 0x56FF_0000)
    } as [UInt32]
  return pixels.withUnsafeBytes {
    PaintedPicture(copying: $0, size: size, pitch: size.width * 4)
  }
}

/// One of each, for tables.
let oneOfEachShape: [Shape] = [
  .box(Color(0x336699)), .box(Color(0x336699, alpha: 0.6), radius: 9),
  .gradient(top: Color(0xFF0000), bottom: Color(0x0000FF, alpha: 0.5)),
  .outline(Color(0xFFFFFF), width: 3, radius: 8),
  .text(Text("Vitrine gj", size: 22, color: Color(0xFFFFFF))),
  .icon(.play, Color(0xFFFFFF)), .picture(PictureID("a")), .picture(PictureID("a"), radius: 12),
  .arc(Color(0x00FF00), width: 6, start: 0.1, length: 0.6),
]
