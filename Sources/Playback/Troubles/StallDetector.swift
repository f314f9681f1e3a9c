public import VitrineTiming

/// Notices that a run hangs: nothing is read or decoded, and its threads do not even compute. A slow
/// one does not hang, however long its first picture takes. A value.
///
/// A position goes on by itself and is no sign of life. A machine that is slow has the time that it
/// needs: pauses that ended in progress make the patience longer, and so does giving up where
/// nothing has been shown since.
public struct StallDetector: Sendable {
  /// What changes as long as something comes of the work.
  public struct Progress: Hashable, Sendable {
    public var run: Run
    public var presented: Int
    public var decoded: Int
    public var work: PipelineWork

    public init(run: Run, presented: Int, decoded: Int, work: PipelineWork = PipelineWork()) {
      (self.run, self.presented, self.decoded, self.work) = (run, presented, decoded, work)
    }
  }

  /// What a look finds.
  public enum Finding: Hashable, Sendable {
    case moving
    /// For so long nothing was read, decoded or computed.
    case idle(Duration)
    /// So much processor time was spent, and nothing came of it.
    case fruitless(Duration)
  }

  private struct Pause: Sendable {
    let progress: Progress
    var looked: HostTime
    var cpuTime: Duration
    /// Time without computing, as far as it was looked at.
    var idle = Duration.zero
    /// Processor time, all in vain so far.
    var spent = Duration.zero
    var isGivenUp = false

    mutating func pass(to now: HostTime, _ cpuTime: Duration) {
      let (time, more) = (now - looked, max(.zero, cpuTime - self.cpuTime))
      (looked, self.cpuTime) = (now, cpuTime)
      spent += more
      if more * StallDetector.leastPart < time {
        idle += min(time, StallDetector.mostBetweenLooks)
      }
    }
  }

  private var pause: Pause?
  /// The longest pause that ended in progress; halved with each run.
  private var longest = Duration.zero
  /// How often a run was given up since a picture was shown.
  private var givenUpCount = 0

  /// How long nothing may happen where something should, on a machine that is not slow.
  public static let limit = Duration.seconds(5)
  /// The same while the source is read, and decoders wait for it: a disk that spins up, or a share that is busy,
  /// takes this long for one read.
  public static let readingLimit = Duration.seconds(15)
  /// No patience is longer.
  public static let longestPatience = Duration.seconds(60)
  /// Processor time that may be spent on one step: a decoder in an endless loop spends any amount.
  public static let fruitlessLimit = Duration.seconds(20)
  /// Looks are taken ten times a second. One that comes later than this was kept itself: of the time
  /// in between nothing is known.
  private static let mostBetweenLooks = Duration.seconds(1)
  /// A thread that computes uses more than this part of the time; one that only wakes up now and
  /// then to look, less.
  private static let leastPart = 100

  public init() {}

  /// How long nothing may happen now.
  private func patience(isReading: Bool) -> Duration {
    let doubled = (isReading ? Self.readingLimit : Self.limit) * (1 << min(givenUpCount, 4))
    return min(Self.longestPatience, max(doubled, longest * 3))
  }

  /// Takes a look. `isExpected` says whether pictures should come, `isReading` whether decoders wait for the source;
  /// `cpuTime` is what the run's threads have had so far.
  public mutating func look(
    _ progress: Progress, isExpected: Bool, isReading: Bool = false, cpuTime: Duration = .zero,
    now: HostTime
  ) -> Finding {
    if pause.map({ progress.presented != $0.progress.presented }) ?? false { givenUpCount = 0 }
    pause?.pass(to: now, cpuTime)
    guard isExpected, let pause, pause.progress == progress else {
      if isExpected { noteProgress(of: progress.run) }
      self.pause = Pause(progress: progress, looked: now, cpuTime: cpuTime)
      return .moving
    }
    return judge(pause, patience(isReading: isReading))
  }

  /// A pause has ended well, or in another run.
  private mutating func noteProgress(of run: Run) {
    guard let pause else { return }
    longest = pause.progress.run == run ? max(longest, pause.idle) : longest / 2
  }

  private mutating func judge(_ looked: Pause, _ patience: Duration) -> Finding {
    if looked.isGivenUp || looked.idle >= patience {
      giveUp()
      return .idle(looked.idle)
    }
    guard looked.spent >= Self.fruitlessLimit else { return .moving }
    giveUp()
    return .fruitless(looked.spent)
  }

  private mutating func giveUp() {
    guard pause?.isGivenUp == false else { return }
    pause?.isGivenUp = true
    givenUpCount += 1
  }
}

/// What an opened item has done so far, in numbers that only grow: as long as one of them does, it
/// does not hang. A value.
public struct PipelineWork: Hashable, Sendable {
  /// How often its source was read from.
  public var reads = 0
  /// Compressed units that were read.
  public var packets = 0
  /// Questions to the display that were answered: how a picture gets there, and memory for it.
  public var answers = 0

  public init(reads: Int = 0, packets: Int = 0, answers: Int = 0) {
    (self.reads, self.packets, self.answers) = (reads, packets, answers)
  }
}
