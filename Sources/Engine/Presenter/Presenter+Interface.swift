internal import VitrineLinux
internal import VitrinePlayback
internal import VitrineScanout
internal import VitrineTiming

/// The layers above the pictures.
extension Presenter {
  /// `picture` is the one committed with it.
  func recordInterfaceFlip(with picture: ScanoutPicture, at time: HostTime) {
    guard let inFlight else { return }
    if inFlight.isCovering {
      hide(by: .covered, at: time)
    } else {
      tally.reveal(from: .covered, isReplaced: picture !== counted, at: time)
    }
    guard let shown = inFlight.number, shown != interfaceShown else { return }
    interfaceShown = shown
    report(.interfaceShown(shown, at: time))
  }

  /// Commits changed layers between two pictures, with the picture on screen. `nextPicture` is when
  /// the next picture will be committed.
  func showChange(
    _ state: SoundState, nextPicture: HostTime?, now: HostTime
  ) throws(PlaybackError) -> HostTime? {
    guard !sink.isBusy, refused == nil else { return nil }
    if let showing { updateSubtitles(of: showing, state.clock, now: now) }
    let subtitles = showing.flatMap { layers.nextSubtitles(of: $0, state.clock) }
      .map { $0 - vblanks.period / 2 }
    var next = subtitles
    if let inset = updateInset(state.clock, now: now) { next = min(next ?? inset, inset) }
    guard let picture = layers.picture else { return next }
    let mixture = mixture(with: picture, state.clock, now: now)
    guard
      layers.isChanged || isStepDue(of: mixture, nextPicture: nextPicture, now: now)
    else { return next }
    // A commit now would take the vblank of that picture: the change is committed with it.
    let target = vblanks.vblank(after: now, margin: FramePacer.latchMargin)
    if let nextPicture, let target, nextPicture < target { return next }
    if mixture == nil, let target, let wait = zoneDelay(before: target, now: now) {
      return min(next ?? wait, wait)
    }
    return try commit(layers.offer(picture, mixing: mixture), now: now)
  }

  func put(_ picture: ScanoutPicture) {
    let (transfer, subtitles) = (layers.transfer, layers.subtitles)
    layers.put(picture)
    // After a seek, an inset stays until the next one is decoded.
    if showing?.run != picture.run || showing?.queues.inset.value == nil { removeInset() }
    guard transfer != layers.transfer || subtitles !== layers.subtitles else { return }
    publishLayers()
    let isMiscolored = transfer != layers.transfer && layers.isInterfaceMiscolored
    if isMiscolored || subtitles !== layers.subtitles && subtitles?.words != nil {
      report(.subtitlesChanged)
    }
  }

  func updateSubtitles(of showing: Showing, _ clock: PlaybackClock, now: HostTime) {
    guard layers.updateSubtitles(of: showing, clock, vblanks, now: now) else { return }
    publishLayers()
    if layers.isInterfaceOutdated || layers.subtitles?.words != nil { report(.subtitlesChanged) }
  }

  /// Before the change is reported, because the interface then draws with these values.
  func publishLayers() {
    let (subtitles, transfer) = (layers.subtitles, layers.transfer)
    let last = progress.update { progress in
      defer { (progress.subtitles, progress.transfer) = (subtitles, transfer) }
      return progress.subtitles
    }
    // Released here and not under the lock: its memory returns to a queue.
    _ = last
  }

  /// Commits to the display. Returns false if the display is busy.
  func show(_ offer: LayerStack.Offer, capture: Bool) throws(PlaybackError) -> Bool {
    // Discards a screenshot that arrived too late.
    if capture { _ = sink.collectCapture() }
    guard try sink.show(offer.layers, capture: capture) else {
      if offer.layers.mixture != nil || offer.layers.inset != nil || !zones.isEmpty {
        mixingSince = mixingSince ?? now()
      }
      return false
    }
    for zone in zones { zone.sink.recordCommit(with: offer.layers.zones) }
    inFlight = offer.interface
    layers.recordCommit(of: offer)
    recordInset(of: offer, now: now())
    recordMixing(of: offer, now: now())
    return true
  }
}
