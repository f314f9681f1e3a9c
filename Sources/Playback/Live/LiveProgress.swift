public import Timing

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

  public init(latency: MediaTime, target: MediaTime, rate: Double, isShifted: Bool) {
    (self.latency, self.target) = (latency, target)
    (self.rate, self.isShifted) = (rate, isShifted)
  }
}

extension LiveHold {
  /// Nil of what is not live, and before it is known.
  public var progress: LiveProgress? {
    guard let latency, let target else { return nil }
    return LiveProgress(latency: latency, target: target, rate: rate, isShifted: isShifted)
  }
}
