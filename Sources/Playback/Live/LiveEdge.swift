public import VitrineTiming

/// The newest moment of a live source: what could be played now if nothing had to come over a line.
/// A value.
///
/// What comes late says nothing of how far the source is, so that of what came lately that counts which
/// was least late. The source's clock is not ours: older news than some is forgotten.
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

  /// News counts for so long.
  public init(memory: Duration) { self.memory = memory }

  /// All up to `end` was there at `time`.
  public mutating func note(_ end: MediaTime, at time: HostTime) {
    // One that tells less than another will never count again.
    news.removeAll { time - $0.time > memory || $0.edge(at: time) <= end }
    news.append(News(end: end, time: time))
    if news.count > Self.most { news.removeFirst() }
  }

  /// It has begun anew: what was told means nothing.
  public mutating func forget() { news = [] }

  /// Nil while nothing was told.
  public func edge(at now: HostTime) -> MediaTime? { news.map { $0.edge(at: now) }.max() }
}
