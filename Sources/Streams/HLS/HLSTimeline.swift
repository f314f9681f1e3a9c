internal import VitrineTiming

/// The times of the segments in a list, which may be live and reloaded.
///
/// Times count from the first segment that was ever seen.
package struct HLSTimeline: Hashable, Sendable {
  package private(set) var list: HLSMediaPlaylist
  /// The start of each segment, followed by the end of the last one.
  private var starts: [Duration]
  /// The number of consecutive lists that were older than the current one.
  private var oldLists = 0
  /// The requested distance to the live edge; nil means the list's.
  private let distance: Duration?

  /// The difference between a reloaded list and the previous one.
  package enum Change: Hashable, Sendable {
    case unchanged
    case continued
    /// The lists have no segment in common.
    case replaced
  }

  /// Load-balanced servers may lag behind each other. After this many old lists, the stream has
  /// started over.
  private static let mostOldLists = 4
  /// With partial segments, the list is reloaded more often.
  private static let mostOldListsOfParts = 16
  /// The default distance to the live edge, in target or part durations: RFC 8216bis, 4.4.3.8.
  private static let distance = 3
  /// Limits how often a list with very short parts is reloaded.
  private static let shortestPart = Duration.milliseconds(100)

  /// `start` is the start of its first segment.
  package init(
    _ list: HLSMediaPlaylist, startingAt start: Duration = .zero, behind distance: Duration? = nil
  ) {
    self.list = list
    self.distance = distance
    starts = Self.starts(of: list, from: start)
  }

  private static func starts(of list: HLSMediaPlaylist, from start: Duration) -> [Duration] {
    list.segments.reduce(into: [start]) { starts, segment in
      starts.append((starts.last ?? start) + segment.duration)
    }
  }

  package var segments: [HLSSegment] { list.segments }
  package func start(of index: Int) -> Duration { starts[index] }
  package func end(of index: Int) -> Duration { starts[index + 1] }
  package var start: Duration { starts[0] }
  package var end: Duration { starts[starts.count - 1] }
  private var lastSequence: Int64 { list.numbering.first.saturatingAdd(Int64(segments.count) -| 1) }

  /// Returns the segment at a time, or the nearest one; nil if the list is empty.
  package func index(at time: Duration) -> Int? {
    guard !segments.isEmpty else { return nil }
    var (low, high) = (0, segments.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if starts[middle] <= time { low = middle } else { high = middle - 1 }
    }
    return low
  }

  /// Returns the recording time in seconds since 1970, if it is known.
  package func date(at time: Duration) -> Double? {
    guard let index = index(at: time), let date = segments[index].date else { return nil }
    return date + (time - starts[index]).seconds
  }

  package func index(of sequence: Int64) -> Int? {
    let (index, overflow) = sequence.subtractingReportingOverflow(list.numbering.first)
    guard !overflow, index >= 0, index < segments.count else { return nil }
    return Int(index)
  }

  /// Where to start: the list's start, or a safe distance before the live edge.
  package var beginning: Duration {
    // On-demand streams play from the beginning, whatever the list requests.
    guard list.isLive else { return start }
    if distance == nil, let own = list.start {
      return min(max(own < .zero ? end + own : start + own, start), end)
    }
    return max(start, end - liveDistance)
  }

  /// The distance to the live edge.
  package var liveDistance: Duration {
    if let length = partLength {
      let own = list.server.partHoldBack ?? length * Self.distance
      return max(distance ?? own, length * 2)
    }
    // Less than a segment is never available.
    if let distance { return max(distance, list.targetDuration) }
    return max(list.server.holdBack ?? .zero, list.targetDuration * Self.distance)
  }

  /// The maximum duration of parts, if the newest segment has parts.
  package var partLength: Duration? {
    list.comesInParts ? list.partTarget.map { max($0, Self.shortestPart) } : nil
  }

  /// The maximum time between updates.
  package var pace: Duration { partLength ?? list.targetDuration }

  /// Whether a live list is long enough to seek back.
  package var hasWindow: Bool { list.isLive && end - start > liveDistance * 2 }

  /// Replaces the list after a reload.
  package mutating func update(_ new: HLSMediaPlaylist) -> Change {
    let new = unwound(new.numbering.isByDate ? renumbered(new) : new)
    guard !list.segments.isEmpty, !new.segments.isEmpty else { return replace(new) }
    let newLast = new.numbering.first.saturatingAdd(Int64(new.segments.count) -| 1)
    if newLast < list.numbering.first { return replace(new) }
    // A final list may omit the unfinished segment.
    let known = new.isEnded && list.segments.last?.isOpen == true ? lastSequence -| 1 : lastSequence
    if newLast < known || new.numbering.first < list.numbering.first {
      oldLists += 1
      let most = list.comesInParts ? Self.mostOldListsOfParts : Self.mostOldLists
      return oldLists > most ? replace(new) : .unchanged
    }
    oldLists = 0
    let isSameSegment = newLast == lastSequence && new.isEnded == list.isEnded
    let isSame = isSameSegment && new.progress == list.progress
    if isSameSegment, new.progress < list.progress { return .unchanged }
    if let index = index(of: new.numbering.first) {
      starts = Self.starts(of: new, from: starts[index])
      list = new
      return isSame ? .unchanged : .continued
    }
    // Segments were missed: each is assumed to last a target duration.
    let missed = new.numbering.first -| lastSequence -| 1
    let length = list.targetDuration * Double(min(missed, 1_000_000))
    starts = Self.starts(of: new, from: end + length)
    list = new
    return missed == 0 ? .continued : .replaced
  }

  /// Returns the list with sequence numbers that continue the known ones.
  private func renumbered(_ new: HLSMediaPlaylist) -> HLSMediaPlaylist {
    guard let date = new.segments.first?.date, let last = segments.last, let lastDate = last.date
    else { return new }
    var first: Int64
    if let index = index(near: date) {
      first = segments[index].sequence
    } else {
      let gap = (date - lastDate) / max(list.targetDuration.seconds, 0.1)
      first = last.sequence.saturatingAdd(max(1, Int64(saturating: gap)))
    }
    // The new list begins before the known one.
    if let known = segments.first?.date, date < known,
      let index = new.segments.firstIndex(where: { ($0.date ?? 0) > known - 0.1 })
    {
      first = list.numbering.first.saturatingSubtract(Int64(index))
    }
    var copy = new
    copy.numbering.first = first
    copy.segments = new.segments.enumerated().map { index, segment in
      segment.numbered(first.saturatingAdd(Int64(index)))
    }
    return copy
  }

  /// Drops segments before the known beginning from a final list, which may cover the whole event:
  /// otherwise they would play again.
  private func unwound(_ new: HLSMediaPlaylist) -> HLSMediaPlaylist {
    let early = list.numbering.first.saturatingSubtract(new.numbering.first)
    let reach = new.numbering.first.saturatingAdd(Int64(new.segments.count) -| 1)
    guard new.isEnded, early > 0, !list.segments.isEmpty, reach >= lastSequence else { return new }
    var copy = new
    copy.numbering.first = list.numbering.first
    copy.segments = Array(new.segments.dropFirst(Int(clamping: early)))
    return copy
  }

  private mutating func replace(_ new: HLSMediaPlaylist) -> Change {
    let isFirst = list.segments.isEmpty
    self = HLSTimeline(new, startingAt: end, behind: distance)
    return isFirst ? .continued : .replaced
  }

  /// Marks the list as complete.
  package mutating func finish() { list.isEnded = true }

  /// Returns the pause before the next reload: RFC 8216bis, 6.3.4. After something new from a
  /// server with blocking reloads it is very short, because the next request blocks.
  package func pause(after change: Change) -> Duration {
    max(usualPause(after: change), cost)
  }

  /// Limits the reloads of lists that take long to parse.
  private var cost: Duration { Self.costOfSegment * segments.count }
  /// A multiple of what a slow board needs to parse a segment.
  private static let costOfSegment = Duration.microseconds(20)

  private func usualPause(after change: Change) -> Duration {
    if let length = partLength {
      if change == .unchanged { return length / 2 }
      return list.server.canBlockReload ? Self.shortestPart / 2 : length
    }
    let target = max(list.targetDuration, .milliseconds(500))
    return change == .unchanged ? target / 2 : target
  }

  /// The pause after a failed reload.
  package var pauseAfterFailure: Duration {
    max(list.targetDuration / 2, .milliseconds(250), cost)
  }

  /// The next part for a blocking reload: the number of its segment, and its own index. Nil if the
  /// server does not support this.
  package var awaited: (sequence: Int64, part: Int)? {
    guard list.comesInParts, list.server.canBlockReload, let last = segments.last else {
      return nil
    }
    return last.isOpen
      ? (last.sequence, last.parts.count) : (last.sequence.saturatingAdd(1), 0)
  }
}

