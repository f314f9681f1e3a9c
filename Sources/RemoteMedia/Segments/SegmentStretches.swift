internal import VitrineStreams
internal import VitrineTiming

/// The division of a row of segments into stretches.
struct SegmentStretches {
  /// The number of stretches so far.
  private(set) var count = 0
  /// Whether the next segment begins a stretch in any case.
  private(set) var breaks = true
  /// Counts the gaps where segments of a live list were missed.
  private var era = 0
  private var current: SegmentStretch?

  /// Whether segments were missed since the current stretch.
  var hasMissed: Bool { current.map { $0.era != era } ?? false }

  /// The next segment begins a stretch.
  mutating func breakOff() { breaks = true }

  /// The next segment begins a stretch, after missed segments.
  mutating func beginEra() {
    era += 1
    breaks = true
  }

  /// Begins again elsewhere.
  mutating func leave() {
    current = nil
    breaks = true
  }

  /// Appends a segment; no stretch is longer than `longest`. Returns its stretch, and whether it is
  /// the first of it.
  mutating func append(
    _ segment: HLSSegment, at place: HLSTimeline.Place, of encoding: Int, _ longest: Duration,
    _ joint: SegmentStretch.Joint
  ) -> (SegmentStretch, isFirst: Bool) {
    defer { breaks = false }
    if let current, !breaks, current.takes(segment, of: encoding, era: era),
      place.start - current.start < longest || !segment.isFirst
    {
      return (current, false)
    }
    count += 1
    let new = SegmentStretch(
      number: count, encoding: encoding, era: era, discontinuity: segment.discontinuity,
      map: segment.map, before: HLSTimeline.Place(before: segment, start: place.start),
      stampOrigin: segment.stampOrigin, standsAlone: segment.standsAlone, joint: joint)
    current = new
    return (new, true)
  }
}
