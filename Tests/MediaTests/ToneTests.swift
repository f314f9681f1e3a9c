import Glibc
import Testing
import VitrineFakes
import VitrinePictures
import VitrineTiming

@testable import VitrineMedia

@Suite("HDR is mapped to SDR")
struct ToneTests {
  /// 8-bit Y', Cb and Cr converted from 10-bit Y', Cb and Cr.
  private typealias Colour = (y: Int, cb: Int, cr: Int)

  /// Maps a P010 picture with one colour per block of two by two pixels.
  private func mapped(
    _ colours: [Colour], _ hdr: HDRMetadata = HDRMetadata(.pq), to format: PixelFormat = .nv12,
    spread: Int = 0
  ) throws -> [Colour] {
    let size = PixelSize(colours.count * 2, 2)
    let source = try #require(BufferLayout(format: .p010, size: size, pitch: size.width * 2))
    let target = try #require(BufferLayout(format: format, size: size, pitch: size.width))
    let from = UnsafeMutableRawBufferPointer.allocate(byteCount: source.byteCount, alignment: 64)
    let to = UnsafeMutableRawBufferPointer.allocate(byteCount: target.byteCount, alignment: 64)
    defer {
      from.deallocate()
      to.deallocate()
    }
    let samples = from.bindMemory(to: UInt16.self)
    for (index, colour) in colours.enumerated() {
      for (place, sign) in [(0, 1), (1, -1), (size.width, 1), (size.width + 1, -1)] {
        samples[index * 2 + place] = UInt16((colour.y + sign * spread) << 6)
      }
      samples[source.planes[1].offset / 2 + index * 2] = UInt16(colour.cb << 6)
      samples[source.planes[1].offset / 2 + index * 2 + 1] = UInt16(colour.cr << 6)
    }
    let color = ColorDescription(matrix: .bt2020, range: .limited)
    let frame = try #require(Frame(showing: from, layout: source, color: color))
    var converter = PictureConverter()
    try converter.convert(
      frame,
      .init(
        source: PixelRect(size), sourceColor: color, destination: PixelRect(size), layout: target,
        tones: hdr),
      into: to)
    let (cb, cr) = (target.planes[1].offset, format == .nv12 ? 1 : target.planes[2].offset)
    return colours.indices.map { index in
      let pair = format == .nv12 ? (cb + index * 2, cb + index * 2 + 1) : (cb + index, cr + index)
      return (Int(to[index * 2]), Int(to[pair.0]), Int(to[pair.1]))
    }
  }

  /// The 10-bit luma of a grey with this luminance in cd/m².
  private func pq(_ light: Double) -> Int { Int((64 + 876 * ToneCurve.pq(light)).rounded()) }

  @Test("Black stays black, grey stays grey, and brighter is never darker")
  func greys() throws {
    for hdr in [HDRMetadata(.pq), HDRMetadata(.hlg)] {
      let greys = try mapped((0..<1024).map { ($0, 512, 512) }, hdr)
      #expect(greys[...64].allSatisfy { $0.y == 16 })
      #expect(greys.allSatisfy { $0.cb == 128 && $0.cr == 128 })
      #expect(zip(greys, greys.dropFirst()).allSatisfy { $0.y <= $1.y })
      #expect(greys[940].y >= 234 && greys.allSatisfy { $0.y <= 235 })
    }
  }

  @Test("Reference white at 203 cd/m² is nearly white, and highlights above it still differ")
  func white() throws {
    let lights = try mapped([203, 400, 600, 990].map { (pq($0), 512, 512) })
    #expect((208...230).contains(lights[0].y), "\(lights)")
    #expect(lights[0].y < lights[1].y && lights[1].y < lights[2].y && lights[3].y >= 234)
    // Content graded for no more than white is shown unchanged, except for the grid's last cell.
    var dim = HDRMetadata(.pq)
    dim.maxContentLight = 203
    #expect(try mapped([(pq(203), 512, 512)], dim)[0].y >= 226)
  }

  @Test("Dark and middle greys keep their luminance", arguments: [1.0, 5, 20, 50])
  func middle(light: Double) throws {
    let shown = try mapped([(pq(light), 512, 512)])[0].y
    let wanted = 16 + 219 * pow(light / 203, 1 / 2.4)
    #expect(abs(Double(shown) - wanted) <= 2, "\(shown), \(wanted)")
  }

  @Test("The brightest content is white, whatever its metadata")
  func peaks() throws {
    for peak in [0, 203, 4000, 65_535] as [UInt16] {
      var hdr = HDRMetadata(.pq)
      (hdr.maxLuminance, hdr.maxContentLight) = (peak, peak)
      let brightest = Double((100...10_000).contains(peak) ? peak : 1000)
      #expect(try mapped([(pq(brightest), 512, 512)], hdr)[0].y >= 226)
    }
  }

  @Test("Colours keep their hue: red stays red, green green and blue blue")
  func hues() throws {
    // BT.2020's primary at 100 cd/m², which BT.709 lacks.
    let e = ToneCurve.pq(100)
    let primaries = [(e, 0, 0), (0, e, 0), (0, 0, e)].map { red, green, blue -> Colour in
      let y = 0.2627 * red + 0.6780 * green + 0.0593 * blue
      return (
        Int(64 + 876 * y), Int(512 + 896 * (blue - y) / 1.8814), Int(512 + 896 * (red - y) / 1.4746)
      )
    }
    let shown = try mapped(primaries)
    #expect(shown[0].cr > 170 && shown[0].cb < 128)
    #expect(shown[1].cr < 100 && shown[1].cb < 110)
    #expect(shown[2].cb > 170 && shown[2].cr < 128)
  }

