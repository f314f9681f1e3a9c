internal import VitrineTiming

/// Where the segments of a list lie in time, also while a live list is asked for again and again.
/// A value.
///
/// Times are counted from the first segment that was ever seen.
public struct HLSTimeline: Hashable, Sendable {
  public private(set) var list: HLSMediaPlaylist
  /// Of each segment, and behind the last one its end.
  private var starts: [Duration]
  /// Lists in a row that were older than the one that is known.
  private var oldLists = 0
  /// How far from the end of a live list people want to be; nil is as the list has it.
  private let wish: Duration?

  /// What a list that was asked for again is.
  public enum Change: Hashable, Sendable {
    case unchanged
    case goesOn
    /// It has nothing to do with the one before.
    case isOther
  }

  /// Servers that share the work are not equally far; one that stays behind for so long began anew.
  private static let mostOldLists = 4
  /// Where it comes in parts it is asked for more often.
  private static let mostOldListsOfParts = 16
  /// How many target durations from its end a live list is begun, or how long parts: RFC 8216bis,
  /// 4.4.3.8.
  private static let distance = 3
  /// Shorter parts are no reason to ask more often.
  private static let shortestPart = Duration.milliseconds(100)

  /// `start` is when its first segment begins.
  public init(
    _ list: HLSMediaPlaylist, startingAt start: Duration = .zero, behind wish: Duration? = nil
  ) {
    (self.list, self.wish) = (list, wish)
    starts = Self.starts(of: list, from: start)
  }

  private static func starts(of list: HLSMediaPlaylist, from start: Duration) -> [Duration] {
    list.segments.reduce(into: [start]) { starts, segment in
      starts.append((starts.last ?? start) + segment.duration)
    }
  }

  public var segments: [HLSSegment] { list.segments }
  public func start(of index: Int) -> Duration { starts[index] }
  public func end(of index: Int) -> Duration { starts[index + 1] }
  public var start: Duration { starts[0] }
  public var end: Duration { starts[starts.count - 1] }
  private var lastSequence: Int64 { list.firstSequence.saturatingAdd(Int64(segments.count) -| 1) }

  /// The segment at a moment; the first or the last where it lies outside. Nil of an empty list.
  public func index(at time: Duration) -> Int? {
    guard !segments.isEmpty else { return nil }
    var (low, high) = (0, segments.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if starts[middle] <= time { low = middle } else { high = middle - 1 }
    }
    return low
  }

  /// When what is at a moment was recorded, in seconds since 1970, where the list tells.
  public func date(at time: Duration) -> Double? {
    guard let index = index(at: time), let date = segments[index].date else { return nil }
    return date + (time - starts[index]).seconds
  }

  public func index(of sequence: Int64) -> Int? {
    let (index, overflow) = sequence.subtractingReportingOverflow(list.firstSequence)
    guard !overflow, index >= 0, index < segments.count else { return nil }
    return Int(index)
  }

  /// Where to begin: the list's wish, or of a live one a safe distance from its end.
  public var beginning: Duration {
    // A film is played from its beginning, whatever its list says.
    guard list.isLive else { return start }
    if wish == nil, let own = list.start {
      return min(max(own < .zero ? end + own : start + own, start), end)
    }
    return max(start, end - liveDistance)
  }

  /// How far from the end of a live list one stays.
  public var liveDistance: Duration {
    if let length = partLength {
      let own = list.server.partHoldBack ?? length * Self.distance
      return max(wish ?? own, length * 2)
    }
    // Of less than a segment nothing is there.
    if let wish { return max(wish, list.targetDuration) }
    return max(list.server.holdBack ?? .zero, list.targetDuration * Self.distance)
  }

  /// How long parts are at the most, where what is newest comes in parts.
  public var partLength: Duration? {
    list.comesInParts ? list.partTarget.map { max($0, Self.shortestPart) } : nil
  }

  /// How long it takes at the most until something is added.
  public var pace: Duration { partLength ?? list.targetDuration }

  /// Whether a live list has enough of what was that people can go back in it.
  public var hasWindow: Bool { list.isLive && end - start > liveDistance * 2 }

