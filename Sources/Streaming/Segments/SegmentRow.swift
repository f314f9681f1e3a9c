internal import VitrineStreams
internal import VitrineTiming

/// The segments of a row that came, in order, and where the next one belongs. A value.
struct SegmentRow {
  private(set) var parts: [SegmentPart] = []
  /// The latest segment that came or was left out; nil before the first.
  private(set) var last: HLSTimeline.Place?
  /// Its encoding.
  private(set) var encoding: Int?
  /// What lies before the part that was taken out last.
  private(set) var beforeTaken: HLSTimeline.Place?
  private var taken: Position?
  /// Behind this what is there is being replaced, and plays until that has come.
  private var renewal: Position?
  /// How many came since the latest seek.
  private(set) var count = 0
  private var era = 0
  private var stretch: SegmentStretch?
  private var stretches = 0
  /// Whether the next segment begins a stretch, whatever it is.
  private var breaks = true

  /// Where the first segment is taken from; nil is where its list begins.
  private var beginning: Duration?

  /// Whether it can be begun with each part: sound, and subtitles.
  var beginsAnywhere = false

  /// A segment of an encoding.
  private struct Position {
    let place: HLSTimeline.Place
    let encoding: Int
  }

  /// Nothing ever came.
  var isNew: Bool { stretches == 0 }
  /// How long what came lasts.
  var duration: Duration { Self.duration(parts[...]) }
  /// The same of what is not being replaced.
  var keptDuration: Duration { Self.duration(kept) }
  var keptByteCount: Int { kept.reduce(0) { $0 + $1.bytes.count } }
  var isRenewed: Bool { renewal != nil }

  private var kept: ArraySlice<SegmentPart> {
    guard let place = renewal?.place else { return parts[...] }
    return parts.prefix { !$0.place.isBehind(place) }
  }

  private static func duration(_ parts: ArraySlice<SegmentPart>) -> Duration {
    parts.reduce(.zero) { $0 + $1.segment.duration }
  }

  /// What is next in the list of an encoding; nil where it is not there yet, or no more.
  func next(in timeline: HLSTimeline, of encoding: Int) -> HLSTimeline.Piece? {
    guard let last = renewal?.place ?? last else {
      return timeline.piece(at: beginning ?? timeline.beginning, anywhere: beginsAnywhere)
    }
    guard encoding == renewal?.encoding ?? self.encoding else {
      return timeline.piece(
        following: last, repeats: self.encoding == nil, anywhere: beginsAnywhere)
    }
    if let next = timeline.piece(behind: last, joins: !breaks, anywhere: beginsAnywhere) {
      return next
    }
    // What follows is no longer there.
    let isBehind = timeline.list.firstSequence > last.sequence.saturatingAdd(1)
    guard isBehind else { return nil }
    return timeline.list.isLive
      ? timeline.piece(at: timeline.beginning, anywhere: beginsAnywhere) : timeline.piece(0)
  }

  /// The encoding of which the next part is, where only that one goes on where it is: inside of a
  /// segment.
  func bound(in lists: SegmentLists) -> Int? {
    guard let encoding, let last, lists[encoding]?.isInside(last) == true else { return nil }
    return encoding
  }

  /// The next part, where it is of this stretch.
  mutating func take(of stretch: Int) -> SegmentPart? {
    guard let first = parts.first, first.stretch.number == stretch else { return nil }
    taken = Position(place: first.place, encoding: first.stretch.encoding)
    // What was to come in its place is too late, and what is there of the others plays.
    if let place = renewal?.place, first.place.isBehind(place) { renewal = nil }
    beforeTaken = HLSTimeline.Place(before: first.segment, start: first.place.start)
    return parts.removeFirst()
  }

  /// Where the part that was taken out last ends.
  var takenEnd: Duration? { taken?.place.end }

  /// What is left of the part that was taken out last, for a reader that has come so far.
  func rest(from time: Duration) -> Duration {
    taken.map { min(max($0.place.end - time, .zero), $0.place.end - $0.place.start) } ?? .zero
  }

  /// What is there of other encodings is replaced by what comes from now on, but for so much of it at
  /// the front.
  mutating func renew(in encoding: Int, keeping time: Duration) {
    renewal = nil
    var (kept, count) = (Duration.zero, 0)
    while count < parts.count, kept < time {
      kept += parts[count].segment.duration
      count += 1
    }
    let first = parts[count...].firstIndex { $0.stretch.encoding != encoding }
    guard let first else { return }
    renewal =
      first > 0
      ? Position(place: parts[first - 1].place, encoding: parts[first - 1].stretch.encoding) : taken
  }

