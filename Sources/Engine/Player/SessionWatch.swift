internal import VitrineLinux
internal import VitrinePlayback
internal import VitrineScanout
internal import VitrineTiming

/// Watches the current run: whether its source keeps up, and whether it hangs.
struct SessionWatch {
  enum Finding {
    case nothing, starved, refilled
    case stuck(PlaybackError)
  }

  /// The work of the run's threads and of the display for them.
  struct Effort {
    var work = PipelineWork()
    var cpuTime = Duration.zero
  }

  private var detector = StallDetector()
  private var waitingSince: HostTime?

  /// How long pictures may be missing before the clock is stopped.
  private static let starvationDelay = Duration.milliseconds(300)

  mutating func check(
    _ state: PlaybackState, _ queues: RunQueues, isSourceDry: Bool, isReading: Bool,
    arrival: Arrival? = nil, progress: DisplayProgress, effort: Effort, now: HostTime
  ) -> Finding {
    let expectation = PictureExpectation(
      state,
      .init(
        isDisplayOpen: progress.isOpen, isDisplayWaiting: progress.isWaiting,
        isExhausted: queues.pictures.isExhausted, awaitsNetwork: arrival?.isStalled ?? false))
    let seen = StallDetector.Progress(queues, progress, effort)
    let isExpected = expectation.idleReason == nil
    switch detector.check(
      seen, isExpected: isExpected, isReading: isReading, cpuTime: effort.cpuTime, now: now)
    {
    case .moving: break
    case .idle(let time):
      return .stuck(.idle(for: time, isReading: isReading))
    case .fruitless(let time): return .stuck(.fruitless(for: time))
    }
    if state.isStarved {
      let isReady = queues.pictures.weight >= queues.headStart || queues.pictures.isExhausted
      let mayResume = arrival.map { $0.mayResume } ?? true
      return isReady && mayResume ? .refilled : .nothing
    }
    let lacks = Self.lacks(queues, isSourceDry, arrival, progress)
    // For data known to be on its way, the clock stops at once.
    let delay = arrival?.isAwaited == true ? .zero : Self.starvationDelay
    return isStarving(state, queues, lacks: lacks, for: delay, now) ? .starved : .nothing
  }

  /// Whether playback waits for missing data: pictures, or sound if there is only a title card. A
  /// local sound file without data is silent.
  private static func lacks(
    _ queues: RunQueues, _ isSourceDry: Bool, _ arrival: Arrival?, _ progress: DisplayProgress
  ) -> Bool {
    guard queues.pictures.isExhausted else { return progress.isWaiting && isSourceDry }
    guard let arrival, arrival.isAwaited else { return false }
    return queues.sound.isEmpty && !queues.sound.isExhausted
  }

  private mutating func isStarving(
    _ state: PlaybackState, _ queues: RunQueues, lacks: Bool, for delay: Duration,
    _ now: HostTime
  ) -> Bool {
    let isCertain = queues.ending.value?.isCertain ?? false
    guard state.phase == .playing, !state.isHeld, lacks, !isCertain else {
      waitingSince = nil
      return false
    }
    let since = waitingSince ?? now
    waitingSince = since
    return now - since >= delay
  }
}

extension StallDetector.Progress {
  init(_ queues: RunQueues, _ progress: DisplayProgress, _ effort: SessionWatch.Effort) {
    let counts = queues.counts.value
    self.init(
      run: queues.run, presented: progress.statistics.latest.presented,
      decoded: counts.frames + counts.leftOut, work: effort.work)
  }
}

extension PlaybackError {
  fileprivate static func idle(for time: Duration, isReading: Bool) -> PlaybackError {
    let seconds = time.components.seconds
    guard isReading else {
      return PlaybackError(
        .decode, "nothing was read or decoded for \(seconds) s", exitStatus: .data
      ).ofHang
    }
    return PlaybackError(
      .source, "nothing could be read for \(seconds) s; check the disk or share",
      exitStatus: .unavailable
    ).ofHang
  }

  fileprivate static func fruitless(for time: Duration) -> PlaybackError {
    PlaybackError(
      .decode, "no frame after \(time.components.seconds) s of decoding",
      exitStatus: .data
    ).ofHang
  }
}
