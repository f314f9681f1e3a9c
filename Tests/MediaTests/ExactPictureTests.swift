import Testing
import VitrinePictures

@testable import VitrineMedia

/// Pictures that are made once, such as screenshots and stills.
@Suite("Exact pictures")
struct ExactPictureTests {
  private static let size = PixelSize(256, 64)

  /// Ten bits: each sample identifies itself, over the limited range and somewhat beyond.
  private static func sample(_ plane: Int, _ x: Int, _ y: Int) -> Int {
    switch plane {
    case 0: 64 + (x * 7 + y * 13) % 877
    case 1: 64 + (x * 29 + y * 3) % 897
    default: 64 + (x * 5 + y * 31) % 897
    }
  }

  /// By the definition of ITU-R BT.709 in ten bits, in 255ths.
  private static func color(_ x: Int, _ y: Int) -> [Double] {
    let luma = Double(sample(0, x, y) - 64) / 876
    let blue = Double(sample(1, x / 2, y / 2) - 512) / 896
    let red = Double(sample(2, x / 2, y / 2) - 512) / 896
    let green = luma - 0.0722 / 0.7152 * 1.8556 * blue - 0.2126 / 0.7152 * 1.5748 * red
    return [luma + 1.5748 * red, green, luma + 1.8556 * blue].map { min(max($0, 0), 1) * 255 }
  }

  @Test(
    "Ten-bit pictures have each pixel's colour within one of 255",
    arguments: [Rotation.none, .upsideDown])
  func tenBits(rotation: Rotation) throws {
    let color = ColorDescription(matrix: .bt709, range: .limited)
    let source = try #require(
      BufferLayout(format: .p010, size: Self.size, pitch: Self.size.width * 2))
    let target = try #require(
      BufferLayout(format: .xrgb8888, size: Self.size, pitch: Self.size.width * 4))
    let (memory, result) = (
      UnsafeMutableRawBufferPointer.allocate(byteCount: source.byteCount, alignment: 64),
      UnsafeMutableRawBufferPointer.allocate(byteCount: target.byteCount, alignment: 64)
    )
    defer {
      unsafe memory.deallocate()
      unsafe result.deallocate()
    }
    for (index, plane) in source.planes.enumerated() {
      for row in 0..<plane.rows {
        for column in 0..<Self.size.width {
          let value =
            index == 0
            ? Self.sample(0, column, row) : Self.sample(1 + column % 2, column / 2, row)
          let place = plane.offset + row * plane.pitch + column * 2
          unsafe memory.storeBytes(of: UInt16(value << 6), toByteOffset: place, as: UInt16.self)
        }
      }
    }
    let frame = try #require(unsafe Frame(showing: memory, layout: source, color: color))
    var converter = PictureConverter()
    unsafe try converter.convert(
      frame,
      PictureConverter.Job(
        source: PixelRect(Self.size), sourceColor: color, destination: PixelRect(Self.size),
        layout: target, rotation: rotation, isExact: true),
      into: result)
    var most = 0.0
    for row in 0..<Self.size.height {
      for column in 0..<Self.size.width {
        let isTurned = rotation == .upsideDown
        let wanted = Self.color(
          isTurned ? Self.size.width - 1 - column : column,
          isTurned ? Self.size.height - 1 - row : row)
        for part in 0..<3 {
          let found = unsafe result[row * Self.size.width * 4 + column * 4 + 2 - part]
          most = max(most, abs(Double(found) - wanted[part]))
        }
      }
    }
    #expect(most <= 1, "\(most) of 255")
  }
}
