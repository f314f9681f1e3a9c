public import VitrineTiming

/// Estimates the live edge: the newest moment that could be played without any transmission delay.
///
/// Late data says nothing about the edge, so the least delayed recent sample counts. The source's
/// clock differs from the local one, so old samples are discarded.
public struct LiveEdge: Hashable, Sendable {
  private struct News: Hashable {
    let end: MediaTime
    let time: HostTime

    func edge(at now: HostTime) -> MediaTime {
      end + MediaTime(nanoseconds: (now - time).nanoseconds)
    }
  }

  private var news: [News] = []
  private let memory: Duration

  private static let most = 64

  /// `memory` is the lifetime of a sample.
  public init(memory: Duration) { self.memory = memory }

  /// Records that everything up to `end` had arrived at `time`.
  public mutating func note(_ end: MediaTime, at time: HostTime) {
    // A sample with an earlier edge than this one will never count again.
    news.removeAll { time - $0.time > memory || $0.edge(at: time) <= end }
    news.append(News(end: end, time: time))
    if news.count > Self.most { news.removeFirst() }
  }

  /// Discards all samples, for a source that has restarted.
  public mutating func forget() { news = [] }

  /// Nil without samples.
  public func edge(at now: HostTime) -> MediaTime? { news.map { $0.edge(at: now) }.max() }
}
