import Foundation

/// A screenshot as numbers. It has a million pixels and tests are not optimized, so functions that read all of them use
/// the plain bytes.
struct Pixels {
  let width: Int
  let height: Int
  /// Red, green and blue of each pixel, row by row.
  let bytes: [UInt8]

  /// Decodes a PNG file, whose header contains its size.
  init(png: URL) throws {
    let head = try FileHandle(forReadingFrom: png).read(upToCount: 24) ?? Data()
    guard head.count == 24 else { throw Clips.ClipError(text: "\(png.path) is not a PNG file") }
    func side(_ place: Int) -> Int { head[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
    (width, height) = (side(16), side(20))
    let raw = png.appendingPathExtension("rgb")
    let result = try Lab.run(
      "ffmpeg",
      ["-v", "error", "-y", "-i", png.path, "-f", "rawvideo", "-pix_fmt", "rgb24", raw.path])
    bytes = Array(try Data(contentsOf: raw))
    guard bytes.count == width * height * 3 else {
      throw Clips.ClipError(text: "\(png.path): \(result.output)")
    }
  }

  private init(width: Int, height: Int, bytes: [UInt8]) {
    (self.width, self.height, self.bytes) = (width, height, bytes)
  }

  /// A part, and the number of bytes around it that are not black.
  func part(x: Int, y: Int, width: Int, height: Int) -> (inside: Pixels, light: Int) {
    var (inside, light) = ([UInt8](), 0)
    for row in 0..<self.height {
      let line = bytes[row * self.width * 3..<(row + 1) * self.width * 3]
      guard (y..<y + height).contains(row) else {
        light += line.count { $0 > 0 }
        continue
      }
      let first = line.startIndex + x * 3
      let part = line[first..<first + width * 3]
      light += line[..<first].count { $0 > 0 } + line[part.endIndex...].count { $0 > 0 }
      inside += part
    }
    return (Pixels(width: width, height: height, bytes: inside), light)
  }

  /// Red, green and blue.
  subscript(x: Int, y: Int) -> [Int] {
    let start = (y * width + x) * 3
    return bytes[start..<start + 3].map(Int.init)
  }

  /// How many corners of QR codes a row of pixels cuts: dark, light, dark, light and dark in the
  /// ratio 1:1:3:1:1 (ISO/IEC 18004).
  func finderPatterns(inRow y: Int) -> Int {
    var runs: [(isDark: Bool, length: Int)] = []
    for x in 0..<width {
      let isDark = self[x, y].allSatisfy { $0 < 128 }
      if runs.last?.isDark == isDark {
        runs[runs.count - 1].length += 1
      } else {
        runs.append((isDark, 1))
      }
    }
    return runs.indices.dropLast(4).count { start in
      let square = runs[start].length
      return runs[start].isDark && square > 1
        && runs[start..<start + 5].map(\.length) == [1, 1, 3, 1, 1].map { $0 * square }
    }
  }

  /// The rectangle around all pixels with a green value above `level`; nil if there are none.
  func bounds(above level: UInt8) -> (x: ClosedRange<Int>, y: ClosedRange<Int>)? {
    var (left, right, top, bottom) = (width, -1, height, -1)
    bytes.withUnsafeBufferPointer { values in
      var (place, x, y) = (1, 0, 0)
      while y < height {
        if values[place] > level {
          if x < left { left = x }
          if x > right { right = x }
          if y < top { top = y }
          bottom = y
        }
        (place, x) = (place + 3, x + 1)
        if x == width { (x, y) = (0, y + 1) }
      }
    }
    return right < 0 ? nil : (left...right, top...bottom)
  }

  /// The positions along a row or column where the green value crosses `level`.
  func crossings(of level: Int, row: Int? = nil, column: Int? = nil) -> [Int] {
    let line =
      row.map { y in (0..<width).map { self[$0, y][1] } }
      ?? (0..<height).map { self[column ?? 0, $0][1] }
    return (1..<line.count).filter { (line[$0 - 1] < level) != (line[$0] < level) }
  }
}
