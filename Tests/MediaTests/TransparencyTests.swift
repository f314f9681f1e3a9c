import Testing
import VitrinePictures

@testable import VitrineMedia

/// Translucent pictures with nothing below them.
@Suite("Transparent pictures")
struct TransparencyTests {
  private static let size = PixelSize(16, 8)

  /// One colour, `0xAARRGGBB` as decoders return it, converted to XRGB.
  private func converted(_ pixel: UInt32, to size: PixelSize, _ rotation: Rotation) throws -> UInt32
  {
    let source = try #require(
      BufferLayout(format: .argb8888, size: Self.size, pitch: Self.size.width * 4))
    let target = try #require(
      BufferLayout(format: .xrgb8888, size: size, pitch: size.width * 4))
    var pixels = [UInt32](repeating: pixel, count: Self.size.width * Self.size.height)
    var result = [UInt32](repeating: 0, count: size.width * size.height)
    let color = ColorDescription(matrix: .bt709, range: .full)
    try unsafe pixels.withUnsafeMutableBytes { bytes in
      let frame = try #require(unsafe Frame(showing: bytes, layout: source, color: color))
      try unsafe result.withUnsafeMutableBytes { into in
        var converter = PictureConverter()
        unsafe try converter.convert(
          frame,
          PictureConverter.Job(
            source: PixelRect(Self.size), sourceColor: color, destination: PixelRect(size),
            layout: target, rotation: rotation),
          into: into)
      }
    }
    #expect(pixels[0] == pixel, "the decoder's own memory")
    return result[result.count / 2] & 0xFF_FFFF
  }

  @Test(
    "Transparent pictures have a black background",
    arguments: [
      (UInt32(0xFF12_3456), UInt32(0x12_3456)), (0x80FF_FFFF, 0x80_8080), (0x00FF_FFFF, 0),
      (0x40FF_8000, 0x40_2000), (0x01FF_FFFF, 0x01_0101),
    ])
  func alpha(pixel: UInt32, seen: UInt32) throws {
    #expect(try converted(pixel, to: Self.size, .none) == seen)
    #expect(try converted(pixel, to: PixelSize(32, 16), .none) == seen)
    #expect(try converted(pixel, to: PixelSize(8, 16), .clockwise) == seen)
  }
}
