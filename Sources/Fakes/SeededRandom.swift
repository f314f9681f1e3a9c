internal import Glibc

/// A generator with the same numbers in every run: SplitMix64, by its seed.
package struct SeededRandom: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  /// The round of a long test run, from `VITRINE_ROUND`: a seed that differs in each.
  package static var round: UInt64 {
    getenv("VITRINE_ROUND").flatMap { UInt64(String(cString: $0)) } ?? 0
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number from 0 to `bound` - 1.
  package mutating func below(_ bound: Int) -> Int { Int(truncatingIfNeeded: next() >> 33) % bound }

  /// A number in a range.
  package mutating func next(in range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &self)
  }
}
