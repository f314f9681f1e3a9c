import Foundation

/// A picture of the screen, as numbers.
struct Pixels {
  let width: Int
  let height: Int
  private let bytes: Data

  /// Decodes a PNG file.
  init(png: URL) throws {
    let probe = try Lab.run(
      "ffprobe",
      ["-v", "error", "-show_entries", "stream=width,height", "-of", "csv=p=0", png.path])
    let sides = probe.output.split(whereSeparator: { !$0.isNumber }).compactMap { Int($0) }
    guard sides.count == 2 else { throw Clips.ClipError(text: "\(png.path): \(probe.output)") }
    (width, height) = (sides[0], sides[1])
    let raw = png.appendingPathExtension("rgb")
    _ = try Lab.run(
      "ffmpeg",
      ["-v", "error", "-y", "-i", png.path, "-f", "rawvideo", "-pix_fmt", "rgb24", raw.path])
    bytes = try Data(contentsOf: raw)
  }

  /// Red, green and blue.
  subscript(x: Int, y: Int) -> [Int] {
    let start = (y * width + x) * 3
    return (0..<3).map { Int(bytes[start + $0]) }
  }

  /// The places along a row or column where the green value crosses `level`.
  func crossings(of level: Int, row: Int? = nil, column: Int? = nil) -> [Int] {
    let line =
      row.map { y in (0..<width).map { self[$0, y][1] } }
      ?? (0..<height).map { self[column ?? 0, $0][1] }
    return (1..<line.count).filter { (line[$0 - 1] < level) != (line[$0] < level) }
  }
}
