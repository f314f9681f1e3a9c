internal import VitrineLinux
internal import VitrineMedia
internal import VitrinePlayback
internal import VitrineTiming

/// The rows of segments of one item that are fetched at the moment. Thread-safe.
final class SegmentFeeds: Interruptible {
  private let state = Shared(State())

  private struct State {
    /// That of the picture first.
    var feeds: [SegmentFeed] = []
    /// Those that nothing waits for.
    var side: [SegmentFeed] = []
    var isInterrupted = false
    /// When what is in the lists is played.
    var times = StretchTimes()
    var played = PlayedEncodings()
    /// Whether what is read is of no use any more.
    var isLeft: @Sendable () -> Bool = { false }
  }

  /// How far behind what happens people want to be.
  let latency: MediaTime?

  init(latency: MediaTime? = nil) { self.latency = latency }

  /// Those who wait for a segment wait no longer while `isLeft` says that another place is wanted; they
  /// look at each `lookAgain`.
  func leave(where isLeft: @escaping @Sendable () -> Bool) { state.update { $0.isLeft = isLeft } }

  var isLeft: Bool { state.value.isLeft() }

  func lookAgain() {
    let state = state.value
    for feed in state.feeds + state.side { feed.lookAgain() }
  }

  /// When what is in the lists is played, as far as is known now.
  func note(_ times: StretchTimes) { state.update { $0.times = times } }

  /// From this time on an encoding plays.
  func note(_ encoding: Int, from start: MediaTime) {
    state.update { $0.played.note(encoding, from: start) }
  }

  /// Of the picture.
  func setQuality(_ wish: VariantPolicy.Wish) { state.value.feeds.first?.setQuality(wish) }

  /// Nothing waits for one that `isAside`.
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

  /// How the row arrives that is behind, with the picture at `position`.
  func arrival(read: MediaTime, at position: MediaTime) -> Arrival {
    let state = state.value
    let reached = Duration.nanoseconds(state.times.listed((position + read).nanoseconds))
    let arrivals = state.feeds.map { $0.arrival(read: read, reached: reached) }
    guard var worst = arrivals.min(by: { $0.lead.time < $1.lead.time }) else { return .awaited }
    worst.isAwaited = arrivals.contains(where: \.isAwaited)
    worst.lead.isFull = arrivals.allSatisfy(\.lead.isFull)
    worst.trouble = arrivals.compactMap(\.trouble).first
    // That of the picture.
    let live = state.feeds.first?.live(at: .now()).map(state.times.played)
    worst.live = live
    let listed = MediaTime(nanoseconds: state.times.listed(position.nanoseconds))
    worst.dateRanges = state.feeds.first?.dateRanges(at: listed) ?? []
    if let target = live?.target { worst.buffering = BufferingPolicy(behind: target) }
    worst.encodings = state.feeds.first?.encodings(playing: state.played.encoding(at: position))
    return worst
  }
}
