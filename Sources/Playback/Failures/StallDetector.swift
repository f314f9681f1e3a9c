package import VitrineTiming

/// Detects a hung run: nothing is read or decoded, and its threads use no CPU time. A slow run is
/// not hung, however long its first picture takes.
///
/// The position advances automatically and proves nothing. Slow machines get more time: pauses that
/// ended with progress extend the patience, and so does giving up without having shown anything
/// since.
package struct StallDetector: Sendable {
  /// The counters that change while the run makes progress.
  package struct Progress: Hashable, Sendable {
    package var run: Run
    package var presented: Int
    package var decoded: Int
    package var work: PipelineWork

    package init(run: Run, presented: Int, decoded: Int, work: PipelineWork = PipelineWork()) {
      self.run = run
      self.presented = presented
      self.decoded = decoded
      self.work = work
    }
  }

  /// The result of a check.
  package enum Finding: Hashable, Sendable {
    case moving
    /// Nothing was read, decoded or computed for this long.
    case idle(Duration)
    /// This much CPU time was used without progress.
    case fruitless(Duration)
  }

  private struct Pause: Sendable {
    let progress: Progress
    var checked: HostTime
    var cpuTime: Duration
    /// The time without CPU use, as far as observed.
    var idle = Duration.zero
    /// The CPU time used without progress.
    var spent = Duration.zero
    var isGivenUp = false

    mutating func pass(to now: HostTime, _ cpuTime: Duration) {
      let (time, more) = (now - checked, max(.zero, cpuTime - self.cpuTime))
      (checked, self.cpuTime) = (now, cpuTime)
      spent += more
      if more * StallDetector.leastPart < time {
        idle += min(time, StallDetector.mostBetweenChecks)
      }
    }
  }

  private var pause: Pause?
  /// The longest pause that ended with progress; halved with each run.
  private var longest = Duration.zero
  /// How often a run was given up since a picture was shown.
  private var givenUpCount = 0

  /// The patience with a run on a machine that is not slow.
  package static let limit = Duration.seconds(5)
  /// The patience while decoders wait for the source: a disk that spins up, or a busy share, takes
  /// this long for one read.
  package static let readingLimit = Duration.seconds(15)
  /// The maximum patience.
  package static let longestPatience = Duration.seconds(60)
  /// The CPU time for one step: a decoder in an endless loop uses any amount.
  package static let fruitlessLimit = Duration.seconds(20)
  /// Checks run ten times a second. If one is later than this, the checking thread was blocked, and
  /// nothing is known about the time between.
  private static let mostBetweenChecks = Duration.seconds(1)
  /// A busy thread uses more than 1/100 of a CPU; a thread that only polls uses less.
  private static let leastPart = 100

  package init() {}

  /// The current patience.
  private func patience(isReading: Bool) -> Duration {
    let doubled = (isReading ? Self.readingLimit : Self.limit) * (1 << min(givenUpCount, 4))
    return min(Self.longestPatience, max(doubled, longest * 3))
  }

  /// Checks a run. `isExpected` says that pictures are due, `isReading` that decoders wait for the
  /// source; `cpuTime` is that of the run's threads so far.
  package mutating func check(
    _ progress: Progress, isExpected: Bool, isReading: Bool = false, cpuTime: Duration = .zero,
    now: HostTime
  ) -> Finding {
    if pause.map({ progress.presented != $0.progress.presented }) ?? false { givenUpCount = 0 }
    pause?.pass(to: now, cpuTime)
    guard isExpected, let pause, pause.progress == progress else {
      if isExpected { recordProgress(of: progress.run) }
      self.pause = Pause(progress: progress, checked: now, cpuTime: cpuTime)
      return .moving
    }
    return judge(pause, patience(isReading: isReading))
  }

  /// A pause ended with progress, or in another run.
  private mutating func recordProgress(of run: Run) {
    guard let pause else { return }
    longest = pause.progress.run == run ? max(longest, pause.idle) : longest / 2
  }

  private mutating func judge(_ checked: Pause, _ patience: Duration) -> Finding {
    if checked.isGivenUp || checked.idle >= patience {
      giveUp()
      return .idle(checked.idle)
    }
    guard checked.spent >= Self.fruitlessLimit else { return .moving }
    giveUp()
    return .fruitless(checked.spent)
  }

  private mutating func giveUp() {
    guard pause?.isGivenUp == false else { return }
    pause?.isGivenUp = true
    givenUpCount += 1
  }
}

/// The progress of an opened item in monotonic counters: while any of them grows, it is not hung.
package struct PipelineWork: Hashable, Sendable {
  /// The number of reads from its source.
  package var reads = 0
  /// The number of packets read.
  package var packets = 0
  /// The number of requests that the display answered: plans, and memory.
  package var answers = 0

  package init(reads: Int = 0, packets: Int = 0, answers: Int = 0) {
    self.reads = reads
    self.packets = packets
    self.answers = answers
  }
}
