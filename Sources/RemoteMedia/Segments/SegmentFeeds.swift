internal import VitrineLinux
internal import VitrineMedia
internal import VitrinePlayback
internal import VitrineTiming

/// The rows of segments of one item that are currently downloaded. Thread-safe.
final class SegmentFeeds: Interruptible {
  private let state = Shared(State())

  private struct State {
    /// The video's feed comes first.
    var feeds: [SegmentFeed] = []
    /// Feeds that playback does not wait for.
    var side: [SegmentFeed] = []
    var isInterrupted = false
    /// Maps the lists' times to playback times.
    var times = StretchTimes()
    var played = PlayedEncodings()
    /// Whether a seek has made the current reads useless.
    var isLeft: @Sendable () -> Bool = { false }
  }

  /// The requested latency of a live stream.
  let latency: MediaTime?

  init(latency: MediaTime? = nil) { self.latency = latency }

  /// Ends waiting for segments while `isLeft` reports a seek. Readers check it at each `lookAgain`.
  func leave(where isLeft: @escaping @Sendable () -> Bool) { state.update { $0.isLeft = isLeft } }

  var isLeft: Bool { state.value.isLeft() }

  func lookAgain() {
    let state = state.value
    for feed in state.feeds + state.side { feed.lookAgain() }
  }

  /// Updates the map from the lists' times to playback times.
  func update(_ times: StretchTimes) { state.update { $0.times = times } }

  /// Records that a rendition plays from this time on.
  func record(_ encoding: Int, from start: MediaTime) {
    state.update { $0.played.record(encoding, from: start) }
  }

  /// Selects the rendition of the video.
  func setQuality(_ preference: VariantPolicy.Preference) {
    state.value.feeds.first?.setQuality(preference)
  }

  /// Playback does not wait for a feed that `isAside`.
  func add(_ feed: SegmentFeed, isAside: Bool = false) {
    let isLate = state.update { state in
      if isAside { state.side.append(feed) } else { state.feeds.append(feed) }
      return state.isInterrupted
    }
    if isLate { feed.interrupt() }
  }

  func remove(_ feed: SegmentFeed) {
    state.update { state in
      state.feeds.removeAll { $0 === feed }
      state.side.removeAll { $0 === feed }
    }
    feed.interrupt()
  }

  func interrupt() {
    let feeds = state.update { state in
      state.isInterrupted = true
      return state.feeds + state.side
    }
    for feed in feeds { feed.interrupt() }
  }

  /// Returns how the slowest row is downloading, with playback at `position`.
  func arrival(read: MediaTime, at position: MediaTime) -> Arrival {
    let state = state.value
    let reached = Duration.nanoseconds(state.times.listed((position + read).nanoseconds))
    let arrivals = state.feeds.map { $0.arrival(read: read, reached: reached) }
    guard var worst = arrivals.min(by: { $0.lead.time < $1.lead.time }) else { return .awaited }
    worst.isAwaited = arrivals.contains(where: \.isAwaited)
    worst.lead.isFull = arrivals.allSatisfy(\.lead.isFull)
    worst.networkError = arrivals.compactMap(\.networkError).first
    // The video's live edge.
    let live = state.feeds.first?.live(at: .now()).map(state.times.played)
    worst.live = live
    let listed = MediaTime(nanoseconds: state.times.listed(position.nanoseconds))
    worst.dateRanges = state.feeds.first?.dateRanges(at: listed) ?? []
    if let target = live?.target { worst.buffering = BufferingPolicy(behind: target) }
    worst.renditions = state.feeds.first?.renditions(playing: state.played.encoding(at: position))
    return worst
  }
}

/// The renditions of a stream by their start times.
struct PlayedEncodings: Hashable, Sendable {
  private struct Stretch: Hashable {
    let start: MediaTime
    let encoding: Int
  }

  private var stretches: [Stretch] = []

  /// More than fit between the reader and the playback position.
  private static let most = 32

  /// Records that a rendition is read from `start` on. Entries after `start` are dropped, such as
  /// after a seek. May be called repeatedly.
  mutating func record(_ encoding: Int, from start: MediaTime) {
    stretches.removeAll { $0.start >= start }
    if stretches.last?.encoding == encoding { return }
    stretches.append(Stretch(start: start, encoding: encoding))
    if stretches.count > Self.most { stretches.removeFirst() }
  }

  /// Returns nil before the first entry.
  func encoding(at time: MediaTime) -> Int? {
    (stretches.last { $0.start <= time } ?? stretches.first)?.encoding
  }
}
