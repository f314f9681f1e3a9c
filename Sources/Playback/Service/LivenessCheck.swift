internal import VitrineTiming

/// Decides for the watchdog whether a player works.
///
/// It checks that the player's threads respond, and that new pictures reach the screen when they
/// are due; before the first picture, that the item makes progress. Pauses, stills, long gaps
/// between pictures, a dark display and error cards do not count as hung.
public struct LivenessCheck: Sendable {
  /// Monotonic counters.
  public struct Sample: Hashable, Sendable {
    /// The number of responses of the player's own threads.
    public var answers: Int
    /// Frames that reached the screen.
    public var presented: Int
    /// Whether a new picture is due.
    public var isMoving: Bool
    /// The item's progress while its next picture is being decoded; otherwise nil: pictures waiting
    /// to be shown do not count.
    public var work: WatchdogProgress?

    public init(answers: Int, presented: Int, isMoving: Bool, work: WatchdogProgress? = nil) {
      self.answers = answers
      self.presented = presented
      self.isMoving = isMoving
      self.work = work
    }
  }

  /// The sample of the latest success.
  private var lastAlive: Sample?

  public init() {}

  /// Whether there was progress since the latest success.
  public mutating func isAlive(_ sample: Sample) -> Bool {
    guard let lastAlive else {
      self.lastAlive = sample
      return true
    }
    guard sample.answers > lastAlive.answers,
      !sample.isMoving || !lastAlive.isMoving || sample.presented > lastAlive.presented
        || sample.work.map({ $0 != lastAlive.work }) ?? false
    else { return false }
    self.lastAlive = sample
    return true
  }
}

/// The progress of the current item, for the watchdog: the data read and decoded, and the CPU time
/// of its threads in tenths of a second. A slow start does not count as hung.
public struct WatchdogProgress: Hashable, Sendable {
  let progress: StallDetector.Progress
  let tenths: Int64

  public init(_ progress: StallDetector.Progress, cpuTime: Duration) {
    self.progress = progress
    tenths = cpuTime.nanoseconds / 100_000_000
  }
}
