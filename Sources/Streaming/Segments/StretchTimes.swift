internal import VitrinePlayback
internal import VitrineStreams
internal import VitrineTiming

/// Says when what segments hold is played, whatever their time stamps begin with. A value, one for all
/// rows of a stream; all times are in nanoseconds.
///
/// Stamps of one discontinuity number belong together, in all encodings and sounds, so that one shift
/// is found for all of them: what comes first is put where the list has it, or right behind what was
/// there before. Cuts are what was missed of a live list, which takes no time.
struct StretchTimes: Hashable, Sendable {
  private struct Cut: Hashable {
    /// From there on in the list's time.
    let from: Int64
    let length: Int64
  }

  /// From stamps to the time without cuts, for each discontinuity number.
  private var shifts: [Int64: Int64] = [:]
  private var cuts: [Cut] = []
  /// Discontinuity numbers whose stamps have jumped: the list counts, and where it ended.
  private var distrusted: Set<Int64> = []
  /// Whether the list is whole, so that all encodings have the same times.
  var isFilm = false

  /// Where the first stretch of a discontinuity number was placed in its row.
  struct Anchor: Hashable, Sendable {
    /// In the list.
    fileprivate let listed: Int64
    /// So much later than in the list it was placed.
    fileprivate let offset: Int64
  }

  /// Stamps that lie further from where they are expected have jumped without a word.
  private static let unmarked: Int64 = 10_000_000_000
  /// So far from where they are expected those are that have not jumped.
  private static let slack: Int64 = 1_000_000_000
  /// Lengths in lists may be wrong by so much of themselves.
  private static let rounding: Int64 = 4
  /// Less is not worth a cut.
  private static let leastCut: Int64 = 1_000_000_000
  private static let mostCuts = 1000

  private func missed(before listed: Int64) -> Int64 {
    cuts.reduce(0) { $1.from <= listed ? $0.saturatingAdd($1.length) : $0 }
  }

  /// When a stretch is played that begins at `stretch.start` in its list. `end` is how far its row was
  /// played before; nil behind a seek.
  private mutating func start(of stretch: SegmentStretch, after end: Int64?) -> Int64 {
    let listed = stretch.start.nanoseconds
    guard let end else { return listed.saturatingSubtract(missed(before: listed)) }
    switch stretch.joint {
    // Lengths in lists are rounded: it is where it ended that counts.
    case .direct: return end
    case .none, .gap, .rest: return listed.saturatingSubtract(missed(before: listed))
    case .missed:
      let gap = listed.saturatingSubtract(missed(before: listed)).saturatingSubtract(end)
      let before = self.listed(end)
      let isCut = cuts.contains { before < $0.from && $0.from <= listed }
      if gap > Self.leastCut, !isCut, cuts.count < Self.mostCuts {
        // Other rows may be a segment behind this one, or in front.
        cuts.append(Cut(from: listed.saturatingSubtract(gap / 2), length: gap))
      }
      return listed.saturatingSubtract(missed(before: listed))
    }
  }

  /// When a stretch begins, and what is added to its stamps, of which the first is `first`; they begin
  /// again after `period`. What stands alone has none but where it `isStamped`. `anchor` is what is
  /// known of its row and discontinuity number.
  mutating func place(
    _ stretch: SegmentStretch, first: Int64, after end: Int64?, period: Int64?,
    isStamped: Bool = false, anchor: Anchor? = nil
  ) -> (start: Int64, shift: Int64) {
    let hasStamps = !stretch.standsAlone || isStamped
    var expected = start(of: stretch, after: end)
    if end == nil, let anchor { expected = expected.saturatingAdd(anchor.offset) }
    let missed = missed(before: stretch.start.nanoseconds)
    if hasStamps, let known = shifts[stretch.discontinuity] {
      let shift = known.saturatingSubtract(missed)
      let place = Self.unwrapped(first.saturatingAdd(shift), near: expected, period)
      if stretch.hasRestarted || isFilm && isBehindList(place, stretch, anchor) {
        distrust(stretch.discontinuity)
      }
      let most = distrusted.contains(stretch.discontinuity) ? Self.slack : Self.unmarked
      if place.saturatingSubtract(expected).magnitude < most { return (place, shift) }
    }
    let shift = expected.saturatingSubtract(first)
    if hasStamps { shifts[stretch.discontinuity] = shift.saturatingAdd(missed) }
    return (expected, shift)
  }

  /// Whether stamps put a stretch before its place in the list by more than lengths there are wrong:
  /// they have begun again.
  private func isBehindList(_ place: Int64, _ stretch: SegmentStretch, _ anchor: Anchor?) -> Bool {
    guard let anchor else { return false }
    let listed = stretch.start.nanoseconds
    let distance = listed.saturatingSubtract(anchor.listed).magnitude
    // bound: a constant that is not 0
    let most = Self.slack.saturatingAdd(Int64(clamping: distance) / Self.rounding)
    return place < played(listed).saturatingAdd(anchor.offset).saturatingSubtract(most)
  }

  /// The anchor of a stretch that was placed at `start`.
  func anchor(of stretch: SegmentStretch, at start: Int64) -> Anchor {
    let listed = stretch.start.nanoseconds
    return Anchor(listed: listed, offset: start.saturatingSubtract(played(listed)))
  }

  /// Stamps of a discontinuity number have jumped: what is added to one tells nothing of another.
  mutating func distrust(_ discontinuity: Int64) {
    if distrusted.count >= Self.mostDistrusted { distrusted = [] }
    distrusted.insert(discontinuity)
  }

  private static let mostDistrusted = 1000

  /// What is added to stamps of a discontinuity number at `listed`; nil where none of it was read, or
  /// where they jump.
  func shift(of discontinuity: Int64, at listed: Int64) -> Int64? {
    guard !distrusted.contains(discontinuity) else { return nil }
    return shifts[discontinuity]?.saturatingSubtract(missed(before: listed))
  }

  /// The one of all times that look alike which is nearest to `time`.
  static func unwrapped(_ value: Int64, near time: Int64, _ period: Int64?) -> Int64 {
    guard let period, period > 0 else { return value }
    let turns = ((Double(time) - Double(value)) / Double(period)).rounded()
    return value.saturatingAdd(Int64(saturating: turns * Double(period)))
  }

  /// When something is played that is in its list at `listed`.
  func played(_ listed: Int64) -> Int64 { listed.saturatingSubtract(missed(before: listed)) }

  /// The same of what is known of what is live.
  func played(_ live: Arrival.Live) -> Arrival.Live {
    var live = live
    live.edge = MediaTime(nanoseconds: played(live.edge.nanoseconds))
    live.earliest = live.earliest.map { MediaTime(nanoseconds: played($0.nanoseconds)) }
    return live
  }

  /// When in its list something is, of what plays at `time`.
  func listed(_ time: Int64) -> Int64 {
    cuts.reduce(time) { time, cut in
      let begin = cut.from.saturatingSubtract(cut.length / 2)
      return time >= begin ? time.saturatingAdd(cut.length) : time
    }
  }
}