extension HLSMediaPlaylist {
  /// How much of the last segment exists.
  fileprivate var progress: Int {
    segments.last.map { $0.isOpen ? $0.parts.count : .max } ?? 0
  }
}

// Changes to another rendition of the same stream.
extension HLSTimeline {
  /// The position after which another rendition continues.
  package struct Place: Hashable, Sendable {
    package let sequence: Int64
    /// The index of the last part, if more parts of the segment follow; nil means the whole
    /// segment.
    package let part: Int?
    package let discontinuity: Int64
    /// The start of the segment that contains it.
    package let segmentStart: Duration
    package let start: Duration
    package let end: Duration
    /// The end in seconds since 1970, if the list has dates.
    package let endDate: Double?

    /// Creates the place directly before a segment or part that begins at `start`.
    package init(before segment: HLSSegment, start: Duration) {
      let inside = segment.inside.flatMap { $0.part > 0 ? $0 : nil }
      (sequence, part) =
        inside.map { (segment.sequence, $0.part - 1) } ?? (segment.sequence -| 1, nil)
      segmentStart = start - (inside?.start ?? .zero)
      (discontinuity, self.start, end) = (segment.discontinuity, start, start)
      endDate = segment.date
    }

    /// With `isLast`, nothing of the segment follows.
    init(_ segment: HLSSegment, start: Duration, end: Duration, isLast: Bool) {
      (sequence, discontinuity) = (segment.sequence, segment.discontinuity)
      part = isLast ? nil : segment.inside?.part
      segmentStart = start - (segment.inside?.start ?? .zero)
      self.start = start
      self.end = end
      endDate = segment.date.map { $0 + (end - start).seconds }
    }
  }

