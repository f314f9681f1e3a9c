import Testing
import VitrineCanvas
import VitrineFakes
import VitrineLinux
import VitrineOverlay
import VitrinePictures
import VitrinePlayback
import VitrineScenes
import VitrineTesting
import VitrineTiming

@testable import VitrineEngine
@testable import VitrinePlaylists
@testable import VitrineScanout

@Suite("The interface's memory")
struct InterfaceCanvasTests {
  private static let panel = PixelSize(64, 48)

  private func canvas(_ rotation: Rotation = .none) throws -> InterfaceCanvas {
    let clock = ManualClock()
    let host = ManualDisplay(clock)
    host.start(ManualSound(clock), report: { _ in })
    let display = SharedDisplay(host, fit: .contain, rotation: .none)
    return try InterfaceCanvas(display, rotation: rotation, font: "Sans")
  }

  /// The pixels that a display shows.
  private func pixels(of layer: InterfaceLayer?) -> [UInt32] {
    let size = Self.panel
    var seen = [UInt32](repeating: 0, count: size.width * size.height)
    guard let layer else { return seen }
    let pitch = layer.buffer.layout.planes[0].pitch
    for row in layer.box.y..<layer.box.bottom {
      for column in layer.box.x..<layer.box.right {
        seen[row * size.width + column] = unsafe layer.buffer.bytes.loadUnaligned(
          fromByteOffset: row * pitch + column * 4, as: UInt32.self)
      }
    }
    return seen
  }

  private func subtitles(_ box: PixelRect, _ pixel: UInt32) throws -> SubtitlePicture {
    let buffer = try ScanoutBuffer(canvasOf: Self.panel)
    buffer.forRows(of: box) { offset, count in
      unsafe UnsafeMutableRawBufferPointer(rebasing: buffer.bytes[offset..<offset + count])
        .bindMemory(to: UInt32.self).update(repeating: pixel)
    }
    return SubtitlePicture(
      run: Run(1), start: .zero, layer: nil, pixels: PixelPatch(box, of: buffer))
  }

  private func box(_ generator: inout some RandomNumberGenerator, of size: PixelSize) -> Rect {
    let x = Double.random(in: -8..<Double(size.width), using: &generator).rounded()
    let y = Double.random(in: -8..<Double(size.height), using: &generator).rounded()
    return Rect(
      x: x, y: y, width: Double.random(in: 1..<30, using: &generator).rounded(),
      height: Double.random(in: 1..<20, using: &generator).rounded())
  }

  @Test(
    "Each buffer equals a full redraw",
    arguments: Rotation.allCases)
  func turns(rotation: Rotation) throws {
    var generator = SeededRandom(seed: UInt64(rotation.rawValue) + 7)
    let canvas = try canvas(rotation)
    let upright = rotation.upright(Self.panel)
    var (drawings, below): ([Drawing], SubtitlePicture?) = ([], nil)
    // The display keeps some of them for as long as it likes.
    var kept: [InterfaceLayer?] = []
    for step in 0..<100 {
      if Bool.random(using: &generator), !drawings.isEmpty {
        drawings.remove(at: Int.random(in: drawings.indices, using: &generator))
      } else if drawings.count < 12 {
        let color = Color(UInt32.random(in: 0...0xFFFFFF, using: &generator), alpha: 0.6)
        drawings.append(Drawing(.box(color), in: box(&generator, of: upright)))
      }
      if step % 7 == 3 {
        let place = PixelRect(
          x: Int.random(in: 0..<30, using: &generator),
          y: Int.random(in: 0..<30, using: &generator), width: 20, height: 10)
        below = step % 3 == 0 ? nil : try subtitles(place, 0xFF00_00FF | UInt32(step) << 8)
      }
      guard let picture = canvas.picture(of: drawings, over: below, pictures: { _ in nil }) else {
        continue
      }
      let fresh = try self.canvas(rotation)
        .picture(of: drawings, over: below, pictures: { _ in nil })
      #expect(pixels(of: picture.layer) == pixels(of: fresh?.layer), "step \(step)")
      kept.append(picture.layer)
      if kept.count > 2 { kept.removeFirst() }
    }
  }

  @Test("Nothing is drawn without changes, and an empty interface uses no memory")
  func nothing() throws {
    let canvas = try canvas()
    let one = [Drawing(.box(Color(0xFF0000)), in: Rect(x: 20, y: 20, width: 5, height: 5))]
    let first = try #require(canvas.picture(of: one, over: nil, pictures: { _ in nil }))
    #expect(first.layer?.box == PixelRect(x: 16, y: 16, width: 16, height: 16))
    #expect(canvas.picture(of: one, over: nil, pictures: { _ in nil }) == nil)
    let none = try #require(canvas.picture(of: [], over: nil, pictures: { _ in nil }))
    #expect(none.layer == nil)
  }

  @Test("Damage covers the changed areas and no more")
  func damage() throws {
    let canvas = try canvas()
    var drawings = [
      Drawing(.box(Color(0xFF0000)), in: Rect(x: 0, y: 0, width: 8, height: 8)),
      Drawing(.box(Color(0x00FF00)), in: Rect(x: 40, y: 30, width: 8, height: 8)),
    ]
    _ = canvas.picture(of: drawings, over: nil, pictures: { _ in nil })
    drawings[1].frame.x = 42
    let moved = try #require(canvas.picture(of: drawings, over: nil, pictures: { _ in nil }))
    #expect(moved.layer?.damage == [PixelRect(x: 40, y: 30, width: 10, height: 8)])
  }

  @Test("Subtitles below the safe area are raised into it at any content rotation")
  func raised() throws {
    let canvas = try canvas()
    let button = [Drawing(.box(Color(0xFF0000)), in: Rect(x: 0, y: 40, width: 64, height: 8))]
    let low = try subtitles(PixelRect(x: 10, y: 34, width: 20, height: 10), 0xFFFF_FFFF)
    let room = Rect(x: 0, y: 0, width: 64, height: 38)
    let picture = canvas.picture(of: button, over: low, within: room, pictures: { _ in nil })
    let seen = pixels(of: picture?.layer)
    let rows = (0..<48).filter { seen[$0 * 64 + 12] == 0xFFFF_FFFF }
    #expect(rows == Array(28..<38))
  }
}
