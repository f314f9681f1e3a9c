import Canvas
import Overlay
import Pictures

/// A picture small enough to be kept: opaque, in XRGB.
struct GoldenPicture {
  let size: PixelSize
  let pixels: [UInt32]

  /// Of a file; nil where there is none.
  init?(file: String) {
    guard let picture = PaintedPicture(pngFile: file) else { return nil }
    self.init(picture, size: picture.size)
  }

  /// Drawings as large as the display, made smaller by a whole number.
  init(_ drawings: [Drawing], on display: PixelSize) {
    let sheet = PainterSheet(drawings, on: display, pictures: GoldenSamples.pictures)
    let large = sheet.pixels.withUnsafeBytes {
      PaintedPicture(copying: $0, size: display, pitch: display.width * 4)
    }
    self.init(large, size: Self.reduced(display))
  }

  /// At most 640 pixels wide and high.
  static func reduced(_ display: PixelSize) -> PixelSize {
    let part = (max(display.width, display.height) + 639) / 640
    return PixelSize(display.width / part, display.height / part)
  }

  /// Each pixel is the mean of those it stands for.
  private init(_ picture: PaintedPicture, size: PixelSize) {
    let id = PictureID("large")
    let sheet = PainterSheet(
      [Drawing(.picture(id), in: Rect(size))], on: size, pictures: [id: picture])
    (self.size, pixels) = (size, sheet.pixels)
  }

  init(size: PixelSize, pixels: [UInt32]) { (self.size, self.pixels) = (size, pixels) }

  func write(to file: String) throws {
    var pixels = pixels
    let size = size
    try pixels.withUnsafeMutableBytes {
      try PNGFile.write($0, size: size, pitch: size.width * 4, to: file)
    }
  }
}

/// How far two pictures of one size are from each other.
struct GoldenDifference {
  /// Of the channels, 0 to 255.
  private(set) var mean = 0.0
  /// The part of the pixels that are clearly others.
  private(set) var strange = 0.0
  /// Where they differ: black where they do not.
  let picture: GoldenPicture

  /// A pixel is another when a channel is off by more than this.
  static let clear = 24

  init(_ a: GoldenPicture, _ b: GoldenPicture) {
    var (sum, count) = (0, 0)
    var pixels = [UInt32](repeating: 0, count: a.pixels.count)
    a.pixels.withUnsafeBufferPointer { a in
      b.pixels.withUnsafeBufferPointer { b in
        for index in 0..<a.count where a[index] != b[index] {
          let (red, green, blue) = Self.channels(a[index], b[index])
          sum += red + green + blue
          if max(red, green, blue) > Self.clear { count += 1 }
          pixels[index] = UInt32(
            min(red * 4, 255) << 16 | min(green * 4, 255) << 8 | min(blue * 4, 255))
        }
      }
    }
    mean = Double(sum) / Double(3 * a.pixels.count)
    strange = Double(count) / Double(a.pixels.count)
    picture = GoldenPicture(size: a.size, pixels: pixels)
  }

  private static func channels(_ a: UInt32, _ b: UInt32) -> (Int, Int, Int) {
    func off(_ shift: UInt32) -> Int { abs(Int(a >> shift & 255) - Int(b >> shift & 255)) }
    return (off(16), off(8), off(0))
  }
}
