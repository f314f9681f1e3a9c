internal import VitrineTiming

/// Decides for the watchdog whether a player works.
///
/// It checks that the player's threads respond, and that new pictures reach the screen when they
/// are due; before the first picture, that the item makes progress. Pauses, stills, long gaps
/// between pictures, a dark display and error cards do not count as hung.
package struct LivenessCheck: Sendable {
  /// Monotonic counters.
  package struct Sample: Hashable, Sendable {
    /// The number of responses of the player's own threads.
    package var answers: Int
    /// Frames that reached the screen.
    package var presented: Int
    /// Whether a new picture is due.
    package var isMoving: Bool
    /// The item's progress while its next picture is being decoded; otherwise nil: pictures waiting
    /// to be shown do not count.
    package var work: WatchdogProgress?

    package init(answers: Int, presented: Int, isMoving: Bool, work: WatchdogProgress? = nil) {
      self.answers = answers
      self.presented = presented
      self.isMoving = isMoving
      self.work = work
    }
  }

  /// The sample of the latest success.
  private var lastAlive: Sample?

  package init() {}

  /// Whether there was progress since the latest success.
  package mutating func isAlive(_ sample: Sample) -> Bool {
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
package struct WatchdogProgress: Hashable, Sendable {
  let progress: StallDetector.Progress
  let tenths: Int64

  package init(_ progress: StallDetector.Progress, cpuTime: Duration) {
    self.progress = progress
    tenths = cpuTime.nanoseconds / 100_000_000
  }
}
