package import VitrinePictures

/// A subtitle file in the format of Blu-ray discs with one light box; FFmpeg has no encoder for it.
/// A composition shows the box, and an empty one removes it.
package struct PGSFile: Sendable {
  package var box: PixelRect
  package var canvas: PixelSize
  /// In seconds.
  package var start: Int
  package var end: Int

  package init(box: PixelRect, canvas: PixelSize, from start: Int, to end: Int) {
    self.box = box
    self.canvas = canvas
    self.start = start
    self.end = end
  }

  package var bytes: [UInt8] {
    let window = two(box.x) + two(box.y) + two(box.width) + two(box.height)
    // A run of palette entry 1 and the end of the line, for each row.
    let row: [UInt8] = [0, 0xC0 | UInt8(box.width >> 8), UInt8(box.width & 0xFF), 1, 0, 0]
    let runs = (0..<box.height).flatMap { _ in row }
    let object: [UInt8] =
      two(0) + [0, 0xC0] + three(runs.count + 4) + two(box.width) + two(box.height) + runs
    let shown: [UInt8] = [1] + two(0) + [0, 0] + two(box.x) + two(box.y)
    return segment(0x16, at: start, composition(0x80, 0) + shown)
      + segment(0x17, at: start, [1, 0] + window)
      // Entry 1: a light yellow, opaque.
      + segment(0x14, at: start, [0, 0, 1, 210, 146, 16, 255])
      + segment(0x15, at: start, object) + segment(0x80, at: start, [])
      + segment(0x16, at: end, composition(0x00, 1) + [0])
      + segment(0x17, at: end, [1, 0] + window) + segment(0x80, at: end, [])
  }

  private func composition(_ state: UInt8, _ number: Int) -> [UInt8] {
    two(canvas.width) + two(canvas.height) + [0x10] + two(number) + [state, 0, 0]
  }

  private func segment(_ type: UInt8, at second: Int, _ body: [UInt8]) -> [UInt8] {
    let pts = second * 90_000
    let stamp = two(pts >> 16) + two(pts & 0xFFFF)
    return Array("PG".utf8) + stamp + [0, 0, 0, 0, type] as [UInt8] + two(body.count) + body
  }

  private func two(_ value: Int) -> [UInt8] { [UInt8(value >> 8), UInt8(value & 0xFF)] }
  private func three(_ value: Int) -> [UInt8] { [UInt8(value >> 16)] + two(value & 0xFFFF) }
}