  /// Takes the list as it is now.
  public mutating func update(_ new: HLSMediaPlaylist) -> Change {
    let new = unwound(new.isNumberedByDate ? renumbered(new) : new)
    guard !list.segments.isEmpty, !new.segments.isEmpty else { return replace(new) }
    let newLast = new.firstSequence.saturatingAdd(Int64(new.segments.count) -| 1)
    if newLast < list.firstSequence { return replace(new) }
    // One that ends may leave out what was not finished.
    let known = new.isEnded && list.segments.last?.isOpen == true ? lastSequence -| 1 : lastSequence
    if newLast < known || new.firstSequence < list.firstSequence {
      oldLists += 1
      let most = list.comesInParts ? Self.mostOldListsOfParts : Self.mostOldLists
      return oldLists > most ? replace(new) : .unchanged
    }
    oldLists = 0
    let isSameSegment = newLast == lastSequence && new.isEnded == list.isEnded
    let isSame = isSameSegment && new.progress == list.progress
    if isSameSegment, new.progress < list.progress { return .unchanged }
    if let index = index(of: new.firstSequence) {
      starts = Self.starts(of: new, from: starts[index])
      list = new
      return isSame ? .unchanged : .goesOn
    }
    // What lay between was missed: it was as long as a list says at the most.
    let missed = new.firstSequence -| lastSequence -| 1
    let length = list.targetDuration * Double(min(missed, 1_000_000))
    starts = Self.starts(of: new, from: end + length)
    list = new
    return missed == 0 ? .goesOn : .isOther
  }

  /// With numbers that go on where the known ones are.
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
    // It begins before what is known.
    if let known = segments.first?.date, date < known,
      let index = new.segments.firstIndex(where: { ($0.date ?? 0) > known - 0.1 })
    {
      first = list.firstSequence.saturatingSubtract(Int64(index))
    }
    var copy = new
    copy.firstSequence = first
    copy.segments = new.segments.enumerated().map { index, segment in
      segment.numbered(first.saturatingAdd(Int64(index)))
    }
    return copy
  }

  /// A list that ends may be of the whole event. Only what follows the known beginning counts, so that
  /// nothing plays again.
  private func unwound(_ new: HLSMediaPlaylist) -> HLSMediaPlaylist {
    let early = list.firstSequence.saturatingSubtract(new.firstSequence)
    let reach = new.firstSequence.saturatingAdd(Int64(new.segments.count) -| 1)
    guard new.isEnded, early > 0, !list.segments.isEmpty, reach >= lastSequence else { return new }
    var copy = new
    copy.firstSequence = list.firstSequence
    copy.segments = Array(new.segments.dropFirst(Int(clamping: early)))
    return copy
  }

  private mutating func replace(_ new: HLSMediaPlaylist) -> Change {
    let isFirst = list.segments.isEmpty
    self = HLSTimeline(new, startingAt: end, behind: wish)
    return isFirst ? .goesOn : .isOther
  }

  /// Nothing more comes.
  public mutating func finish() { list.isEnded = true }

  /// How long the list is left alone: RFC 8216bis, 6.3.4. A server that has requests wait and sends
  /// something new is asked for more at once; one that sends nothing new has none wait.
  public func pause(after change: Change) -> Duration {
    max(usualPause(after: change), cost)
  }

  /// A list that takes a while to read is not read all the time, however often it says that it changes.
  private var cost: Duration { Self.costOfSegment * segments.count }
  /// Some times what it takes a slow board to read one.
  private static let costOfSegment = Duration.microseconds(20)

  private func usualPause(after change: Change) -> Duration {
    if let length = partLength {
      if change == .unchanged { return length / 2 }
      return list.server.canBlockReload ? Self.shortestPart / 2 : length
    }
    let target = max(list.targetDuration, .milliseconds(500))
    return change == .unchanged ? target / 2 : target
  }

  /// The same behind one that could not be had.
  public var pauseAfterFailure: Duration {
    max(list.targetDuration / 2, .milliseconds(250), cost)
  }

  /// The part that a request may wait for: the number of its segment, and its own in that. Nil where
  /// the server has no requests wait.
  public var awaited: (sequence: Int64, part: Int)? {
    guard list.comesInParts, list.server.canBlockReload, let last = segments.last else {
      return nil
    }
    return last.isOpen
      ? (last.sequence, last.parts.count) : (last.sequence.saturatingAdd(1), 0)
  }
}

