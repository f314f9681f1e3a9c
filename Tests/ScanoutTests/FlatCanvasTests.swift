import Testing
import VitrinePictures
import VitrinePlayback
import VitrineTiming

@testable import VitrineScanout

struct FlatCanvasTests {
  private static let size = PixelSize(32, 16)

  private static func plan(_ range: ColorDescription.Range) throws -> ScanoutPlan {
    let description = PictureDescription(
      format: .nv12, depth: 8, chroma: .c420, size: size,
      color: ColorDescription(matrix: .bt709, range: range))
    return try #require(
      ScanoutPlan.candidates(for: description, Arrangement(), on: size, format: .nv12).first)
  }

  private static func picture(_ luma: UInt8, _ run: Int, _ plan: ScanoutPlan) throws
    -> ScanoutPicture
  {
    let buffer = try ScanoutBuffer(canvasOf: size, .nv12)
    buffer.clear(plan.color)
    let pitch = buffer.layout.planes[0].pitch
    for row in 0..<size.height {
      for column in 0..<size.width {
        unsafe buffer.bytes.storeBytes(of: luma, toByteOffset: row * pitch + column, as: UInt8.self)
      }
    }
    return ScanoutPicture(
      run: Run(run), pts: .zero, duration: .zero, buffer: buffer, plan: plan, holder: .none)
  }

  @Test("A picture is composed again for another encoding, and black is that of the encoding")
  func encodings() throws {
    let (limited, full) = try (Self.plan(.limited), Self.plan(.full))
    let (a, b, c) = try (
      Self.picture(100, 1, limited), Self.picture(200, 2, full), Self.picture(60, 3, limited)
    )
    var canvas = try FlatCanvas(limited)
    func luma(
      _ picture: ScanoutPicture, _ other: ScanoutPicture, _ step: TransitionStep,
      _ plan: ScanoutPlan
    )
      throws -> UInt8
    {
      let target = try ScanoutBuffer(canvasOf: Self.size, .nv12)
      var layers = Layers(picture)
      layers.mixture = Mixture(with: other, isNext: true, step)
      try canvas.write(layers, to: target, plan)
      return unsafe target.bytes[0]
    }
    let middle = TransitionStep(.crossFade, at: 2048)
    // 100 of 16 to 235 is 98 of 0 to 255.
    #expect(abs(Int(try luma(a, b, middle, full)) - 149) <= 1)
    // 200 of 255 is 188 of 16 to 235.
    #expect(abs(Int(try luma(b, c, middle, limited)) - 124) <= 1)
    let black = TransitionStep(.fade, at: 2048)
    #expect(try luma(b, c, black, limited) == 16)
    #expect(try luma(a, b, black, full) == 0)
  }

  @Test("The same picture for another output is the same in a mixture")
  func mirrored() throws {
    let plan = try Self.plan(.limited)
    let (a, b) = try (Self.picture(1, 1, plan), Self.picture(2, 2, plan))
    func mixture(_ other: ScanoutPicture) -> Mixture {
      Mixture(with: other, isNext: true, TransitionStep(.crossFade, at: 7))
    }
    let copies = [a, a, b].map { ScanoutPicture(mirroring: $0, plan) }
    #expect(mixture(copies[0]) == mixture(copies[1]))
    #expect(mixture(copies[0]) != mixture(copies[2]))
  }
}
