import Testing
import VitrinePictures

struct GeometryTests {
  private static let display = PixelSize(1920, 1080)

  @Test(
    "A picture is placed according to its fit",
    arguments: [
      (PixelSize(640, 480), (1, 1), .contain, PixelRect(x: 240, y: 0, width: 1440, height: 1080)),
      (PixelSize(1920, 800), (1, 1), .contain, PixelRect(x: 0, y: 140, width: 1920, height: 800)),
      (PixelSize(720, 576), (64, 45), .contain, PixelRect(x: 0, y: 0, width: 1920, height: 1080)),
      (PixelSize(640, 480), (1, 1), .stretch, PixelRect(x: 0, y: 0, width: 1920, height: 1080)),
      (PixelSize(640, 480), (1, 1), .cover, PixelRect(x: 0, y: 0, width: 1920, height: 1080)),
    ] as [(PixelSize, (Int, Int), Fit, PixelRect)])
  func destinations(size: PixelSize, aspect: (Int, Int), fit: Fit, expected: PixelRect) {
    let placement = fit.placement(of: size, pixelAspect: aspect, on: Self.display)
    #expect(placement.destination == expected)
  }

  @Test(
    "The display size has square pixels and is upright",
    arguments: [
      (PixelSize(1920, 1080), (1, 1), .none, PixelSize(1920, 1080)),
      (PixelSize(720, 576), (64, 45), .none, PixelSize(1024, 576)),
      (PixelSize(720, 480), (8, 9), .none, PixelSize(640, 480)),
      (PixelSize(1920, 1080), (1, 1), .clockwise, PixelSize(1080, 1920)),
      (PixelSize(720, 576), (16, 15), .counterclockwise, PixelSize(576, 768)),
      (PixelSize(640, 480), (1, 1), .upsideDown, PixelSize(640, 480)),
      (PixelSize(1, 9), (1, 100), .none, PixelSize(1, 9)),
      (PixelSize(0, 9), (1, 1), .none, nil), (PixelSize(9, 9), (0, 0), .none, nil),
    ] as [(PixelSize, (Int, Int), Rotation, PixelSize?)])
  func displaySizes(size: PixelSize, aspect: (Int, Int), rotation: Rotation, expected: PixelSize?) {
    var picture = PictureDescription(
      format: nil, depth: 8, chroma: .c420, size: size,
      pixelAspect: .init(across: aspect.0, down: aspect.1),
      color: ColorDescription(matrix: .bt709, range: .limited))
    picture.rotation = rotation
    #expect(picture.displaySize == expected)
  }

  @Test("Cover crops both sides equally, on even pixels")
  func cover() {
    let placement = Fit.cover.placement(of: PixelSize(640, 480), on: Self.display)
    #expect(placement.source == PixelRect(x: 0, y: 60, width: 640, height: 360))
  }

  @Test("Invalid sizes from a file do not divide by zero")
  func nonsense() {
    let placement = Fit.contain.placement(
      of: PixelSize(0, 10), pixelAspect: (0, 0), on: Self.display)
    #expect(placement.destination == PixelRect(Self.display))
  }

  @Test(
    "Planes of one buffer follow each other",
    arguments: [
      (.nv12, 2048, [0, 2048 * 1080], [2048, 2048]),
      (.yuv420, 2048, [0, 2048 * 1080, 2048 * 1080 + 1024 * 540], [2048, 1024, 1024]),
      (.p010, 4096, [0, 4096 * 1080], [4096, 4096]), (.xrgb8888, 7680, [0], [7680]),
      (.nv24, 2048, [0, 2048 * 1080], [2048, 4096]),
    ] as [(PixelFormat, Int, [Int], [Int])])
  func layouts(format: PixelFormat, pitch: Int, offsets: [Int], pitches: [Int]) throws {
    let layout = try #require(
      BufferLayout(format: format, size: PixelSize(1920, 1080), pitch: pitch))
    #expect(layout.planes.map(\.offset) == offsets)
    #expect(layout.planes.map(\.pitch) == pitches)
  }

  @Test("A layout too small for its picture is refused")
  func refused() {
    let size = PixelSize(1920, 1080)
    #expect(BufferLayout(format: .nv12, size: size, pitch: 1919) == nil)
    #expect(BufferLayout(format: .nv12, size: size, pitch: 1920, allocatedRows: 1000) == nil)
    #expect(BufferLayout(format: .nv12, size: PixelSize(100_000, 2), pitch: 1 << 20) == nil)
    #expect(
      BufferLayout(format: PixelFormat(rawValue: 1), size: size, pitch: 1 << 14) == nil)
  }

  @Test("Odd widths have room for their last chroma sample")
  func odd() {
    #expect(BufferLayout.leastPitch(format: .nv12, width: 853) == 854)
    #expect(BufferLayout.leastPitch(format: .yuyv, width: 853) == 1708)
  }

  @Test("The decoder's own format is tried first, and RGB last")
  func preference() {
    let color = ColorDescription(matrix: nil, range: nil, of: PixelSize(720, 576))
    #expect(color == ColorDescription(matrix: .bt601, range: .limited))
    let video = PictureDescription(
      format: .yuv420, depth: 8, chroma: .c420, size: PixelSize(720, 576), color: color)
    #expect(video.scanoutPreference.first == .yuv420)
    #expect(video.scanoutPreference.suffix(4).allSatisfy { $0.isRGB })
    let deep = PictureDescription(
      format: nil, depth: 10, chroma: .c420, size: PixelSize(1920, 1080), color: color)
    #expect(deep.scanoutPreference.first == .p010)
  }
}