extension HLSMediaPlaylist {
  /// How much of its last segment is there.
  fileprivate var progress: Int {
    segments.last.map { $0.isOpen ? $0.parts.count : .max } ?? 0
  }
}

// Going on in another encoding of the same.
extension HLSTimeline {
  /// What is known of the segment after which it goes on.
  public struct Place: Hashable, Sendable {
    public let sequence: Int64
    /// Up to which part of it, where there is more; nil is all of it.
    public let part: Int?
    public let discontinuity: Int64
    /// When the segment begins, of which it is.
    public let segmentStart: Duration
    public let start: Duration
    public let end: Duration
    /// When it ends, in seconds since 1970, where its list tells.
    public let endDate: Double?

    /// The place right before a segment, or a part of one, that begins at `start`.
    public init(before segment: HLSSegment, start: Duration) {
      let inside = segment.inside.flatMap { $0.part > 0 ? $0 : nil }
      (sequence, part) =
        inside.map { (segment.sequence, $0.part - 1) } ?? (segment.sequence -| 1, nil)
      segmentStart = start - (inside?.start ?? .zero)
      (discontinuity, self.start, end) = (segment.discontinuity, start, start)
      endDate = segment.date
    }

    /// `isLast` says that nothing of its segment follows it.
    init(_ segment: HLSSegment, start: Duration, end: Duration, isLast: Bool) {
      (sequence, discontinuity) = (segment.sequence, segment.discontinuity)
      part = isLast ? nil : segment.inside?.part
      segmentStart = start - (segment.inside?.start ?? .zero)
      (self.start, self.end) = (start, end)
      endDate = segment.date.map { $0 + (end - start).seconds }
    }
  }

  public func place(of index: Int) -> Place {
    Place(segments[index], start: starts[index], end: starts[index + 1], isLast: true)
  }

  public func place(before index: Int) -> Place {
    Place(before: segments[index], start: starts[index])
  }

  /// The segment that follows `place`, which is of another encoding; nil where it is not there yet.
  ///
  /// Numbers of segments need not agree: RFC 8216bis, 6.2.4. So dates count, then times in a list that
  /// is whole, and numbers in one that has only its newest segments.
  public func index(following place: Place) -> Int? {
    guard list.isLive else {
      guard let found = index(at: place.end) else { return nil }
      // What begins just before ends just behind.
      let isNearNext = place.end - starts[found] > segments[found].duration / 2
      let index = isNearNext ? found + 1 : found
      return index < segments.count ? index : nil
    }
    if let date = place.endDate, segments.first?.date != nil { return index(near: date) }
    // Of several encodings one is written after the other.
    let lead = place.sequence.saturatingSubtract(lastSequence)
    if (0...Int64(segments.count)).contains(lead) { return nil }
    return index(of: place.sequence.saturatingAdd(1)) ?? index(at: beginning)
  }

  private func index(near date: Double) -> Int? {
    segments.firstIndex { segment in
      segment.date.map { $0 > date - segment.duration.seconds / 2 } ?? false
    }
  }

  /// The same times as in another list of the same presentation, which has `place`.
  public mutating func align(with place: Place) {
    if let (index, offset) = holder(of: place) {
      let shift = place.end - offset - starts[index]
      return starts = starts.map { $0 + shift }
    }
    guard let following = index(following: place) else {
      // What follows is not there yet: numbers say how much is missing.
      let ahead = min(max(place.sequence.saturatingSubtract(lastSequence), 0), 100)
      let behind = place.part == nil ? place.end : place.segmentStart + list.targetDuration
      let shift = behind - list.targetDuration * Double(ahead) - end
      return starts = starts.map { $0 + shift }
    }
    let shift = place.end - starts[following]
    starts = starts.map { $0 + shift }
  }
}
