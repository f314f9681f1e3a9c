internal import VitrineLinux
internal import VitrinePlayback
internal import VitrineScanout
internal import VitrineTiming

/// Screenshots
extension Presenter {
  func reportCapture(now: HostTime) {
    switch captures.finish(from: sink) {
    case (let capture, .time(let time))?: report(.captured(capture, at: time))
    case (let capture, .now(let request))?: report(.screenshot(capture, request))
    case nil: break
    }
    captures.timePassed(now)
  }

  /// Commits the same picture again to capture it.
  func captureAgain(
    _ picture: ScanoutPicture, for request: CaptureRequest, _ state: SoundState, now: HostTime
  ) throws(PlaybackError) -> HostTime? {
    if let showing { updateSubtitles(of: showing, state.clock, now: now) }
    let offer = refused ?? layers.offer(picture)
    refused = nil
    guard try show(offer, capture: true) else { return retry(offer, now: now) }
    captures.begin(request, now: now)
    return sink.deadline
  }
}
