internal import VitrineNetwork
internal import VitrinePlayback
internal import VitrineStreams
internal import VitrineTiming

/// The segment lists of a row's renditions that are in memory.
struct SegmentLists {
  private var timelines: [Int: HLSTimeline] = [:]
  /// Returns lists that are already known without a request.
  private var known: @Sendable (Int) -> HLSMediaPlaylist?
  /// When the current list is requested again.
  private(set) var due: HostTime?
  /// Failures in a row.
  private var bad = 0
  /// Responses in a row without anything new.
  private var unchanged = 0

  private static let mostHeld = 4
  private static let mostBad = 10
  /// The pauses between these are half a target duration or half a partial segment each.
  private static let mostUnchanged = 7
  /// In target durations.
  private static let longestStandstill = 3.0

  init(known: @escaping @Sendable (Int) -> HLSMediaPlaylist?) { self.known = known }

  /// The requested latency of a live stream.
  var latency: Duration?
  /// The state of a live stream, also while the list of another rendition is awaited; nil for
  /// on-demand streams.
  private(set) var live: Live?
  private var edge = LiveEdge(memory: .seconds(120))
  /// When a list last had something new.
  private var changed: HostTime?
  /// The start of the first list.
  private var firstStart: Duration?

  /// The live stream according to the latest list, in its time.
  struct Live: Hashable, Sendable {
    /// The end of the newest segment, and the maximum time until the next one.
    let end: Duration
    let pace: Duration
    /// The distance of playback to the live edge.
    let distance: Duration
    /// The start of the oldest segment.
    let start: Duration
    /// Whether the oldest segments disappear as new ones arrive.
    let slides: Bool
    let hasWindow: Bool
  }

  /// Returns the newest moment of a live stream. It advances smoothly, but stops if the list does.
  func edge(at now: HostTime) -> MediaTime? {
    guard let live, let edge = edge.edge(at: now) else { return nil }
    return min(edge, MediaTime(nanoseconds: (live.end + live.pace * 3).nanoseconds))
  }

  /// Returns the earliest time to seek to; nil if the list has no seek window. In a sliding window
  /// it advances as smoothly as the live edge.
  func earliest(at now: HostTime) -> MediaTime? {
    guard let live, live.hasWindow, let edge = edge(at: now) else { return nil }
    let start = MediaTime(nanoseconds: live.start.nanoseconds)
    let depth = MediaTime(nanoseconds: (live.end - live.start).nanoseconds)
    return live.slides ? max(edge - depth, start) : start
  }

  subscript(encoding: Int) -> HLSTimeline? { timelines[encoding] }

  /// The indexes that have arrived, of renditions that are files with an index each.
  private var indexes: [Int: [DASHFile.Index]] = [:]
  /// Returns the indexes of a rendition whose list is not complete yet.
  func indexes(of encoding: Int) -> [DASHFile.Index] { indexes[encoding] ?? [] }
  /// Returns the indexes and removes them: if they make no valid list, they are downloaded again.
  mutating func removeIndexes(of encoding: Int) -> [DASHFile.Index] {
    indexes.removeValue(forKey: encoding) ?? []
  }
  mutating func append(_ index: DASHFile.Index, of encoding: Int) {
    indexes[encoding, default: []].append(index)
  }

  var isEmpty: Bool { timelines.isEmpty }
  /// Any of the lists, if it does not matter which.
  var any: HLSTimeline? { timelines.values.first }
  /// Whether the current rendition has stopped; others may continue.
  private(set) var isStuck = false

  /// Returns a list that is known without a request. A live list is returned only once, because it
  /// is outdated the next time.
  mutating func knownList(of encoding: Int) -> HLSMediaPlaylist? {
    guard timelines[encoding] == nil, let list = known(encoding) else { return nil }
    if list.isLive { known = { _ in nil } }
    return list
  }

  /// Stores a list; `row` is its row. Returns whether its sequence numbers have started over.
  mutating func update(
    _ list: HLSMediaPlaylist, of encoding: Int, _ row: SegmentRow, at now: HostTime
  ) throws(NetworkError) -> Bool {
    (bad, isStuck, indexes[encoding]) = (0, false, nil)
    if !list.isLive, list.segments.isEmpty {
      // An empty list adds nothing to the known segments: they are all.
      guard timelines[encoding]?.finish() != nil else {
        throw .unplayable("invalid playlist: no segments")
      }
      return false
    }
    let change = timelines[encoding]?.update(list)
    if let change {
      unchanged = change == .unchanged ? unchanged + 1 : 0
    } else {
      var timeline = HLSTimeline(list, behind: latency)
      if let last = row.last, list.isLive { timeline.align(with: last) }
      timelines[encoding] = timeline
    }
    due = timelines[encoding].map { now + $0.pause(after: change ?? .continued) }
    if change == .replaced {
      edge.forget()
      firstStart = nil
    }
    updateLive(encoding, at: now)
    let standstill = list.targetDuration * Self.longestStandstill
    isStuck = unchanged > Self.mostUnchanged && changed.map { now - $0 >= standstill } ?? true
    forget(beside: encoding, row.encoding, isLive: list.isLive)
    return change == .replaced && encoding == row.encoding
  }

  private mutating func updateLive(_ encoding: Int, at now: HostTime) {
    guard let timeline = timelines[encoding], timeline.list.isLive else { return live = nil }
    // After a standstill, older measurements do not matter.
    if let changed, timeline.end != live?.end, now - changed > timeline.pace * 3 {
      edge.forget()
    }
    if timeline.end != live?.end { changed = now }
    let firstStart = firstStart ?? timeline.start
    self.firstStart = firstStart
    live = Live(
      end: timeline.end, pace: timeline.pace, distance: timeline.liveDistance,
      start: timeline.start, slides: timeline.start - firstStart > .milliseconds(500),
      hasWindow: timeline.hasWindow)
    edge.record(MediaTime(nanoseconds: timeline.end.nanoseconds), at: now)
  }

  /// Drops lists of renditions that do not play. Live ones would be outdated, and on-demand ones
  /// may be large and number in the hundreds.
  private mutating func forget(beside encoding: Int, _ playing: Int?, isLive: Bool) {
    guard isLive || timelines.count > Self.mostHeld else { return }
    timelines = timelines.filter { $0.key == encoding || $0.key == playing && !isLive }
  }

  /// Returns the partial segment that a blocking request waits for; nil after a failure.
  func awaited(of encoding: Int) -> (sequence: Int64, part: Int)? {
    bad == 0 ? timelines[encoding]?.awaited : nil
  }

  /// Records that a list could not be refreshed. Returns false after too many failures in a row.
  mutating func recordFailure(of encoding: Int, at now: HostTime) -> Bool {
    bad += 1
    due = now + (timelines[encoding]?.pauseAfterFailure ?? .seconds(1))
    return bad <= Self.mostBad
  }
}
