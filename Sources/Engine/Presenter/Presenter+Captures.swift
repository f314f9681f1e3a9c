internal import VitrineLinux
internal import VitrinePlayback
internal import VitrineScanout
internal import VitrineTiming

/// Screenshots
extension Presenter {
  func takeCapture(now: HostTime) {
    switch captures.take(from: sink) {
    case (let capture, .time(let time))?: report(.captured(capture, at: time))
    case (let capture, .now(let wish))?: report(.screenshot(capture, wish))
    case nil: break
    }
    captures.timePassed(now)
  }

  /// Commits the same picture again to capture it.
  func captureAgain(
    _ picture: ScanoutPicture, for wish: CaptureWish, _ state: SoundState, now: HostTime
  ) throws(PlaybackError) -> HostTime? {
    if let showing { takeSubtitles(of: showing, state.clock, now: now) }
    let offer = refused ?? layers.offer(picture)
    refused = nil
    guard try show(offer, capture: true) else { return retry(offer, now: now) }
    captures.begin(wish, now: now)
    return sink.deadline
  }
}
