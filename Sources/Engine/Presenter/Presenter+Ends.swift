internal import VitrineLinux
internal import VitrinePlayback
internal import VitrineScanout
internal import VitrineTiming

/// When a run nears its end, and when it has come to it.
extension Presenter {
  /// So long before its end a run says so: what follows has time to get ready.
  private static let notice = Duration.seconds(5)

  func nearEndWakeUp(_ state: SoundState, now: HostTime) -> HostTime? {
    // A run that is not on screen yet is not the current one for the session.
    guard let showing, showing.isBegun, !showing.isFirstPending, !showing.hasSaidNearEnd,
      let ending = showing.queues.ending.value,
      let end = state.clock.hostTime(of: ending.pictureEnd, in: showing.run)
    else { return nil }
    guard end - Self.notice <= now else { return end - Self.notice }
    self.showing?.hasSaidNearEnd = true
    report(.nearEnd(showing.run))
    return nil
  }

  /// Reports the end of the run once its last picture and sample have had their time, unless
  /// another one follows it by itself.
  func endWakeUp(_ state: SoundState, now: HostTime) -> HostTime? {
    // A run that follows has ended only after it has followed, however late its first picture is shown.
    guard let showing, showing.isBegun, !(showing.isFollower && showing.isFirstPending),
      !showing.hasEnded, !captures.isBusy, following == nil, showing.queues.pictures.isExhausted,
      let soundEnd = state.ended[showing.run]
    else { return nil }
    let pictureEnd = showing.queues.ending.value.flatMap { $0.isCertain ? $0.pictureEnd : nil }
    guard
      let end = state.clock.hostTime(
        of: max(pictureEnd ?? showing.end, soundEnd), in: showing.run)
    else { return nil }
    // The next run's first frame may have this vblank.
    let moment = end - vblanks.period / 2
    guard moment <= now else { return moment }
    self.showing?.hasEnded = true
    report(.ended(showing.run))
    return nil
  }
}
