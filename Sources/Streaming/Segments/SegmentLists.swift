internal import VitrineNetwork
internal import VitrinePlayback
internal import VitrineStreams
internal import VitrineTiming

/// The lists of a row's encodings, as far as they are held. A value.
struct SegmentLists {
  private var timelines: [Int: HLSTimeline] = [:]
  /// Lists that need not be asked for.
  private var known: @Sendable (Int) -> HLSMediaPlaylist?
  /// When the one that plays is asked for again.
  private(set) var due: HostTime?
  /// In a row.
  private var bad = 0
  /// Without anything new, in a row.
  private var unchanged = 0

  private static let mostHeld = 4
  private static let mostBad = 10
  /// At half a target duration each, or half a part.
  private static let mostUnchanged = 7
  /// In target durations.
  private static let longestStandstill = 3.0

  init(known: @escaping @Sendable (Int) -> HLSMediaPlaylist?) { self.known = known }

  /// How far from the end of what is live people want to be.
  var latency: Duration?
  /// What is known of what is live, also while another encoding's list is awaited; nil of films.
  private(set) var live: Live?
  private var edge = LiveEdge(memory: .seconds(120))
  /// When there was something new.
  private var changed: HostTime?
  /// Where the list began that came first.
  private var firstStart: Duration?

  /// As the list that came last has it, in its time.
  struct Live: Hashable, Sendable {
    /// Of what is newest, and how long what comes next takes at the most.
    let end: Duration
    let pace: Duration
    /// How far behind its end it is played.
    let distance: Duration
    /// Of the oldest segment.
    let start: Duration
    /// Whether the oldest segments go as new ones come.
    let slides: Bool
    let hasWindow: Bool
  }

  /// The newest moment of what is live. In a list that stands still it does so, too.
  func edge(at now: HostTime) -> MediaTime? {
    guard let live, let edge = edge.edge(at: now) else { return nil }
    return min(edge, MediaTime(nanoseconds: (live.end + live.pace * 3).nanoseconds))
  }

  /// The oldest moment that can be gone back to, for which there has to be a window. Of one that slides
  /// it goes on as evenly as what is newest does.
  func earliest(at now: HostTime) -> MediaTime? {
    guard let live, live.hasWindow, let edge = edge(at: now) else { return nil }
    let start = MediaTime(nanoseconds: live.start.nanoseconds)
    let depth = MediaTime(nanoseconds: (live.end - live.start).nanoseconds)
    return live.slides ? max(edge - depth, start) : start
  }

  subscript(encoding: Int) -> HLSTimeline? { timelines[encoding] }

  /// Of encodings that are files with an index each, those that came.
  private var indexes: [Int: [DASHFile.Index]] = [:]
  /// The same of an encoding whose list is not complete.
  func indexes(of encoding: Int) -> [DASHFile.Index] { indexes[encoding] ?? [] }
  /// The same, which are forgotten: where they make no list they are fetched again.
  mutating func takeIndexes(of encoding: Int) -> [DASHFile.Index] {
    indexes.removeValue(forKey: encoding) ?? []
  }
  mutating func append(_ index: DASHFile.Index, of encoding: Int) {
    indexes[encoding, default: []].append(index)
  }

  var isEmpty: Bool { timelines.isEmpty }
  /// One of them, where that is all that matters.
  var any: HLSTimeline? { timelines.values.first }
  /// Whether what plays is stuck: others may go on.
  private(set) var isStuck = false

  /// A list that is there without being asked for, once where it is live: when it is needed again it is
  /// another one.
  mutating func takeKnown(_ encoding: Int) -> HLSMediaPlaylist? {
    guard timelines[encoding] == nil, let list = known(encoding) else { return nil }
    if list.isLive { known = { _ in nil } }
    return list
  }

  /// A list has come. `row` is where it is read; answers whether it is another one, in which numbers
  /// of before mean nothing.
  mutating func take(
    _ list: HLSMediaPlaylist, of encoding: Int, _ row: SegmentRow, at now: HostTime
  ) throws(NetworkError) -> Bool {
    (bad, isStuck, indexes[encoding]) = (0, false, nil)
    if !list.isLive, list.segments.isEmpty {
      // Of what was there nothing more comes.
      guard timelines[encoding]?.finish() != nil else {
        throw .unplayable("invalid playlist: it has no segments")
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
    due = timelines[encoding].map { now + $0.pause(after: change ?? .goesOn) }
    if change == .isOther {
      edge.forget()
      firstStart = nil
    }
    note(encoding, at: now)
    let standstill = list.targetDuration * Self.longestStandstill
    isStuck = unchanged > Self.mostUnchanged && changed.map { now - $0 >= standstill } ?? true
    forget(beside: encoding, row.encoding, isLive: list.isLive)
    return change == .isOther && encoding == row.encoding
  }

  private mutating func note(_ encoding: Int, at now: HostTime) {
    guard let timeline = timelines[encoding], timeline.list.isLive else { return live = nil }
    // Behind a standstill what was told before means nothing.
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
    edge.note(MediaTime(nanoseconds: timeline.end.nanoseconds), at: now)
  }

  /// Lists of encodings that do not play are old when they are needed again; of films there may be
  /// hundreds, and large ones.
  private mutating func forget(beside encoding: Int, _ playing: Int?, isLive: Bool) {
    guard isLive || timelines.count > Self.mostHeld else { return }
    timelines = timelines.filter { $0.key == encoding || $0.key == playing && !isLive }
  }

  /// What the request for a list that is held waits for; behind one that failed, nothing.
  func awaited(of encoding: Int) -> (sequence: Int64, part: Int)? {
    bad == 0 ? timelines[encoding]?.awaited : nil
  }

  /// A list that is held could not be had again: false where that was once too often.
  mutating func noteFailure(of encoding: Int, at now: HostTime) -> Bool {
    bad += 1
    due = now + (timelines[encoding]?.pauseAfterFailure ?? .seconds(1))
    return bad <= Self.mostBad
  }
}
