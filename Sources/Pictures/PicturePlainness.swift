/// How much of a picture is nearly of one colour: of black before a film begins, of a wall, of a
/// sky. A value.
public struct PicturePlainness: Comparable, Sendable {
  /// Of its pixels, those that are near the middle colour: 0 to 1.
  public let share: Double

  /// From here on nothing can be made out that tells one film from another.
  private static let limit = 0.92
  /// So far from the middle, of 255, a colour still looks like it.
  private static let reach = 18

  /// Whether it tells nothing.
  public var isPlain: Bool { share >= Self.limit }

  public static func < (one: PicturePlainness, other: PicturePlainness) -> Bool {
    one.share < other.share
  }

  /// Of pixels in XRGB, row after row without padding.
  public init(_ pixels: [UInt32]) {
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