  package func place(of index: Int) -> Place {
    Place(segments[index], start: starts[index], end: starts[index + 1], isLast: true)
  }

  package func place(before index: Int) -> Place {
    Place(before: segments[index], start: starts[index])
  }

  /// Returns the segment after `place`, which is of another rendition; nil if it does not exist
  /// yet.
  ///
  /// Sequence numbers of renditions need not agree: RFC 8216bis, 6.2.4. So dates decide first.
  /// Otherwise times decide in a complete list, and sequence numbers in a live one.
  package func index(following place: Place) -> Int? {
    guard list.isLive else {
      guard let found = index(at: place.end) else { return nil }
      // Times may differ slightly: the nearest start of a segment counts.
      let isNearNext = place.end - starts[found] > segments[found].duration / 2
      let index = isNearNext ? found + 1 : found
      return index < segments.count ? index : nil
    }
    if let date = place.endDate, segments.first?.date != nil { return index(near: date) }
    // A server updates the lists of several renditions one after the other.
    let lead = place.sequence.saturatingSubtract(lastSequence)
    if (0...Int64(segments.count)).contains(lead) { return nil }
    return index(of: place.sequence.saturatingAdd(1)) ?? index(at: beginning)
  }

  private func index(near date: Double) -> Int? {
    segments.firstIndex { segment in
      segment.date.map { $0 > date - segment.duration.seconds / 2 } ?? false
    }
  }

  /// Shifts the times to match those of another list of the presentation that has `place`.
  package mutating func align(with place: Place) {
    if let (index, offset) = holder(of: place) {
      let shift = place.end - offset - starts[index]
      return starts = starts.map { $0 + shift }
    }
    guard let following = index(following: place) else {
      // The next segment does not exist yet: the sequence numbers show how far away it is.
      let ahead = min(max(place.sequence.saturatingSubtract(lastSequence), 0), 100)
      let behind = place.part == nil ? place.end : place.segmentStart + list.targetDuration
      let shift = behind - list.targetDuration * Double(ahead) - end
      return starts = starts.map { $0 + shift }
    }
    let shift = place.end - starts[following]
    starts = starts.map { $0 + shift }
  }
}
