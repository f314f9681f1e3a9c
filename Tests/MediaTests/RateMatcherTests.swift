import Foundation
import Testing
import VitrineMedia

/// Sound for a device whose clock is a little faster or slower.
struct RateMatcherTests {
  private func tone(_ frames: Range<Int>) -> [Int16] {
    frames.flatMap { place -> [Int16] in
      let value = Int16(20_000 * sin(2 * .pi * 440 * Double(place) / 48_000))
      return [value, value]
    }
  }

  @Test(
    "The tone continues without a break, with as many frames more or fewer",
    arguments: [-2, 0, 1, 2])
  func lengths(extra: Int) throws {
    var matcher = try RateMatcher(.standard)
    var output: [Int16] = []
    for block in 0..<100 {
      output += try matcher.process(tone(block * 960..<(block + 1) * 960)[...], extra: extra)
    }
    // The filter keeps half of its taps.
    #expect(abs(output.count / 2 - 100 * (960 + extra)) <= 40, "\(output.count / 2)")
    // A break would be a step larger than the tone's steepest part.
    let left = stride(from: 200, to: output.count, by: 2).map { Int(output[$0]) }
    let steepest = zip(left, left.dropFirst()).map { abs($1 - $0) }.max() ?? 0
    #expect(steepest < 1250, "\(steepest)")
  }
}