  /// Nothing is replaced any more.
  mutating func keep() { renewal = nil }

  /// What has come takes the place of what is there.
  private mutating func replace() {
    guard let renewal else { return }
    parts = Array(kept)
    (last, encoding, breaks, self.renewal) = (renewal.place, renewal.encoding, true, nil)
  }

  /// A segment has come. `head` is for the demuxer, of `key` its bytes are encrypted with; a stretch is
  /// no longer than `longest`.
  mutating func append(
    _ segment: HLSSegment, at place: HLSTimeline.Place, of encoding: Int, _ bytes: [UInt8],
    key: SegmentKey?, head: [UInt8], isLive: Bool, longest: Duration
  ) {
    replace()
    if let last, isLive, place.sequence > last.sequence.saturatingAdd(1), encoding == self.encoding
    {
      // Some were missed: what comes follows what was there.
      era += 1
      breaks = true
    }
    // Its first parts came, and its others are there no more by themselves.
    let isRest =
      last?.part != nil && last?.sequence == place.sequence && segment.inside == nil
      && encoding == self.encoding
    if isRest { breaks = true }
    let (stretch, isFirst) = stretch(
      for: segment, at: place, of: encoding, longest, isRest ? .rest : joint(to: place))
    parts.append(
      SegmentPart(
        segment: segment, place: place, stretch: stretch, bytes: bytes, key: key,
        head: isFirst ? head : []))
    (last, self.encoding, breaks) = (place, encoding, false)
    count += 1
  }

  /// The stretch that a segment belongs to, and whether it is the first of it.
  private mutating func stretch(
    for segment: HLSSegment, at place: HLSTimeline.Place, of encoding: Int, _ longest: Duration,
    _ joint: SegmentStretch.Joint
  ) -> (SegmentStretch, isFirst: Bool) {
    if let stretch, !breaks, stretch.takes(segment, of: encoding, era: era),
      place.start - stretch.start < longest || !segment.isFirst
    {
      return (stretch, false)
    }
    stretches += 1
    let new = SegmentStretch(
      number: stretches, encoding: encoding, era: era, discontinuity: segment.discontinuity,
      map: segment.map, before: HLSTimeline.Place(before: segment, start: place.start),
      stampOrigin: segment.stampOrigin, standsAlone: segment.standsAlone, joint: joint)
    stretch = new
    return (new, true)
  }

  /// How a segment comes after the one before it.
  private func joint(to place: HLSTimeline.Place) -> SegmentStretch.Joint {
    if let stretch, stretch.era != era { return .missed }
    guard let last, encoding != nil else { return .none }
    return place.start - last.end < .milliseconds(500) ? .direct : .gap
  }

  /// A segment does not come: what there is in its place is kept.
  mutating func leaveOut(_ place: HLSTimeline.Place, of encoding: Int) {
    if isRenewed { return keep() }
    (last, self.encoding, breaks) = (place, encoding, true)
  }

  /// Goes on behind a place, which may be of another row; what came is dropped.
  mutating func seek(behind place: HLSTimeline.Place) {
    (parts, stretch, last, encoding, breaks) = ([], nil, place, nil, true)
    (taken, renewal, count) = (nil, nil, 0)
  }

  /// Goes on with the segment at a moment of its own list; what came is dropped.
  mutating func seek(to time: Duration) {
    (parts, stretch, last, beginning, breaks) = ([], nil, nil, time, true)
    (taken, renewal, count) = (nil, nil, 0)
  }

  /// Goes on behind the part that was taken out last, and answers whose it was; what came is dropped.
  mutating func returnToTaken() -> Int? {
    guard let taken else { return nil }
    (parts, stretch, renewal, count) = ([], nil, nil, 0)
    leaveOut(taken.place, of: taken.encoding)
    return taken.encoding
  }

  /// Numbers of before mean nothing in what comes.
  mutating func beginAnew() {
    (last, breaks, renewal) = (nil, true, nil)
    era += 1
  }
}

extension HLSTimeline.Place {
  /// Whether it comes after another one, which may be of another encoding: their times are nearly the
  /// same.
  fileprivate func isBehind(_ other: HLSTimeline.Place) -> Bool {
    start + (end - start) / 2 > other.end
  }
}
