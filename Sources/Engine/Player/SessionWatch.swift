internal import Linux
internal import Playback
internal import Scanout
internal import Timing

/// Watches over the run that plays: whether its source keeps up, and whether it hangs.
struct SessionWatch {
  enum Finding { case nothing, starved, refilled, stuck }

  private var detector = StallDetector()
  private var waitingSince: HostTime?

  /// How long pictures may be missing before the clock is halted.
  private static let patience = Duration.milliseconds(300)

  mutating func look(
    _ state: PlaybackState, _ queues: RunQueues, isSourceDry: Bool, progress: DisplayProgress,
    now: HostTime
  ) -> Finding {
    let isExpected = Self.isExpected(state, queues, progress)
    let counts = queues.counts.value
    let seen = StallDetector.Progress(
      run: queues.run, presented: progress.presented, decoded: counts.frames + counts.leftOut)
    if detector.look(seen, isExpected: isExpected, now: now) { return .stuck }
    if state.isStarved {
      return queues.pictures.weight >= queues.headStart || queues.pictures.isExhausted
        ? .refilled : .nothing
    }
    return isStarving(state, queues, isSourceDry, progress, now) ? .starved : .nothing
  }

  /// Whether a picture should come: none does while paused, nor after the last one.
  private static func isExpected(
    _ state: PlaybackState, _ queues: RunQueues, _ progress: DisplayProgress
  ) -> Bool {
    guard progress.isOpen else { return false }
    return switch state.phase {
    case .opening: true
    case .buffering: !queues.pictures.isExhausted
    case .playing: !state.isHeld && progress.isWaiting
    case .idle, .ended, .failed: false
    }
  }

  private mutating func isStarving(
    _ state: PlaybackState, _ queues: RunQueues, _ isSourceDry: Bool, _ progress: DisplayProgress,
    _ now: HostTime
  ) -> Bool {
    let isCertain = queues.ending.value?.isCertain ?? false
    guard state.phase == .playing, !state.isHeld, progress.isWaiting, isSourceDry, !isCertain
    else {
      waitingSince = nil
      return false
    }
    guard let since = waitingSince else {
      waitingSince = now
      return false
    }
    return now - since >= Self.patience
  }
}

extension PlaybackStatus {
  /// What the state machine knows.
  mutating func describe(_ state: PlaybackState) {
    let intention = state.intention
    (phase, isPaused, isScrubbing) = (state.phase, intention.isPaused, state.isScrubbing)
    (entry, item) = (state.currentEntry, state.currentItem)
    (rate, volume, isMuted) = (intention.rate, intention.volume, intention.isMuted)
    (rotation, fit) = (intention.rotation, intention.fit)
    isDisplayOn = state.isDisplayOn
    waiting =
      switch state.phase {
      case .opening: .opening
      case .buffering: state.seekTarget != nil ? .seeking : state.isStarved ? .source : .opening
      default: nil
      }
  }
}
