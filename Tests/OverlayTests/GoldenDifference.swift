import Glibc
import VitrinePictures

/// The difference of two pictures of one size. Channels count from 0 to 255.
struct GoldenDifference {
  /// The mean over all channels.
  let mean: Double
  /// The mean in the most different square of 16 pixels: small differences show here and are lost
  /// in the overall mean.
  let worst: Double
  /// The differences as a picture; equal pixels are black.
  let picture: GoldenPicture

  /// Squares overlap: they consist of four cells.
  private static let cell = 8

  init(_ a: GoldenPicture, _ b: GoldenPicture) {
    let size = a.size
    let columns = size.width / Self.cell + 1
    var cells = [Int](repeating: 0, count: columns * (size.height / Self.cell + 1))
    var pixels = [UInt32](repeating: 0, count: a.pixels.count)
    a.pixels.withUnsafeBufferPointer { a in
      b.pixels.withUnsafeBufferPointer { b in
        for y in 0..<size.height {
          let row = y * size.width
          // Most rows are equal.
          if let a = a.baseAddress, let b = b.baseAddress,
            memcmp(a + row, b + row, size.width * MemoryLayout<UInt32>.stride) == 0
          {
            continue
          }
          for x in 0..<size.width where a[row + x] != b[row + x] {
            let (red, green, blue) = Self.channels(a[row + x], b[row + x])
            cells[y / Self.cell * columns + x / Self.cell] += red + green + blue
            pixels[row + x] =
              Self.visible(red) << 16 | Self.visible(green) << 8 | Self.visible(blue)
          }
        }
      }
    }
    mean = Double(cells.reduce(0, +)) / Double(3 * a.pixels.count)
    worst = Self.worst(of: cells, columns: columns)
    picture = GoldenPicture(size: size, pixels: pixels)
  }

  private static func worst(of cells: [Int], columns: Int) -> Double {
    let squares = cells.indices.dropLast(columns + 1).map {
      cells[$0] + cells[$0 + 1] + cells[$0 + columns] + cells[$0 + columns + 1]
    }
    return Double(squares.max() ?? 0) / Double(3 * 4 * cell * cell)
  }

  private static func channels(_ a: UInt32, _ b: UInt32) -> (Int, Int, Int) {
    func off(_ shift: UInt32) -> Int { abs(Int(a >> shift & 255) - Int(b >> shift & 255)) }
    return (off(16), off(8), off(0))
  }

  private static func visible(_ difference: Int) -> UInt32 { UInt32(min(difference * 4, 255)) }
}
