import Testing
import VitrineFakes
import VitrinePictures

@testable import VitrineMedia

/// Graphics blended over YUV, compared with the definition in floating point.
struct GraphicsPassTests {
  private static let formats: [PixelFormat] = [
    .nv12, .p010, .yuv420, .nv16, .yuv422, .nv24, .yuv444, .yuyv, .uyvy,
  ]
  private static let colors = [ColorDescription.Matrix.bt601, .bt709, .bt2020].flatMap { matrix in
    [ColorDescription.Range.limited, .full].map { ColorDescription(matrix: matrix, range: $0) }
  }
  /// Boxes at even and odd places, at the edges, of one pixel, and beyond the picture.
  private static let boxes = [
    PixelRect(x: 4, y: 2, width: 8, height: 6), PixelRect(x: 5, y: 3, width: 7, height: 5),
    PixelRect(x: 0, y: 0, width: 21, height: 13), PixelRect(x: 20, y: 12, width: 1, height: 1),
    PixelRect(x: 19, y: 11, width: 9, height: 9), PixelRect(x: 3, y: 7, width: 1, height: 1),
  ]

  /// A YUV picture of random samples in any format.
  private struct Picture {
    let layout: BufferLayout
    var bytes: [UInt8]

    init(_ format: PixelFormat, _ size: PixelSize, _ random: inout SeededRandom) throws {
      let pitch = BufferLayout.alignedPitch(format: format, width: size.width)
      layout = try #require(BufferLayout(format: format, size: size, pitch: pitch))
      bytes = (0..<layout.byteCount).map { _ in UInt8.random(in: 0...255, using: &random) }
      // The lower bits are zero.
      guard format == .p010 else { return }
      for index in stride(from: 0, to: bytes.count, by: 2) { bytes[index] &= 0xC0 }
    }

    /// Luma, then both kinds of chroma. For chroma, `x` and `y` count its samples.
    func sample(_ kind: Int, _ x: Int, _ y: Int) -> Int {
      func at(_ plane: Int, _ place: Int) -> Int {
        let (found, offset) = (layout.planes[plane], layout.planes[plane].offset)
        let index = offset + y * found.pitch + place
        guard layout.format == .p010 else { return Int(bytes[index]) }
        return (Int(bytes[index]) | Int(bytes[index + 1]) << 8) >> 6
      }
      switch layout.format {
      case .yuyv: return at(0, kind == 0 ? 2 * x : 4 * x + 2 * kind - 1)
      case .uyvy: return at(0, kind == 0 ? 2 * x + 1 : 4 * x + 2 * kind - 2)
      case .p010: return kind == 0 ? at(0, 2 * x) : at(1, 4 * x + 2 * (kind - 1))
      case .nv12, .nv16, .nv24: return kind == 0 ? at(0, x) : at(1, 2 * x + kind - 1)
      default: return at(kind, x)
      }
    }
  }

  /// Premultiplied ARGB: transparent, opaque and between.
  private static func graphics(_ size: PixelSize, _ random: inout SeededRandom) -> [UInt32] {
    (0..<size.width * size.height).map { _ in
      let alpha =
        [0, 0, 255, 255, UInt32.random(in: 1...254, using: &random)].randomElement(
          using: &random) ?? 0
      let parts = (0..<3).map { _ in UInt32.random(in: 0...alpha, using: &random) }
      return alpha << 24 | parts[0] << 16 | parts[1] << 8 | parts[2]
    }
  }

