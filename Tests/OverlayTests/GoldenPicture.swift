import VitrineCanvas
import VitrineOverlay
import VitrinePictures
import VitrineScenes

/// A picture small enough to store: opaque, in XRGB.
struct GoldenPicture {
  let size: PixelSize
  let pixels: [UInt32]

  /// Reads a file; nil if there is none.
  init?(file: String) {
    guard let picture = PaintedPicture(pngFile: file) else { return nil }
    self.init(picture, size: picture.size)
  }

  /// Downscales drawings of the display's size.
  init(_ drawings: [Drawing], on display: PixelSize) {
    let sheet = PainterSheet(drawings, on: display, pictures: GoldenSamples.pictures)
    let large = sheet.pixels.withUnsafeBytes {
      PaintedPicture(copying: $0, size: display, pitch: display.width * 4)
    }
    self.init(large, size: Self.reduced(display))
  }

  /// At most 640 pixels long, which shows everything visible from a sofa.
  static func reduced(_ display: PixelSize) -> PixelSize {
    let longer = max(display.width, display.height)
    return PixelSize(display.width * 640 / longer, display.height * 640 / longer)
  }

  /// Each pixel is the mean of those it stands for.
  private init(_ picture: PaintedPicture, size: PixelSize) {
    let id = PictureID("large")
    let sheet = PainterSheet(
      [Drawing(.picture(id), in: Rect(size))], on: size, pictures: [id: picture])
    (self.size, pixels) = (size, sheet.pixels)
  }

  init(size: PixelSize, pixels: [UInt32]) {
    self.size = size
    self.pixels = pixels
  }

  func write(to file: String) throws {
    var pixels = pixels
    let size = size
    try pixels.withUnsafeMutableBytes {
      try PNGFile.write($0, size: size, pitch: size.width * 4, to: file)
    }
  }
}
