import Foundation
import Testing
import VitrineMedia

/// Audio played slightly faster or slower.
struct TempoTests {
  /// A tone of 440 Hz, in stereo.
  private func tone(_ range: Range<Int>) -> [Int16] {
    range.flatMap { frame in
      let value = Int16(12_000 * sin(Double(frame) * 2 * .pi * 440 / 48_000))
      return [value, value]
    }
  }

  @Test("Speed changes cause no breaks, and the length follows the speeds")
  func trims() throws {
    var tempo = try Tempo(rate: 1, format: .standard)
    var out: [Int16] = []
    let rates = [1, 1.005, 1.03, 0.97, 1, 0.995]
    for (second, rate) in rates.enumerated() {
      let isFollowed = tempo.setRate(rate)
      #expect(isFollowed)
      for step in 0..<50 {
        let start = second * 48_000 + step * 960
        out += try tempo.process(tone(start..<start + 960)[...])
      }
    }
    out += try tempo.process([])
    let left = stride(from: 0, to: out.count, by: 2).map { Int(out[$0]) }
    // A tone of this pitch moves by at most 691 from one frame to the next.
    let steps = zip(left.dropFirst(1000), left.dropFirst(1001)).map { abs($0 - $1) }
    #expect((steps.max() ?? 0) < 900, "a discontinuity of \(steps.max() ?? 0)")
    let wanted = rates.map { 48_000 / $0 }.reduce(0, +)
    #expect(abs(Double(left.count) - wanted) < 4800, "\(left.count) frames, not \(wanted)")
  }

  @Test("A rate for which the number of filters would change is refused")
  func leaves() throws {
    var tempo = try Tempo(rate: 1.5, format: .standard)
    let (far, back) = (tempo.setRate(3), tempo.setRate(0.5))
    #expect(!far && back)
  }
}
