import Testing
import VitrinePictures

@testable import VitrineMedia

@Suite("Rotated pictures")
struct PictureTurnerTests {
  /// A picture of one format in its own memory, with samples that all differ.
  private final class Picture {
    let layout: BufferLayout
    private let memory: UnsafeMutableRawBufferPointer
    let bytes: UnsafeMutableBufferPointer<UInt8>

    /// With rows of whole cache lines, as in display memory, or not.
    init(_ format: PixelFormat, _ size: PixelSize, filled: Bool, inLines: Bool = false) throws {
      let least = BufferLayout.leastPitch(format: format, width: size.width)
      let pitch = inLines ? (least + 63) / 64 * 64 : least + 12
      layout = try #require(BufferLayout(format: format, size: size, pitch: pitch))
      memory = .allocate(byteCount: layout.byteCount, alignment: 64)
      bytes = memory.initializeMemory(as: UInt8.self, repeating: 0)
      guard filled else { return }
      for index in bytes.indices {
        bytes[index] = UInt8(truncatingIfNeeded: index &* 37 ^ index >> 6)
      }
    }

    deinit { memory.deallocate() }

    func withPlanes<Answer>(_ body: (PictureTurner.Planes) -> Answer) -> Answer {
      let base = bytes.baseAddress
      return body(
        PictureTurner.Planes(
          starts: layout.planes.compactMap { plane in base.map { $0 + plane.offset } },
          pitches: layout.planes.map(\.pitch), format: layout.format, size: layout.size))
    }

    /// The bytes of one sample group of a memory plane.
    func sample(_ plane: Int, _ x: Int, _ y: Int) -> UnsafeBufferPointer<UInt8> {
      let size = layout.format.memoryPlanes?[plane].bytes ?? 0
      let start = layout.planes[plane].offset + y * layout.planes[plane].pitch + x * size
      return UnsafeBufferPointer(rebasing: bytes[start..<start + size])
    }
  }

  private func place(
    _ x: Int, _ y: Int, _ rotation: Rotation, _ width: Int, _ height: Int
  ) -> (x: Int, y: Int) {
    switch rotation {
    case .none: (x, y)
    case .clockwise: (height - 1 - y, x)
    case .upsideDown: (width - 1 - x, height - 1 - y)
    case .counterclockwise: (y, width - 1 - x)
    }
  }

  @Test(
    "Every sample moves to its rotated place, in every format and in odd sizes",
    arguments: [PixelFormat.yuv420, .nv12, .p010, .yuv444, .nv24, .xrgb8888, .rgb565],
    Rotation.allCases)
  func turned(format: PixelFormat, rotation: Rotation) throws {
    let sizes = [
      PixelSize(64, 48), PixelSize(50, 34), PixelSize(8, 8), PixelSize(37, 21),
      PixelSize(200, 150), PixelSize(131, 64),
    ]
    for size in sizes {
      try check(format, rotation, size, inLines: false)
      try check(format, rotation, size, inLines: true)
    }
  }

  private func check(
    _ format: PixelFormat, _ rotation: Rotation, _ size: PixelSize, inLines: Bool
  ) throws {
    let source = try Picture(format, size, filled: true)
    let target = try Picture(format, rotation.upright(size), filled: false, inLines: inLines)
    let isDone = source.withPlanes { from in
      target.withPlanes { PictureTurner.turn(from, by: rotation, into: $0) }
    }
    #expect(isDone)
    for (plane, memory) in (format.memoryPlanes ?? []).enumerated() {
      let width = (size.width + memory.across - 1) / memory.across
      let height = (size.height + memory.down - 1) / memory.down
      for y in 0..<height {
        for x in 0..<width {
          let to = place(x, y, rotation, width, height)
          if source.sample(plane, x, y).elementsEqual(target.sample(plane, to.x, to.y)) { continue }
          Issue.record("plane \(plane), \(x) \(y) of \(size)")
          return
        }
      }
    }
  }

  @Test("Separate chroma planes become interleaved on the way", arguments: Rotation.allCases)
  func pairs(rotation: Rotation) throws {
    for size in [PixelSize(64, 48), PixelSize(50, 34), PixelSize(38, 22)] {
      let source = try Picture(.yuv420, size, filled: true)
      let target = try Picture(.nv12, rotation.upright(size), filled: false)
      let isDone = source.withPlanes { from in
        target.withPlanes { PictureTurner.turn(from, by: rotation, into: $0) }
      }
      #expect(isDone)
      let (width, height) = (size.width / 2, size.height / 2)
      for y in 0..<height {
        for x in 0..<width {
          let to = place(x, y, rotation, width, height)
          #expect(
            target.sample(1, to.x, to.y)
              .elementsEqual(Array(source.sample(1, x, y)) + source.sample(2, x, y)))
        }
      }
    }
  }

  @Test("A format that cannot be rotated by sample is refused, and nothing is written")
  func refused() throws {
    for format in [PixelFormat.yuyv, .nv16, .yuv422] {
      let source = try Picture(format, PixelSize(32, 32), filled: true)
      let target = try Picture(format, PixelSize(32, 32), filled: false)
      let isDone = source.withPlanes { from in
        target.withPlanes { PictureTurner.turn(from, by: .clockwise, into: $0) }
      }
      #expect(!isDone && target.bytes.allSatisfy { $0 == 0 })
    }
  }
}
