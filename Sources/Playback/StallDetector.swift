public import Timing

/// Notices that a run makes no progress: counted in pictures that came on screen or out of the
/// decoder, since a position goes on by itself. A value.
public struct StallDetector: Sendable {
  /// What changes as long as something happens.
  public struct Progress: Hashable, Sendable {
    public var run: Run
    public var presented: Int
    public var decoded: Int

    public init(run: Run, presented: Int, decoded: Int) {
      (self.run, self.presented, self.decoded) = (run, presented, decoded)
    }
  }

  private var last: (progress: Progress, since: HostTime)?

  /// How long nothing may happen where something should.
  public static let limit = Duration.seconds(5)

  public init() {}

  /// Takes a look. `isExpected` says whether pictures should come. True once it hangs.
  public mutating func look(_ progress: Progress, isExpected: Bool, now: HostTime) -> Bool {
    guard isExpected, let last, last.progress == progress else {
      last = (progress, now)
      return false
    }
    return now - last.since >= Self.limit
  }
}
