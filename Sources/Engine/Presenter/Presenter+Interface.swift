internal import VitrineLinux
internal import VitrinePlayback
internal import VitrineScanout
internal import VitrineTiming

/// How what lies over the pictures comes to the screen.
extension Presenter {
  /// `picture` is the one that has come with it.
  func noteInterface(with picture: ScanoutPicture, at time: HostTime) {
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

  /// Between two pictures, what lies over them changes with the picture that is there.
  /// `nextPicture` is when the next picture will be given to the display.
  func showChange(
    _ state: SoundState, nextPicture: HostTime?, now: HostTime
  ) throws(PlaybackError) -> HostTime? {
    guard !sink.isBusy, refused == nil else { return nil }
    if let showing { takeSubtitles(of: showing, state.clock, now: now) }
    let next = showing.flatMap { layers.nextSubtitles(of: $0, state.clock) }
      .map { $0 - vblanks.period / 2 }
    guard layers.isChanged, let picture = layers.picture else { return next }
    // A commit now would have the vblank of the picture that comes then: it goes with that one.
    if let nextPicture, let target = vblanks.vblank(after: now, margin: FramePacer.latchMargin),
      nextPicture < target
    {
      return next
    }
    return try give(layers.offer(picture), now: now)
  }

  func put(_ picture: ScanoutPicture) {
    let (transfer, subtitles) = (layers.transfer, layers.subtitles)
    layers.put(picture)
    guard transfer != layers.transfer || subtitles !== layers.subtitles else { return }
    publishLayers()
    if transfer != layers.transfer, layers.isInterfaceMiscolored { report(.subtitlesChanged) }
  }

  func takeSubtitles(of showing: Showing, _ clock: PlaybackClock, now: HostTime) {
    guard layers.takeSubtitles(of: showing, clock, vblanks, now: now) else { return }
    publishLayers()
    if layers.isInterfaceOutdated { report(.subtitlesChanged) }
  }

  /// Before it is reported that they have changed: the interface draws with what it finds then.
  func publishLayers() {
    let (subtitles, transfer) = (layers.subtitles, layers.transfer)
    let last = progress.update { progress in
      defer { (progress.subtitles, progress.transfer) = (subtitles, transfer) }
      return progress.subtitles
    }
    // Freed here and not with the lock held: their memory goes back to a queue.
    _ = last
  }

  /// Gives something to the display. False when that is busy with something of its own.
  func show(_ offer: LayerStack.Offer, capture: Bool) throws(PlaybackError) -> Bool {
    // One that came too late belongs to no wish.
    if capture { _ = sink.takeCapture() }
    guard try sink.show(offer.layers, capture: capture) else { return false }
    inFlight = offer.interface
    layers.noteTaken(offer)
    return true
  }
}
