internal import VitrinePlayback
internal import VitrineTiming

/// The map from timestamps in segments to playback times. All rows of a stream share it. All times
/// are in nanoseconds.
///
/// All renditions and audio streams share the timestamps of a discontinuity number, so that one
/// shift applies to all of them. The first stretch is placed by its time in the list, or directly
/// after the previous one. Cuts are missed parts of a live list, which do not count as playback
/// time.
struct StretchTimes: Hashable, Sendable {
  private struct Cut: Hashable {
    /// The start in the list's time.
    let from: Int64
    let length: Int64
  }

  /// From timestamps to the time without cuts, by discontinuity number.
  private var shifts: [Int64: Int64] = [:]
  private var cuts: [Cut] = []
  /// Discontinuity numbers whose timestamps have jumped. The list and the previous end decide
  /// instead.
  private var distrusted: Set<Int64> = []
  /// Whether the stream is on demand, so that all renditions have the same times.
  var isFilm = false

  /// The place of the first stretch of a discontinuity number in its row.
  struct Anchor: Hashable, Sendable {
    /// In the list's time.
    fileprivate let listed: Int64
    /// How much later than in the list it was placed.
    fileprivate let offset: Int64
  }

  /// Timestamps further from their expected place have jumped without announcement.
  private static let unmarked: Int64 = 10_000_000_000
  /// Timestamps this close to their expected place have not jumped.
  private static let slack: Int64 = 1_000_000_000
  /// Durations in lists may be wrong by this fraction.
  private static let rounding: Int64 = 4
  /// Shorter gaps are not cut.
  private static let leastCut: Int64 = 1_000_000_000
  private static let mostCuts = 1000

  private func missed(before listed: Int64) -> Int64 {
    cuts.reduce(0) { $1.from <= listed ? $0.saturatingAdd($1.length) : $0 }
  }

  /// Returns the playback time of a stretch that begins at `stretch.start` in its list. `end` is
  /// the end of its row so far; nil after a seek.
  private mutating func start(of stretch: SegmentStretch, after end: Int64?) -> Int64 {
    let listed = stretch.start.nanoseconds
    guard let end else { return listed.saturatingSubtract(missed(before: listed)) }
    switch stretch.joint {
    // Durations in lists are rounded: the actual end decides.
    case .direct: return end
    case .none, .gap, .rest: return listed.saturatingSubtract(missed(before: listed))
    case .missed:
      let gap = listed.saturatingSubtract(missed(before: listed)).saturatingSubtract(end)
      let before = self.listed(end)
      let isCut = cuts.contains { before < $0.from && $0.from <= listed }
      if gap > Self.leastCut, !isCut, cuts.count < Self.mostCuts {
        // Other rows may be a segment behind this one or ahead of it.
        cuts.append(Cut(from: listed.saturatingSubtract(gap / 2), length: gap))
      }
      return listed.saturatingSubtract(missed(before: listed))
    }
  }

  /// Returns the start of a stretch, and the shift of its timestamps.
  ///
  /// The first timestamp is `first`; timestamps wrap after `period`. A stretch that stands alone
  /// has usable timestamps only if it `isStamped`. `anchor` is where its row and discontinuity
  /// number were placed.
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

  /// Whether timestamps place a stretch so far before its place in the list that they must have
  /// started over.
  private func isBehindList(_ place: Int64, _ stretch: SegmentStretch, _ anchor: Anchor?) -> Bool {
    guard let anchor else { return false }
    let listed = stretch.start.nanoseconds
    let distance = listed.saturatingSubtract(anchor.listed).magnitude
    // bound: a constant that is not 0
    let most = Self.slack.saturatingAdd(Int64(clamping: distance) / Self.rounding)
    return place < played(listed).saturatingAdd(anchor.offset).saturatingSubtract(most)
  }

  /// Returns the anchor of a stretch that was placed at `start`.
  func anchor(of stretch: SegmentStretch, at start: Int64) -> Anchor {
    let listed = stretch.start.nanoseconds
    return Anchor(listed: listed, offset: start.saturatingSubtract(played(listed)))
  }

  /// Records that the timestamps of a discontinuity number have jumped, so that rows cannot share a
  /// shift.
  mutating func distrust(_ discontinuity: Int64) {
    if distrusted.count >= Self.mostDistrusted { distrusted = [] }
    distrusted.insert(discontinuity)
  }

  private static let mostDistrusted = 1000

  /// Returns the shift of a discontinuity number's timestamps at `listed`; nil if none was read, or
  /// if they jump.
  func shift(of discontinuity: Int64, at listed: Int64) -> Int64? {
    guard !distrusted.contains(discontinuity) else { return nil }
    return shifts[discontinuity]?.saturatingSubtract(missed(before: listed))
  }

  /// Returns the wrapped timestamp that is nearest to `time`.
  static func unwrapped(_ value: Int64, near time: Int64, _ period: Int64?) -> Int64 {
    guard let period, period > 0 else { return value }
    let turns = ((Double(time) - Double(value)) / Double(period)).rounded()
    return value.saturatingAdd(Int64(saturating: turns * Double(period)))
  }

  /// Returns the playback time of a time in the list.
  func played(_ listed: Int64) -> Int64 { listed.saturatingSubtract(missed(before: listed)) }

  /// Converts the state of a live stream to playback times.
  func played(_ live: Arrival.Live) -> Arrival.Live {
    var live = live
    live.edge = MediaTime(nanoseconds: played(live.edge.nanoseconds))
    live.earliest = live.earliest.map { MediaTime(nanoseconds: played($0.nanoseconds)) }
    return live
  }

  /// Returns the time in the list of a playback time.
  func listed(_ time: Int64) -> Int64 {
    cuts.reduce(time) { time, cut in
      let begin = cut.from.saturatingSubtract(cut.length / 2)
      return time >= begin ? time.saturatingAdd(cut.length) : time
    }
  }
}
