internal import VitrineStreams
internal import VitrineTiming

/// The downloaded segments of a row in order, and the position of the next one.
struct SegmentRow {
  private(set) var parts: [SegmentPart] = []
  /// The latest segment that arrived or was left out; nil before the first.
  private(set) var last: HLSTimeline.Place?
  /// Its rendition.
  private(set) var encoding: Int?
  /// The place before the part that was taken last.
  private(set) var beforeTaken: HLSTimeline.Place?
  private var taken: Position?
  /// Parts after this position are being replaced. They still play until their replacements arrive.
  private var renewal: Position?
  /// The number of parts that arrived since the latest seek.
  private(set) var count = 0
  private var stretches = SegmentStretches()
  /// The time of the first segment; nil means the start of its list.
  private var beginning: Duration?

  /// Whether any part can be the first one, as for audio and subtitles.
  var beginsAnywhere = false

  /// A segment of a rendition.
  private struct Position {
    let place: HLSTimeline.Place
    let encoding: Int
  }

  /// Whether no segment has ever arrived.
  var isNew: Bool { stretches.count == 0 }
  /// The duration of the parts.
  var duration: Duration { Self.duration(parts[...]) }
  /// The duration of the parts that are not being replaced.
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

  /// Returns the next piece in a rendition's list; nil if it does not exist yet, or the list has
  /// ended.
  func next(in timeline: HLSTimeline, of encoding: Int) -> HLSTimeline.Piece? {
    guard let last = renewal?.place ?? last else {
      return timeline.piece(at: beginning ?? timeline.beginning, anywhere: beginsAnywhere)
    }
    guard encoding == renewal?.encoding ?? self.encoding else {
      return timeline.piece(
        following: last, repeats: self.encoding == nil, anywhere: beginsAnywhere)
    }
    if let next = timeline.piece(behind: last, joins: !stretches.breaks, anywhere: beginsAnywhere) {
      return next
    }
    // The list no longer contains the next segment.
    let isBehind = timeline.list.numbering.first > last.sequence.saturatingAdd(1)
    guard isBehind else { return nil }
    return timeline.list.isLive
      ? timeline.piece(at: timeline.beginning, anywhere: beginsAnywhere) : timeline.piece(0)
  }

  /// Returns the rendition of the next part if no other can continue there, because it is inside a
  /// segment.
  func bound(in lists: SegmentLists) -> Int? {
    guard let encoding, let last, lists[encoding]?.isInside(last) == true else { return nil }
    return encoding
  }

  /// Takes the next part if it belongs to this stretch.
  mutating func removeFirst(of stretch: Int) -> SegmentPart? {
    guard let first = parts.first, first.stretch.number == stretch else { return nil }
    taken = Position(place: first.place, encoding: first.stretch.encoding)
    // The replacement is too late: the existing parts play.
    if let place = renewal?.place, first.place.isBehind(place) { renewal = nil }
    beforeTaken = HLSTimeline.Place(before: first.segment, start: first.place.start)
    return parts.removeFirst()
  }

  /// The end of the part that was taken last.
  var takenEnd: Duration? { taken?.place.end }

  /// Returns the remaining duration of the part that was taken last, for a reader at this time.
  func rest(from time: Duration) -> Duration {
    taken.map { min(max($0.place.end - time, .zero), $0.place.end - $0.place.start) } ?? .zero
  }

  /// Replaces the parts of other renditions with those that arrive from now on, except for this
  /// much time at the front.
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

  /// Cancels the replacement.
  mutating func keep() { renewal = nil }

  /// Drops the parts whose replacement has arrived.
  private mutating func replace() {
    guard let renewal else { return }
    parts = Array(kept)
    (last, encoding, self.renewal) = (renewal.place, renewal.encoding, nil)
    stretches.breakOff()
  }

  /// Appends a segment. `head` is for its demuxer, and `key` decrypts its bytes; no stretch is
  /// longer than `longest`.
  mutating func append(
    _ segment: HLSSegment, at place: HLSTimeline.Place, of encoding: Int, _ bytes: [UInt8],
    key: SegmentKey?, head: [UInt8], isLive: Bool, longest: Duration
  ) {
    replace()
    if let last, isLive, place.sequence > last.sequence.saturatingAdd(1), encoding == self.encoding
    {
      // Segments were missed: the new one follows directly.
      stretches.beginEra()
    }
    // Some parts of it were read, and the list no longer has the others separately.
    let isRest =
      last?.part != nil && last?.sequence == place.sequence && segment.inside == nil
      && encoding == self.encoding
    if isRest { stretches.breakOff() }
    let (stretch, isFirst) = stretches.append(
      segment, at: place, of: encoding, longest, isRest ? .rest : joint(to: place))
    parts.append(
      SegmentPart(
        segment: segment, place: place, stretch: stretch, bytes: bytes, key: key,
        head: isFirst ? head : []))
    (last, self.encoding) = (place, encoding)
    count += 1
  }

  /// Returns how a segment follows the previous one.
  private func joint(to place: HLSTimeline.Place) -> SegmentStretch.Joint {
    if stretches.hasMissed { return .missed }
    guard let last, encoding != nil else { return .none }
    return place.start - last.end < .milliseconds(500) ? .direct : .gap
  }

  /// Skips a segment. If it was to replace existing parts, they stay.
  mutating func leaveOut(_ place: HLSTimeline.Place, of encoding: Int) {
    if isRenewed { return keep() }
    (last, self.encoding) = (place, encoding)
    stretches.breakOff()
  }

  /// Continues after a place, which may be of another row. Drops all parts.
  mutating func seek(behind place: HLSTimeline.Place) {
    (parts, last, encoding) = ([], place, nil)
    stretches.leave()
    (taken, renewal, count) = (nil, nil, 0)
  }

  /// Continues with the segment at a time in the row's list. Drops all parts.
  mutating func seek(to time: Duration) {
    (parts, last, beginning) = ([], nil, time)
    stretches.leave()
    (taken, renewal, count) = (nil, nil, 0)
  }

  /// Continues after the part that was taken last, and returns its rendition. Drops all parts.
  mutating func returnToTaken() -> Int? {
    guard let taken else { return nil }
    (parts, renewal, count) = ([], nil, 0)
    stretches.leave()
    leaveOut(taken.place, of: taken.encoding)
    return taken.encoding
  }

  /// Starts over with a list whose sequence numbers are unrelated to earlier ones.
  mutating func beginAnew() {
    (last, renewal) = (nil, nil)
    stretches.beginEra()
  }
}

extension HLSTimeline.Place {
  /// Whether a place is after another one, which may be of another rendition. Their times may
  /// differ slightly.
  fileprivate func isBehind(_ other: HLSTimeline.Place) -> Bool {
    start + (end - start) / 2 > other.end
  }
}
