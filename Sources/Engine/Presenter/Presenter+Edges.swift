internal import VitrineLinux
internal import VitrinePictures
internal import VitrinePlayback
internal import VitrineScanout
internal import VitrineTiming

/// The end of a run.
extension Presenter {
  /// How long before its end a run is reported, so that the next item can be prepared.
  private static let notice = Duration.seconds(5)

  func nearEndWakeUp(_ state: SoundState, now: HostTime) -> HostTime? {
    // The session does not consider a run current before it is on screen.
    guard let showing, showing.isBegun, !showing.isFirstPending, !showing.isNearEndReported,
      let ending = showing.queues.ending.value, ending.failure == nil,
      let end = state.clock.hostTime(of: ending.pictureEnd, in: showing.run)
    else { return nil }
    guard end - Self.notice <= now else { return end - Self.notice }
    self.showing?.isNearEndReported = true
    report(.nearEnd(showing.run))
    return nil
  }

  /// Reports the end of the run once its last picture and sample are over, unless another run
  /// follows automatically.
  func endWakeUp(_ state: SoundState, now: HostTime) -> HostTime? {
    // A following run can only end after it has started, however late its first picture is shown.
    guard let showing, showing.isBegun, !(showing.isFollower && showing.isFirstPending),
      !showing.hasEnded, !captures.isBusy, following == nil, showing.queues.pictures.isExhausted,
      let soundEnd = state.ended[showing.run]
    else { return nil }
    let pictureEnd = showing.queues.ending.value.flatMap { $0.isCertain ? $0.pictureEnd : nil }
    guard
      let end = state.clock.hostTime(
        of: max(pictureEnd ?? showing.end, soundEnd), in: showing.run)
    else { return nil }
    // The next run's first frame may use this vblank.
    let moment = end - vblanks.period / 2
    guard moment <= now else { return moment }
    self.showing?.hasEnded = true
    if let failure = showing.queues.ending.value?.failure {
      showing.queues.report(.failed(failure))
    } else {
      report(.ended(showing.run))
    }
    return nil
  }
}

/// A transition to the run on screen.
struct RunningTransition {
  /// The last picture of the previous item.
  let previous: ScanoutPicture
  let times: TransitionTimes
}

/// The transition from one item to the next.
extension Presenter {
  /// If pictures are at most this far apart, a fade advances with each of them, and not at each vblank.
  private static let smoothInterval = Duration.milliseconds(50)
  /// A first half that would start later than here is left out.
  private static let latestStart = TransitionStep.end / 8

  /// Starts the rest of a transition with the first picture of an item, or cuts.
  func beginTransition(to picture: ScanoutPicture, now: HostTime) {
    guard let previous = layers.picture, previous.run != picture.run else { return }
    transition = nil
    guard let showing, showing.run == picture.run, showing.first == nil, picture !== cover,
      picture.run != cutRun, previous.plan.epoch == picture.plan.epoch,
      showing.transition.isVisible,
      let target = vblanks.vblank(after: now, margin: FramePacer.latchMargin)
    else { return }
    let wanted = showing.transition
    // If the first half was shown, the second one continues it.
    let edge = isPrepared(for: picture) ? showing.due(picture, clock().clock) : nil
    let times =
      edge.map { TransitionTimes(wanted, around: $0) } ?? TransitionTimes(wanted, from: target)
    guard let step = times.step(at: target) else { return }
    let first = Mixture(with: previous, isNext: false, step)
    guard isMixable(first, with: picture, for: picture.run) else { return }
    statistics.transitions += 1
    transition = RunningTransition(previous: previous, times: times)
  }

  private func isPrepared(for next: ScanoutPicture) -> Bool {
    shownMixture.map { $0.isNext && $0.other === next } ?? false
  }

  /// Whether a step of the transition to a run can be shown; otherwise the transition is cut.
  private func isMixable(_ mixture: Mixture, with picture: ScanoutPicture, for run: Run) -> Bool {
    let obstacle =
      mixing.isTooSlow
      ? "this machine mixes pictures too slowly" : sink.obstacle(to: mixture, with: picture)
    guard let obstacle else { return true }
    cutTransition(to: run, because: obstacle)
    return false
  }

