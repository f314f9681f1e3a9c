import Testing
import VitrinePictures

@testable import VitrineMedia

/// Pictures whose plane assumes another YUV encoding.
@Suite("YUV of another matrix or range")
struct ColorPassTests {
  private static let size = PixelSize(16, 8)

  /// Colours as red, green and blue in percent.
  private static let colors: [[Double]] = [
    [0, 0, 0], [100, 100, 100], [50, 50, 50], [80, 10, 10], [10, 70, 20], [15, 25, 85],
    [70, 60, 10], [10, 60, 60],
  ]

  private static let descriptions = [ColorDescription.Matrix.bt601, .bt709, .bt2020].flatMap {
    matrix in
    [ColorDescription.Range.limited, .full].map { ColorDescription(matrix: matrix, range: $0) }
  }

  /// By the definitions of ITU-R BT.601, BT.709 and BT.2020.
  private static func yuv(_ rgb: [Double], _ color: ColorDescription) -> [UInt8] {
    let (kr, kb): (Double, Double) =
      switch color.matrix {
      case .bt601: (0.299, 0.114)
      case .bt709: (0.2126, 0.0722)
      case .bt2020: (0.2627, 0.0593)
      }
    let (red, green, blue) = (rgb[0] / 100, rgb[1] / 100, rgb[2] / 100)
    let y = kr * red + (1 - kr - kb) * green + kb * blue
    let (cb, cr) = ((blue - y) / 2 / (1 - kb), (red - y) / 2 / (1 - kr))
    let isFull = color.range == .full
    let values =
      isFull
      ? [y * 255, 128 + cb * 255, 128 + cr * 255]
      : [16 + y * 219, 128 + cb * 224, 128 + cr * 224]
    return values.map { UInt8(max(0, min(255, $0.rounded()))) }
  }

  private static func layout(_ format: PixelFormat, _ size: PixelSize) throws -> BufferLayout {
    let pitch = BufferLayout.alignedPitch(format: format, width: size.width)
    return try #require(BufferLayout(format: format, size: size, pitch: pitch))
  }

  /// A uniform picture, converted; returns its middle.
  private static func converted(
    _ rgb: [Double], _ format: PixelFormat, from: ColorDescription, to color: ColorDescription,
    in target: PixelFormat, _ targetSize: PixelSize, _ rotation: Rotation = .none
  ) throws -> [UInt8] {
    let source = try layout(format, size)
    let (memory, result) = (
      UnsafeMutableRawBufferPointer.allocate(byteCount: source.byteCount, alignment: 64),
      UnsafeMutableRawBufferPointer.allocate(
        byteCount: try layout(target, targetSize).byteCount, alignment: 64)
    )
    defer {
      unsafe memory.deallocate()
      unsafe result.deallocate()
    }
    let wanted = yuv(rgb, from)
    for (index, plane) in source.planes.enumerated() {
      for place in 0..<plane.pitch * plane.rows {
        let isPair = format == .nv12 && index == 1
        unsafe memory[plane.offset + place] = isPair ? wanted[1 + place % 2] : wanted[index]
      }
    }
    let frame = try #require(unsafe Frame(showing: memory, layout: source, color: from))
    let into = try layout(target, targetSize)
    var converter = PictureConverter()
    unsafe try converter.convert(
      frame,
      PictureConverter.Job(
        source: PixelRect(size), sourceColor: from, destination: PixelRect(targetSize),
        layout: into, rotation: rotation, destinationColor: color),
      into: result)
    let (x, y) = (targetSize.width / 4 * 2, targetSize.height / 4 * 2)
    let planes = into.planes
    func at(_ plane: Int, _ x: Int, _ y: Int) -> UInt8 {
      unsafe result[planes[plane].offset + y * planes[plane].pitch + x]
    }
    switch target {
    case .nv12: return [at(0, x, y), at(1, x, y / 2), at(1, x + 1, y / 2)]
    case .yuyv: return [at(0, x * 2, y), at(0, x * 2 + 1, y), at(0, x * 2 + 3, y)]
    default: return [at(0, x, y), at(1, x / 2, y / 2), at(2, x / 2, y / 2)]
    }
  }

  private static func isNear(_ a: [UInt8], _ b: [UInt8], _ limit: Int = 2) -> Bool {
    zip(a, b).allSatisfy { abs(Int($0) - Int($1)) <= limit }
  }

  @Test("Every colour is preserved", arguments: descriptions, descriptions)
  func colors(from: ColorDescription, to color: ColorDescription) throws {
    for rgb in Self.colors {
      for (format, target) in [(PixelFormat.yuv420, PixelFormat.nv12), (.nv12, .yuv420)] {
        let found = try Self.converted(rgb, format, from: from, to: color, in: target, Self.size)
        #expect(Self.isNear(found, Self.yuv(rgb, color)), "\(rgb): \(found)")
      }
    }
  }

  @Test(
    "Colours are preserved in scaled, rotated, packed and subsampled pictures",
    arguments: [
      (PixelFormat.yuv420, PixelFormat.yuyv, size, Rotation.none),
      (.yuv420, .nv12, PixelSize(32, 20), .none), (.yuv420, .nv12, PixelSize(8, 16), .clockwise),
      (.yuv444, .nv12, size, .none), (.yuv422, .yuv420, PixelSize(32, 16), .upsideDown),
    ])
  func ways(
    format: PixelFormat, target: PixelFormat, targetSize: PixelSize, rotation: Rotation
  ) throws {
    let (from, color) = (
      ColorDescription(matrix: .bt709, range: .full),
      ColorDescription(matrix: .bt601, range: .limited)
    )
    for rgb in Self.colors {
      let found = try Self.converted(
        rgb, format, from: from, to: color, in: target, targetSize, rotation)
      #expect(Self.isNear(found, Self.yuv(rgb, color), 3), "\(rgb): \(found)")
    }
  }

  @Test("Odd sizes end at their edges")
  func odd() throws {
    let size = PixelSize(5, 3)
    let layout = try Self.layout(.yuv420, size)
    var target = [UInt8](repeating: 7, count: layout.byteCount)
    var source = [UInt8](repeating: 128, count: layout.byteCount)
    let color = ColorDescription(matrix: .bt709, range: .limited)
    try unsafe source.withUnsafeMutableBytes { bytes in
      let frame = try #require(unsafe Frame(showing: bytes, layout: layout, color: color))
      try unsafe target.withUnsafeMutableBytes { into in
        var converter = PictureConverter()
        unsafe try converter.convert(
          frame,
          PictureConverter.Job(
            source: PixelRect(size), sourceColor: color, destination: PixelRect(size),
            layout: layout, destinationColor: ColorDescription(matrix: .bt601, range: .limited)),
          into: into)
      }
    }
    for row in 0..<3 {
      let start = row * layout.planes[0].pitch
      #expect(target[start..<start + 5].allSatisfy { $0 == 128 })
      #expect(target[start + 5] == 7)
    }
  }
}
