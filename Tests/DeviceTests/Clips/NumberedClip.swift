import Foundation

/// A 640x480 clip with numbered frames and ten seconds between key frames. Reads the numbers back from screenshots.
/// tools/number_code.py defines the geometry.
struct NumberedClip {
  let path: String
  let seconds: Int
  static let rate = 30.0
  static let (width, height) = (640, 480)

  init(seconds: Int, rate: Double = Self.rate) throws {
    self.seconds = seconds
    let name = rate == Self.rate ? "\(seconds)" : "\(seconds)-\(Int(rate))"
    path = try Clips.once("numbers-\(name).mp4") { draft in
      let result = try Lab.run(
        Lab.root.appending(path: "tools/numbered-clip").path,
        [
          draft, "--seconds", "\(seconds)", "--size", "\(Self.width)x\(Self.height)", "--rate",
          "\(Int(rate))",
        ])
      guard result.status == 0 else { throw Clips.ClipError(text: result.output) }
    }
  }

  var count: Int { seconds * Int(Self.rate) }

  /// The numbers in `shot-1.png` and so on; nil if a picture has no reliable number.
  static func numbers(in folder: URL, count: Int) throws -> [Int?] {
    let raw = folder.appending(path: "shots.gray")
    let result = try Lab.run(
      "ffmpeg",
      [
        "-v", "error", "-y", "-start_number", "1", "-i", folder.appending(path: "shot-%d.png").path,
        "-vf", "scale=\(width):\(height):out_range=full,format=gray", "-f", "rawvideo", raw.path,
      ])
    let (bytes, size) = (try Data(contentsOf: raw), width * height)
    guard bytes.count == count * size else {
      throw Clips.ClipError(text: "\(bytes.count) bytes of \(count) pictures: \(result.output)")
    }
    return (0..<count).map { number(in: bytes[($0 * size)..<(($0 + 1) * size)]) }
  }

  private static func number(in gray: Data) -> Int? {
    var rows: [Int] = []
    for row in 0..<5 {
      var byte = 0
      for column in 0..<8 {
        let mean = blockMean(gray, column: column, row: row)
        if (96...160).contains(mean) { return nil }
        byte = byte << 1 | (mean > 160 ? 1 : 0)
      }
      rows.append(byte)
    }
    let number = rows[0] << 8 | rows[1]
    let check = number % 251 ^ 0x35
    return rows == [rows[0], rows[1], rows[0] ^ 255, rows[1] ^ 255, check] ? number : nil
  }

  /// The mean of the middle half of a block.
  private static func blockMean(_ gray: Data, column: Int, row: Int) -> Int {
    let (blockWidth, blockHeight) = (Double(width) / 16, Double(height) / 9)
    let left = Int((Double(column) + 4.25) * blockWidth)
    let top = Int((Double(row) + 2.25) * blockHeight)
    var (sum, count) = (0, 0)
    for y in top..<top + Int(blockHeight / 2) {
      let start = gray.startIndex + y * width
      for value in gray[(start + left)..<(start + left + Int(blockWidth / 2))] {
        (sum, count) = (sum + Int(value), count + 1)
      }
    }
    return sum / count
  }
}