  /// The rest of this transition is not shown.
  private func cutTransition(to run: Run, because reason: String) {
    transition = nil
    guard cutRun != run else { return }
    cutRun = run
    statistics.cutTransitions += 1
    if cutReasons.insert(reason).inserted { report(.transitionCut(run, because: reason)) }
  }

  /// The mixture for a picture that is committed now; nil outside of transitions.
  func mixture(with picture: ScanoutPicture, _ clock: PlaybackClock, now: HostTime) -> Mixture? {
    guard transition != nil || following?.transition.isVisible == true,
      let target = vblanks.vblank(after: now, margin: FramePacer.latchMargin)
    else { return nil }
    if let running = transition {
      if let step = running.times.step(at: target) {
        return Mixture(with: running.previous, isNext: false, step)
      }
      if running.times.isOver(at: target) {
        transition = nil
        mixing.recordEnd()
      }
      return nil
    }
    guard picture.run == showing?.run, let following, following.run != cutRun,
      let first = following.queues.pictures.first, first.plan.epoch == picture.plan.epoch
    else { return nil }
    guard let times = upcomingTransition(to: following, first, clock) else {
      // While paused, the step stays.
      return isPrepared(for: first) ? shownMixture : nil
    }
    guard let step = times.step(at: target, isExpected: true) else { return nil }
    let mixture = Mixture(with: first, isNext: true, step)
    // Tested with the first step.
    if isPrepared(for: first) { return mixture }
    guard step.position <= Self.latestStart else { return nil }
    return isMixable(mixture, with: picture, for: following.run) ? mixture : nil
  }

  /// The transition at the end of the run on screen. Nil if its end is not known, or the clock is
  /// stopped.
  private func upcomingTransition(
    to following: Showing, _ first: ScanoutPicture, _ clock: PlaybackClock
  ) -> TransitionTimes? {
    let expected = showing.flatMap { showing in
      showing.queues.ending.value?.edge.flatMap { clock.hostTime(of: $0, in: showing.run) }
    }
    return (following.due(first, clock) ?? expected).map {
      TransitionTimes(following.transition, around: $0)
    }
  }

  /// Whether the picture on screen must be committed again for another step. `nextPicture` is when the
  /// next picture will be committed.
  func isStepDue(
    of mixture: Mixture?, nextPicture: HostTime?, now: HostTime
  ) -> Bool {
    guard mixture != shownMixture else { return false }
    guard let mixture, mixture.step.kind != .slide, let nextPicture, isMoving else { return true }
    return nextPicture - now > Self.smoothInterval
  }

  /// Whether another picture of the run on screen is queued.
  private var isMoving: Bool { showing?.queues.pictures.isEmpty == false }

  /// When the next transition starts, if the picture on screen does not change before.
  func transitionWakeUp(_ clock: PlaybackClock, now: HostTime) -> HostTime? {
    guard transition == nil, let following, following.transition.isVisible,
      following.run != cutRun, let first = following.queues.pictures.first,
      let times = upcomingTransition(to: following, first, clock), times.start > now
    else { return nil }
    return times.start
  }

  /// Records how long the display took to mix a picture, from the first attempt to commit it. Moving
  /// pictures would be late after more than a period.
  func recordMixing(of offer: LayerStack.Offer, now: HostTime) {
    shownMixture = offer.layers.mixture
    defer { mixingSince = nil }
    guard let mixture = offer.layers.mixture else { return }
    let limit = isMoving ? vblanks.period : vblanks.period * 3
    guard !mixing.record(mixingSince.map { now - $0 } ?? .zero, limit: limit) else { return }
    let next = mixture.isNext ? mixture.other : offer.layers.picture
    cutTransition(to: next.run, because: "this machine mixes pictures too slowly")
  }
}
