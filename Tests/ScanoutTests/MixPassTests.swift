import Testing
import VitrinePictures
import VitrinePlayback

@testable import VitrineScanout

struct MixPassTests {
  private static let size = PixelSize(16, 12)

  private static func picture(
    _ format: PixelFormat, _ size: PixelSize = size, _ value: (_ offset: Int) -> UInt8
  ) throws -> ScanoutBuffer {
    let buffer = try ScanoutBuffer(canvasOf: size, format)
    for offset in 0..<buffer.bytes.count {
      unsafe buffer.bytes.storeBytes(of: value(offset), toByteOffset: offset, as: UInt8.self)
    }
    return buffer
  }

  private static func bytes(_ buffer: ScanoutBuffer) -> [UInt8] { unsafe Array(buffer.bytes) }

  @Test(
    "Each sample is the weighted mean, rounded",
    arguments: [PixelFormat.nv12, .yuv420, .xrgb8888, .nv16, .yuyv])
  func blend(format: PixelFormat) throws {
    let previous = try Self.picture(format) { UInt8(truncatingIfNeeded: $0 &* 7) }
    let next = try Self.picture(format) { UInt8(truncatingIfNeeded: 255 &- $0 &* 3) }
    for position in [0, 1, 1000, 2048, 4095, 4096] {
      let target = try Self.picture(format) { _ in 9 }
      let step = TransitionStep(.crossFade, at: position)
      MixPass(rotation: .none).mix(previous, next, at: step, into: target, PixelRect(Self.size))
      let expected = zip(Self.bytes(previous), Self.bytes(next)).map {
        UInt8((Int($0) * (256 - step.weight) + Int($1) * step.weight + 128) / 256)
      }
      let layout = target.layout
      for plane in layout.planes {
        let range = plane.offset..<plane.offset + plane.rows * plane.pitch
        #expect(Self.bytes(target)[range] == expected[range], "\(format) \(position)")
      }
    }
  }

  @Test("The mixture is written to its part of the target, and nowhere else")
  func part() throws {
    let previous = try Self.picture(.nv12) { _ in 10 }
    let next = try Self.picture(.nv12) { _ in 30 }
    for kind in [Transition.Kind.crossFade, .slide] {
      let target = try Self.picture(.nv12, PixelSize(32, 32)) { _ in 1 }
      let part = PixelRect(x: 4, y: 6, width: 16, height: 12)
      MixPass(rotation: .none).mix(
        previous, next, at: TransitionStep(kind, at: 2048), into: target, part)
      let luma = target.layout.planes[0]
      let seen = Self.bytes(target)
      for row in 0..<32 {
        for column in 0..<32 {
          let isInside = (4..<20).contains(column) && (6..<18).contains(row)
          let inside: UInt8 = kind == .crossFade ? 20 : column < 12 ? 10 : 30
          #expect(seen[row * luma.pitch + column] == (isInside ? inside : 1))
        }
      }
    }
  }

  @Test(
    "The next picture pushes the previous one to the left of the upright content",
    arguments: Rotation.allCases)
  func slide(rotation: Rotation) throws {
    // Each pixel is its own place, in the previous picture without and in the next with the top bit.
    func numbered(_ mark: UInt8) throws -> ScanoutBuffer {
      let buffer = try ScanoutBuffer(canvasOf: Self.size, .yuv444)
      let pitch = buffer.layout.planes[0].pitch
      for (row, column) in Self.places {
        unsafe buffer.bytes.storeBytes(
          of: UInt8(row * 10 + column % 10) | mark, toByteOffset: row * pitch + column,
          as: UInt8.self)
      }
      return buffer
    }
    let (previous, next) = try (numbered(0), numbered(128))
    let target = try ScanoutBuffer(canvasOf: Self.size, .yuv444)
    MixPass(rotation: rotation).mix(
      previous, next, at: TransitionStep(.slide, at: 1024), into: target, PixelRect(Self.size))
    // A quarter of 16 is 4, and of 12 is 2: the nearest even number below 3.
    let pitch = target.layout.planes[0].pitch
    let (before, after, seen) = (Self.bytes(previous), Self.bytes(next), Self.bytes(target))
    for (row, column) in Self.places {
      var (from, place) = (before, (row, column))
      switch rotation {
      case .none:
        place.1 += 4
        if place.1 >= 16 { (from, place.1) = (after, place.1 - 16) }
      case .upsideDown:
        place.1 -= 4
        if place.1 < 0 { (from, place.1) = (after, place.1 + 16) }
      case .clockwise:
        place.0 += 2
        if place.0 >= 12 { (from, place.0) = (after, place.0 - 12) }
      case .counterclockwise:
        place.0 -= 2
        if place.0 < 0 { (from, place.0) = (after, place.0 + 12) }
      }
      #expect(seen[row * pitch + column] == from[place.0 * pitch + place.1])
    }
  }

  @Test(
    "Chroma moves with luma, and a part of the display slides alone", arguments: Rotation.allCases)
  func slideOfPart(rotation: Rotation) throws {
    let (size, area) = (PixelSize(32, 32), PixelRect(x: 8, y: 4, width: 16, height: 20))
    func picture(_ value: UInt8) throws -> ScanoutBuffer {
      // Black beside the area.
      let buffer = try Self.picture(.nv12, size) { _ in 1 }
      let inside = try Self.picture(.nv12, PixelSize(16, 20)) { _ in value }
      buffer.copy(pictureOf: inside, to: area)
      return buffer
    }
    let (previous, next) = try (picture(10), picture(200))
    let target = try Self.picture(.nv12, size) { _ in 77 }
    let pass = MixPass(rotation: rotation, area: area)
    pass.mix(
      previous, next, at: TransitionStep(.slide, at: 2048), into: target, PixelRect(size))
    let seen = Self.bytes(target)
    for (plane, step) in zip(target.layout.planes, [1, 2]) {
      for row in 0..<32 / step {
        for column in 0..<32 {
          let (x, y) = (step == 1 ? column : column / 2 * 2, row * step)
          var expected: UInt8 = 1
          if (8..<24).contains(x), (4..<24).contains(y) {
            let isNext =
              switch rotation {
              case .none: x >= 16
              case .upsideDown: x < 16
              case .clockwise: y >= 14
              case .counterclockwise: y < 14
              }
            expected = isNext ? 200 : 10
          }
          #expect(seen[plane.offset + row * plane.pitch + column] == expected)
        }
      }
    }
  }

  private static let places = (0..<12).flatMap { row in (0..<16).map { (row, $0) } }
}
