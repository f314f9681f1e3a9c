/// How much of a picture has nearly the same colour, such as black before a film starts, a wall or
/// the sky.
package struct PicturePlainness: Comparable, Sendable {
  /// The share of its pixels near the median colour: 0 to 1.
  package let share: Double

  /// From here on, pictures of different videos cannot be told apart.
  private static let limit = 0.92
  /// The maximum difference from the median, of 255, that still looks like it.
  private static let reach = 18

  /// Whether it is too plain to be recognisable.
  package var isPlain: Bool { share >= Self.limit }

  package static func < (one: PicturePlainness, other: PicturePlainness) -> Bool {
    one.share < other.share
  }

  /// The pixels are XRGB, row by row without padding.
  package init(_ pixels: [UInt32]) {
    var counts = [[Int]](repeating: [Int](repeating: 0, count: 256), count: 3)
    for pixel in pixels {
      for channel in 0..<3 { counts[channel][Self.level(channel, of: pixel)] += 1 }
    }
    let middle = counts.map { Self.median($0, of: pixels.count) }
    let near = pixels.count { pixel in
      (0..<3).allSatisfy { abs(Self.level($0, of: pixel) - middle[$0]) <= Self.reach }
    }
    share = pixels.isEmpty ? 1 : Double(near) / Double(pixels.count)
  }

  private static func level(_ channel: Int, of pixel: UInt32) -> Int {
    Int(pixel >> UInt32(8 * channel) & 255)
  }

  private static func median(_ counts: [Int], of total: Int) -> Int {
    var sum = 0
    return counts.firstIndex { count in
      sum += count
      return 2 * sum >= total
    } ?? 0
  }
}
