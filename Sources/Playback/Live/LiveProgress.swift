public import VitrineTiming

/// Where a live source plays.
public struct LiveProgress: Hashable, Sendable {
  /// How far behind what happens; of a camera without what it and the way take.
  public let latency: MediaTime
  /// How far it is held.
  public let target: MediaTime
  /// How fast it is played for that.
  public let rate: Double
  /// Whether people have gone back in it, or paused.
  public let isShifted: Bool
  /// The places that can be gone to, in the item's own time: from the oldest that is kept to where it
  /// is held. Nil where there is no going back.
  public let window: ClosedRange<MediaTime>?

  public init(
    latency: MediaTime, target: MediaTime, rate: Double, isShifted: Bool,
    window: ClosedRange<MediaTime>? = nil
  ) {
    (self.latency, self.target) = (latency, target)
    (self.rate, self.isShifted, self.window) = (rate, isShifted, window)
  }
}

extension LiveHold {
  /// Nil of what is not live, and before it is known. `origin` is the source's own time of the item's
  /// beginning.
  public func progress(_ live: Arrival.Live?, from origin: MediaTime) -> LiveProgress? {
    guard let latency, let target else { return nil }
    return LiveProgress(
      latency: latency, target: target, rate: rate, isShifted: isShifted,
      window: live?.window(behind: target, from: origin))
  }
}

extension Arrival.Live {
  /// What is held `target` behind its edge can be gone to between these.
  fileprivate func window(
    behind target: MediaTime, from origin: MediaTime
  ) -> ClosedRange<MediaTime>? {
    guard let earliest else { return nil }
    let start = max(earliest - origin, .zero)
    return start...max(edge - target - origin, start)
  }
}
