internal import VitrineLinux
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
