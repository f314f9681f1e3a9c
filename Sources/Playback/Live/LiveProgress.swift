package import VitrineTiming

/// The position of a live stream.
package struct LiveProgress: Hashable, Sendable {
  /// The time behind the live edge; for cameras without the delay of camera and network.
  package let latency: MediaTime
  /// The target latency.
  package let target: MediaTime
  /// The rate that keeps it.
  package let rate: Double
  /// Whether the viewer has gone back or paused.
  package let isShifted: Bool
  /// The seekable range in the item's own time, from the earliest position to the target latency.
  /// Nil if it is not seekable.
  package let window: ClosedRange<MediaTime>?

  package init(
    latency: MediaTime, target: MediaTime, rate: Double, isShifted: Bool,
    window: ClosedRange<MediaTime>? = nil
  ) {
    self.latency = latency
    self.target = target
    self.rate = rate
    self.isShifted = isShifted
    self.window = window
  }
}

extension LatencyController {
  /// Returns nil for a source that is not live, or while unknown. `origin` is the source's own
  /// timestamp of the item's beginning.
  package func progress(_ live: Arrival.Live?, from origin: MediaTime) -> LiveProgress? {
    guard let latency, let target else { return nil }
    return LiveProgress(
      latency: latency, target: target, rate: rate, isShifted: isShifted,
      window: live?.window(behind: target, from: origin))
  }
}

extension Arrival.Live {
  /// The seekable range for a target latency.
  fileprivate func window(
    behind target: MediaTime, from origin: MediaTime
  ) -> ClosedRange<MediaTime>? {
    guard let earliest else { return nil }
    let start = max(earliest - origin, .zero)
    return start...max(edge - target - origin, start)
  }
}
