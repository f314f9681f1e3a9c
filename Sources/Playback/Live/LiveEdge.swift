package import VitrineTiming

/// Estimates the live edge: the newest moment that could be played without any transmission delay.
///
/// Late data says nothing about the edge, so the least delayed recent sample counts. The source's
/// clock differs from the local one, so old samples are discarded.
package struct LiveEdge: Hashable, Sendable {
  private struct Sample: Hashable {
    let end: MediaTime
    let time: HostTime

    func edge(at now: HostTime) -> MediaTime {
      end + MediaTime(nanoseconds: (now - time).nanoseconds)
    }
  }

  private var samples: [Sample] = []
  private let memory: Duration

  private static let most = 64

  /// `memory` is the lifetime of a sample.
  package init(memory: Duration) { self.memory = memory }

  /// Records that everything up to `end` had arrived at `time`.
  package mutating func record(_ end: MediaTime, at time: HostTime) {
    // A sample with an earlier edge than this one will never count again.
    samples.removeAll { time - $0.time > memory || $0.edge(at: time) <= end }
    samples.append(Sample(end: end, time: time))
    if samples.count > Self.most { samples.removeFirst() }
  }

  /// Discards all samples, for a source that has restarted.
  package mutating func forget() { samples = [] }

  /// Nil without samples.
  package func edge(at now: HostTime) -> MediaTime? { samples.map { $0.edge(at: now) }.max() }
}
