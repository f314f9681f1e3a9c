internal import Streams
internal import Timing

/// Says when what segments hold is played, whatever their time stamps begin with. A value; all times
/// are in nanoseconds.
///
/// Stamps of one discontinuity number belong together, in all encodings and sounds, so that one shift
/// is found for all of them: what comes first is put where the list has it, or right behind what was
/// there before.
struct StretchTimes: Hashable, Sendable {
  private struct Key: Hashable {
    let era: Int
    let discontinuity: Int64
  }

  private var shifts: [Key: Int64] = [:]
  /// By how much less than in the list it is played, for each era: what was missed takes no time.
  private var missed: [Int: Int64] = [0: 0]

  /// A list's durations are rounded: what follows without a break may lie this far from where the list
  /// has it.
  private static let rounding: Int64 = 1_000_000_000
  /// Stamps that lie further from the list's time have jumped without a word.
  private static let unmarked: Int64 = 10_000_000_000

  /// When a stretch begins by its list, in what is played. `end` is how far it was played before; nil
  /// behind a seek.
  mutating func start(of stretch: SegmentStretch, after end: Int64?) -> Int64 {
    let listed = stretch.start.nanoseconds
    if let known = missed[stretch.era] { return listed - known }
    let shift = listed - (end ?? listed - (missed.values.max() ?? 0))
    missed[stretch.era] = shift
    return listed - shift
  }

  /// What is added to the stamps of a stretch, of which the first is `first`; they begin again after
  /// `period`.
  mutating func shift(
    of stretch: SegmentStretch, first: Int64, after end: Int64?, period: Int64?
  ) -> Int64 {
    let key = Key(era: stretch.era, discontinuity: stretch.discontinuity)
    let expected = start(of: stretch, after: end)
    if let known = shifts[key] {
      let place = Self.unwrapped(first + known, near: expected, period)
      if abs(place - expected) < Self.unmarked { return known }
    }
    var begin = expected
    if let end, stretch.follows, abs(end - expected) < Self.rounding { begin = end }
    shifts[key] = begin - first
    return begin - first
  }

  /// The one of all times that look alike which is nearest to `time`.
  static func unwrapped(_ value: Int64, near time: Int64, _ period: Int64?) -> Int64 {
    guard let period, period > 0 else { return value }
    let turns = (Double(time - value) / Double(period)).rounded()
    return value + Int64(turns) * period
  }

  /// When in its list something is, of what plays at `time`.
  func listed(_ time: Int64) -> Int64 { time + (missed.max { $0.key < $1.key }?.value ?? 0) }
}