  @Test("Between grid points the error is one step of 255, five at most")
  func exactness() throws {
    var random = SeededRandom(seed: 5)
    let curve = ToneCurve(HDRMetadata(.pq))
    var (colours, exact): ([Colour], [SIMD3<Double>]) = ([], [])
    for _ in 0..<4000 {
      // Colours of paint, skin and sky; glowing ones are nearer to the edge and less accurate.
      let light = Double.random(in: 1...300, using: &random)
      let parts = SIMD3<Double>.random(in: 0.5...1, using: &random) * light
      let signal = SIMD3(ToneCurve.pq(parts.x), ToneCurve.pq(parts.y), ToneCurve.pq(parts.z))
      let y = (signal * SIMD3(0.2627, 0.6780, 0.0593)).sum()
      let (cb, cr) = (512 + 896 * (signal.z - y) / 1.8814, 512 + 896 * (signal.x - y) / 1.4746)
      let colour = (Int((64 + 876 * y).rounded()), Int(cb.rounded()), Int(cr.rounded()))
      colours.append(colour)
      let (b, r) = (Double(colour.1 - 512) / 896, Double(colour.2 - 512) / 896)
      let luma = Double(colour.0 - 64) / 876
      exact.append(
        ToneTable.exact(
          curve,
          SIMD3(luma + 1.4746 * r, luma - 0.16455 * b - 0.57135 * r, luma + 1.8814 * b)))
    }
    let errors = zip(try mapped(colours), exact).map { shown, exact in
      max(
        abs(Double(shown.y) - exact.x), abs(Double(shown.cb) - exact.y),
        abs(Double(shown.cr) - exact.z))
    }
    #expect((errors.max() ?? 9) < 5 && errors.reduce(0, +) / 4000 < 1, "\(errors.max() ?? 9)")
  }

  @Test("Pixels of a block keep their own luminance, near or far", arguments: [3, 8, 9, 200])
  func blocks(spread: Int) throws {
    let colours: [Colour] = (0..<60).map { (270 + $0 * 7, 450 + $0 * 2, 570 - $0 * 2) }
    let alone = try mapped(colours.map { ($0.y + spread, $0.cb, $0.cr) })
    let together = try mapped(colours, spread: spread)
    #expect(zip(alone, together).allSatisfy { abs($0.y - $1.y) <= 1 })
    #expect(try zip(mapped(colours), together).allSatisfy { $0.cb == $1.cb && $0.cr == $1.cr })
  }

  @Test("Grey stays grey in odd sizes, parts, other layouts, scaled, rotated and as RGB")
  func ways() throws {
    var converter = PictureConverter()
    for input in ["yuv420p10le", "yuv422p10le", "yuv444p12le"] {
      let path = try Made.clip(
        "tone-\(input).mkv",
        [
          "-f", "lavfi", "-i", "color=c=0x808080:s=67x35:r=5:d=0.2", "-pix_fmt", input,
          "-c:v", "rawvideo", "-f", "nut",
        ])
      let frame = try #require(try Self.firstFrame(path))
      for (target, size, rotation) in [
        (PixelFormat.nv12, PixelSize(67, 35), Rotation.none),
        (.yuv420, PixelSize(67, 35), Rotation.none),
        (.nv12, PixelSize(134, 70), .none), (.nv12, PixelSize(35, 67), .clockwise),
        (.xrgb8888, PixelSize(40, 20), .none),
      ] {
        let layout = try #require(BufferLayout(format: target, size: size, pitch: 1024))
        let bytes = UnsafeMutableRawBufferPointer.allocate(
          byteCount: layout.byteCount, alignment: 64)
        defer { bytes.deallocate() }
        bytes.initializeMemory(as: UInt8.self, repeating: 0)
        try converter.convert(
          frame,
          .init(
            source: PixelRect(frame.size),
            sourceColor: ColorDescription(matrix: .bt2020, range: .limited),
            destination: PixelRect(size), layout: layout, rotation: rotation,
            tones: HDRMetadata(.pq)),
          into: bytes)
        let middle = bytes[1024 * (size.height / 2) + (target.isRGB ? 4 : 1) * (size.width / 2)]
        // Half of PQ is 92 cd/m²: 0.72 of white by gamma, 173 of 235 or 183 of 255.
        #expect((165...190).contains(middle), "\(input) \(target) \(size): \(middle)")
      }
    }
  }

  private static func firstFrame(_ path: String) throws -> Frame? {
    var reader = try StillReader(path: path, interrupter: .init())
    return try reader.picture(near: .zero)
  }

  @Test("NV12 and three planes have the same colours")
  func layouts() throws {
    let colours: [Colour] = (0..<32).map { (64 + $0 * 25, 400 + $0 * 7, 600 - $0 * 6) }
    let (pairs, planes) = (try mapped(colours), try mapped(colours, to: .yuv420))
    #expect(zip(pairs, planes).allSatisfy { $0 == $1 })
  }
}