  /// The sample by the definitions: the mean of the graphics around it, over the old sample.
  private static func expected(
    _ old: Int, _ kind: Int, at x: Int, _ y: Int, under graphics: [UInt32], in box: PixelRect,
    _ layout: BufferLayout, _ color: ColorDescription
  ) -> Double {
    let (size, depth) = (layout.size, layout.format.depth)
    let (across, down) = kind == 0 ? (1, 1) : layout.format.chroma
    let columns = across == 1 ? [(x, 1.0)] : [(2 * x - 1, 0.25), (2 * x, 0.5), (2 * x + 1, 0.25)]
    let rows = down == 1 ? [(y, 1.0)] : [(2 * y, 0.5), (2 * y + 1, 0.5)]
    var sum = [0.0, 0, 0, 0]
    for (column, columnShare) in columns {
      for (row, rowShare) in rows {
        let (inX, inY) = (min(max(column, 0), size.width - 1), min(row, size.height - 1))
        guard inX >= box.x, inX < box.right, inY >= box.y, inY < box.bottom else { continue }
        let pixel = graphics[inY * size.width + inX]
        for part in 0..<4 {
          sum[part] += Double(pixel >> (24 - 8 * part) & 255) / 255 * columnShare * rowShare
        }
      }
    }
    let (kr, kb): (Double, Double) =
      switch color.matrix {
      case .bt601: (0.299, 0.114)
      case .bt709: (0.2126, 0.0722)
      case .bt2020: (0.2627, 0.0593)
      }
    let y = kr * sum[1] + (1 - kr - kb) * sum[2] + kb * sum[3]
    let signal = [y, (sum[3] - y) / 2 / (1 - kb), (sum[1] - y) / 2 / (1 - kr)][kind]
    let (isFull, step) = (color.range == .full, Double(1 << (depth - 8)))
    let scale = isFull ? Double(1 << depth - 1) : (kind == 0 ? 219 : 224) * step
    let zero = kind > 0 ? 128 * step : isFull ? 0 : 16 * step
    let value = zero + (Double(old) - zero) * (1 - sum[0]) + signal * scale
    return min(max(value, 0), Double(1 << depth - 1))
  }

  @Test("Each sample is within one code of the exact blend", arguments: formats, colors)
  func exact(format: PixelFormat, color: ColorDescription) throws {
    var random = SeededRandom(seed: 7)
    let size = PixelSize(21, 13)
    let graphics = Self.graphics(size, &random)
    for box in Self.boxes {
      let before = try Picture(format, size, &random)
      var after = before
      let pass = try #require(GraphicsPass(over: color, before.layout))
      unsafe after.bytes.withUnsafeMutableBytes { bytes in
        unsafe graphics.withUnsafeBytes {
          unsafe pass.blend(box, of: $0, pitch: size.width * 4, over: bytes)
        }
      }
      let (across, down) = format.chroma
      let chroma = PixelSize(
        (size.width + across - 1) / across, (size.height + down - 1) / down)
      var largest = 0.0
      for (kind, size) in [size, chroma, chroma].enumerated() {
        for y in 0..<size.height {
          for x in 0..<size.width {
            let wanted = Self.expected(
              before.sample(kind, x, y), kind, at: x, y, under: graphics, in: box, before.layout,
              color)
            largest = max(largest, abs(Double(after.sample(kind, x, y)) - wanted))
          }
        }
      }
      #expect(largest <= 1, "\(box)")
    }
  }

  @Test("Transparent graphics change nothing, and opaque ones leave nothing", arguments: formats)
  func extremes(format: PixelFormat) throws {
    var random = SeededRandom(seed: 11)
    let (size, color) = (PixelSize(16, 8), ColorDescription(matrix: .bt709, range: .limited))
    let before = try Picture(format, size, &random)
    let pass = try #require(GraphicsPass(over: color, before.layout))
    for (pixel, wanted) in [(UInt32(0), nil), (0xFFFF_FFFF, [235, 128, 128])] {
      var after = before
      let graphics = [UInt32](repeating: pixel, count: size.width * size.height)
      unsafe after.bytes.withUnsafeMutableBytes { bytes in
        unsafe graphics.withUnsafeBytes {
          unsafe pass.blend(PixelRect(size), of: $0, pitch: size.width * 4, over: bytes)
        }
      }
      guard let wanted else {
        #expect(after.bytes == before.bytes)
        continue
      }
      let codes = wanted.map { $0 << (format.depth - 8) }
      #expect((0..<3).map { after.sample($0, 3, 2) } == codes)
      #expect((0..<3).map { after.sample($0, 0, 0) } == codes)
    }
  }

  @Test("There is no such pass over RGB")
  func rgb() throws {
    let layout = try #require(
      BufferLayout(format: .xrgb8888, size: PixelSize(4, 4), pitch: 16))
    #expect(GraphicsPass(over: ColorDescription(matrix: .bt709, range: .full), layout) == nil)
  }
}
