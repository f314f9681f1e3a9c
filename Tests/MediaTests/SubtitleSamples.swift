import Foundation
import Pictures

/// Subtitle files for the tests: two lines of text, or one box from the first second to the third.
enum Sample {
  static let box = PixelRect(x: 200, y: 400, width: 120, height: 40)

  static func write(_ name: String, _ bytes: [UInt8]) throws -> String {
    let folder = FileManager.default.temporaryDirectory.appending(path: "vitrine-subtitles")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let path = folder.appending(path: name)
    try Data(bytes).write(to: path)
    return path.path
  }

  static func text(_ kind: String) throws -> String {
    let srt = """
      1
      00:00:01,000 --> 00:00:03,000
      Grüße

      2
      00:00:04,000 --> 00:00:05,000
      Text

      """
    let path = try write("two.srt", Array(srt.utf8))
    switch kind {
    case "srt": return path
    case "mp4": return try Made.clip("two-lines.mp4", ["-i", path, "-c:s", "mov_text"])
    case "mkv": return try Made.clip("two-lines.mkv", ["-i", path, "-c:s", "srt"])
    default: return try Made.clip("two-lines.\(kind)", ["-i", path])
    }
  }

  static func pictures(_ kind: String) throws -> String {
    let path = try write("box.sup", presentationGraphics())
    let input = ["-copyts", "-fix_sub_duration", "-f", "sup", "-i", path]
    switch kind {
    case "sup": return path
    case "mkv": return try Made.clip("box-pgs.mkv", input + ["-c:s", "copy"])
    case "ts": return try Made.clip("box-dvb.ts", input + ["-c:s", "dvbsub"])
    default: return try Made.clip("box-dvd.mkv", input + ["-c:s", "dvdsub"])
    }
  }

  /// The format that Blu-ray discs use: one composition with a box, and one without.
  private static func presentationGraphics() -> [UInt8] {
    let window = two(box.x) + two(box.y) + two(box.width) + two(box.height)
    // A run of palette entry 1 and the end of the line, for each row.
    let row: [UInt8] = [0, 0xC0 | UInt8(box.width >> 8), UInt8(box.width & 0xFF), 1, 0, 0]
    let runs = (0..<box.height).flatMap { _ in row }
    let object: [UInt8] =
      two(0) + [0, 0xC0] + three(runs.count + 4) + two(box.width) + two(box.height) + runs
    let shown: [UInt8] = [1] + two(0) + [0, 0] + two(box.x) + two(box.y)
    return segment(0x16, at: 1, composition(0x80, 0) + shown)
      + segment(0x17, at: 1, [1, 0] + window)
      // Entry 1: yellow enough, opaque.
      + segment(0x14, at: 1, [0, 0, 1, 210, 146, 16, 255])
      + segment(0x15, at: 1, object) + segment(0x80, at: 1, [])
      + segment(0x16, at: 3, composition(0x00, 1) + [0])
      + segment(0x17, at: 3, [1, 0] + window) + segment(0x80, at: 3, [])
  }

  private static func composition(_ state: UInt8, _ number: Int) -> [UInt8] {
    two(720) + two(480) + [0x10] + two(number) + [state, 0, 0]
  }

  private static func segment(_ type: UInt8, at second: Int, _ body: [UInt8]) -> [UInt8] {
    let pts = second * 90_000
    return Array("PG".utf8) + two(pts >> 16) + two(pts & 0xFFFF) + [0, 0, 0, 0, type]
      + two(body.count) + body
  }

  private static func two(_ value: Int) -> [UInt8] { [UInt8(value >> 8), UInt8(value & 0xFF)] }
  private static func three(_ value: Int) -> [UInt8] { [UInt8(value >> 16)] + two(value & 0xFFFF) }
}
