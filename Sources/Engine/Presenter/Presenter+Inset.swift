internal import VitrineLinux
internal import VitrinePlayback
internal import VitrineScanout
internal import VitrineTiming

/// The presenter's state of a video above the pictures.
struct ShownInset {
  /// By the same rule as the pictures, so that both change at the same vblank.
  fileprivate var pacer = FramePacer()
  fileprivate var speed = MixingSpeed()
  /// The run whose inset is hidden, because composing it delays the pictures.
  fileprivate var hiddenRun: Run?
  /// The latest run with an inset.
  fileprivate var run: Run?
  /// The picture that reached the screen last.
  fileprivate weak var counted: ScanoutPicture?
}

/// A video above the pictures, which follows their clock.
extension Presenter {
  /// Switches to its picture that is due at the next vblank. Returns when the next one is.
  func updateInset(_ clock: PlaybackClock, now: HostTime) -> HostTime? {
    guard let showing, layers.picture?.run == showing.run else { return nil }
    guard let queues = showing.queues.inset.value, inset.hiddenRun != showing.run,
      !inset.speed.isTooSlow
    else {
      removeInset()
      return nil
    }
    if inset.run != showing.run {
      // The previous one was shown to its end.
      if inset.run != nil, inset.hiddenRun != inset.run { inset.speed.recordEnd() }
      inset.run = showing.run
    }
    let pictures = queues.pictures
    // Both count from the beginnings of their sources.
    let offset = showing.queues.origin - queues.origin
    guard showing.isBegun else {
      // The clock does not run yet.
      if layers.inset?.run != queues.run, let first = pictures.tryPop() { putInset(first) }
      return nil
    }
    func due(_ time: MediaTime) -> HostTime? {
      clock.hostTime(of: max(time + offset, showing.start), in: showing.run)
    }
    let decision = pictures.peek { queued in
      inset.pacer.decide(
        due: queued.lazy.map { due($0.element.pts) }, now: now, vblanks: vblanks)
    }
    switch decision {
    case .wait(let time): return time
    case .show(let index):
      for _ in 0..<index where pictures.tryPop() != nil { statistics.inset.dropped += 1 }
      if let picture = pictures.tryPop() { putInset(picture) }
      return nil
    case .idle, .switchRun: break
    }
    guard let last = layers.inset else { return nil }
    guard pictures.isExhausted else {
      // The picture of another position, or of another file, stays until the next one is decoded, but not for long.
      guard last.run != queues.run, let start = clock.hostTime(of: showing.start, in: showing.run)
      else { return nil }
      let end = start + Self.insetPatience
      if end <= now { removeInset() }
      return end > now ? end : nil
    }
    // It ends earlier than the video, or has no picture for this position.
    guard last.run == queues.run, let end = due(last.end), end > now else {
      if last.run != queues.run || due(last.end) != nil { removeInset() }
      return nil
    }
    return end
  }

  private func putInset(_ picture: ScanoutPicture) {
    guard picture.plan.epoch == sink.epoch, picture.buffer.epoch == sink.epoch else {
      // Planned for an earlier display: new pictures are on their way.
      statistics.inset.dropped += 1
      return
    }
    layers.setInset(picture)
  }

  func removeInset() {
    if layers.inset != nil { layers.setInset(nil) }
  }

  func recordInsetFlip(_ flip: SinkFlip, _ clock: PlaybackClock) {
    guard let picture = flip.layers.inset, picture !== inset.counted else { return }
    inset.counted = picture
    statistics.inset.presented += 1
    guard let showing, let queues = showing.queues.inset.value, queues.run == picture.run,
      let due = clock.hostTime(
        of: picture.pts + (showing.queues.origin - queues.origin), in: showing.run)
    else { return }
    inset.pacer.record(due: due, at: flip.time)
  }

  /// Records how long the display took to compose the pictures, if no plane shows the inset. If it
  /// takes longer than a period, pictures are late, and the inset is hidden.
  func recordInset(of offer: LayerStack.Offer, now: HostTime) {
    guard offer.layers.inset != nil || !offer.layers.zones.isEmpty, offer.layers.mixture == nil
    else { return }
    let time = mixingSince.map { now - $0 } ?? .zero
    guard !inset.speed.record(time, limit: vblanks.period) else { return }
    hideZones(because: Self.isTooSlow)
    guard offer.layers.inset != nil, let run = showing?.run else { return }
    inset.hiddenRun = run
    statistics.inset.hidden += 1
    removeInset()
    report(.insetHidden(run, because: Self.isTooSlow))
  }

  private static let insetPatience = Duration.seconds(1)
  private static let isTooSlow = "this machine composes both videos too slowly"

  /// Another display may be faster.
  func forgetInset() { inset = ShownInset() }
}
