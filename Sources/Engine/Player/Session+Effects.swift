internal import VitrineLinux
internal import VitrinePictures
internal import VitrinePlayback
internal import VitrinePlaylists
internal import VitrineScanout
internal import VitrineTiming

/// Carries out the effects of decisions.
extension Session {
  mutating func carryOut(_ effects: [PlaybackState.Effect]) {
    for effect in effects { carryOut(effect) }
  }

  private mutating func carryOut(_ effect: PlaybackState.Effect) {
    switch effect {
    case .open(let item, let run): open(item, run)
    case .seek(let from, let run, let order): seek(from, run, order)
    case .begin(let run): begin(run)
    case .follow(let run): follow(run)
    case .close(let run): close(run)
    case .showCover(let run, let path): showCover(path, run)
    case .pause: sound.perform(.pause)
    case .resume: sound.perform(.resume(vblanks: display.progress.vblanks))
    case .step(let run): display.perform { $0?.stepForward(run) }
    case .setRate(let rate): sound.perform(.setSpeed(rate))
    case .setVolume(let volume):
      sound.perform(.setVolume(volume))
      player.events(.silenced(state.intention.isMuted || state.intention.volume == 0))
    case .setFit(let fit): pictures.setFit(fit)
    case .setArea(let area): pictures.setArea(area)
    case .setRotation(let rotation): pictures.setRotation(rotation)
    case .setSubtitleStyle(let style): pictures.setSubtitleStyle(style)
    case .choose: break  // read from the state when they are needed
    case .setQuality(let preference):
      for item in opened.values { item.source.setQuality(easing.limiting(preference)) }
    case .reportFailure(let item, let error): player.reportFailure(of: item, error)
    case .showCard(let error): showCard(error)
    case .retry(let delay):
      retryAt = parts.now() + delay
      if case .failed(let error) = state.phase {
        player.events(.waiting(error, retryAfter: delay))
      }
    case .blank: blank()
    case .setPower(let isOn): setPower(isOn)
    case .setBrightness(let brightness): setBrightness(brightness)
    case .finish:
      player.events(.ended)
      isDone = !player.configuration.staysOpen
      hasEnded = isDone
    }
  }

  private mutating func open(_ item: Item, _ run: Run) {
    let mailbox = player.mailbox
    if let refusal = left.refusal(of: item, at: parts.now()) {
      mailbox.push(.pipeline(.failed(refusal), run))
      return
    }
    var item = item
    // Repetitions follow without one; the last one may be mixed with another item.
    if state.currentRun != run, state.currentItem?.hasSameContent(as: item) == true {
      item.transition = item.transition.map { Transition($0.kind, for: .zero) }
    }
    let number = item.isCard ? nil : player.openings.begin(item.location)
    let source = parts.open(item, run, state.choices(of: run)) { mailbox.push(.pipeline($0, $1)) }
    // The preference may differ from the configuration.
    source.setQuality(easing.limiting(state.intention.quality))
    opened[run] = Opened(
      source: source, edition: left.edition, opening: OpeningMark(number: number))
    if state.currentRun == run {
      source.queues.setAwaited()
      showCover(item.cover, run)
    }
  }

  /// Shows a picture until the run's first one; nil drops one that is not decoded yet.
  private func showCover(_ path: String?, _ run: Run) {
    guard let opened = opened[run] else { return }
    let (display, queues, requested) = (display, opened.source.queues, opened.cover)
    requested.update { $0 = path }
    guard let path else { return }
    opened.source.makeCover(path) { picture in
      // Another one may have been requested in the meantime.
      guard requested.value == path else { return }
      display.perform { $0?.showCover(picture, until: queues) }
    }
  }

  private mutating func seek(_ from: Run, _ run: Run, _ order: PlaybackState.Seek) {
    guard var item = opened.removeValue(forKey: from) else { return }
    item.awaitsMore = false
    opened[run] = item
    sound.perform(.leave(from))
    item.source.seek(run, order, isPaused: state.isPaused, choices: state.choices(of: run))
    preview(item.source.queues)
  }

  /// While nothing plays, shows the first picture as soon as it is decoded.
  func preview(_ run: Run) {
    guard state.currentRun == run, let source = opened[run]?.source else { return }
    preview(source.queues)
  }

  private func preview(_ queues: RunQueues) {
    queues.setAwaited()
    display.perform { $0?.preview(queues) }
  }

  /// Starts picture and sound together: the first sample is placed on the vblank of the first
  /// frame.
  ///
  /// The picture starts first, since the display may be busy with a mode set, or not open yet; it
  /// then reports its vblanks, and the sound starts. Only the session's thread commands the sound,
  /// in the order of its decisions; commands before the start (a pause, a rate) apply to it as
  /// well.
  private mutating func begin(_ run: Run) {
    guard let source = opened[run]?.source else { return }
    let (queues, mailbox) = (source.queues, player.mailbox)
    display.perform { presenter in
      presenter?.begin(queues)
      mailbox.push(.begun(run, vblanks: presenter?.vblanks))
    }
    announce(run)
  }

  /// Starts the sound after the picture; the run may have ended meanwhile.
  func beginSound(_ run: Run, _ vblanks: VblankClock?) {
    guard let source = opened[run]?.source else { return }
    sound.perform(.begin(SoundRun(source.queues, of: source.item), vblanks: vblanks))
  }

  private func follow(_ run: Run) {
    guard let source = opened[run]?.source else { return }
    let queues = source.queues
    display.perform { $0?.follow(queues) }
    sound.perform(
      .follow(SoundRun(queues, of: source.item), vblanks: display.progress.vblanks))
  }

  private mutating func close(_ run: Run) {
    sound.perform(.leave(run))
    display.perform { $0?.leave(run) }
    endOpening(of: run)
    guard let item = opened.removeValue(forKey: run) else { return }
    item.source.close()
    left.add(item.source, of: item.edition, at: parts.now(), isHung: item.isHung)
  }

  private func showCard(_ error: PlaybackError) {
    let card = StillPicture(pictures)
    showStill { () throws(PlaybackError) in
      try card.picture(
        of: card.card(title: "Nothing to play right now", detail: error.message), run: .none)
    }
  }

  /// Shows the configured fallback picture, or a card with the cause, until the download resumes.
  func showMeanwhile(_ cause: String) {
    let still = StillPicture(pictures)
    let configuration = player.configuration
    guard let frame = configuration.fallback.flatMap(StillPicture.firstFrame) else {
      // If visitors operate the display, the interface shows the cause over the last picture.
      guard !configuration.isOperated else { return }
      return showStill(meanwhile: true) { () throws(PlaybackError) in
        try still.picture(
          of: still.card(title: "Waiting for the network", detail: cause), run: .none)
      }
    }
    showStill(meanwhile: true) { () throws(PlaybackError) in
      try still.picture(of: frame, run: .none)
    }
  }

  private func blank() {
    let card = StillPicture(pictures)
    showStill { () throws(PlaybackError) in
      try card.picture(of: card.color(0), run: .none)
    }
  }

  private func showStill(
    meanwhile: Bool = false, _ make: () throws(PlaybackError) -> ScanoutPicture
  ) {
    // Without a display there is nothing to show it on; that was already reported.
    guard let picture = try? make() else { return }
    display.perform { meanwhile ? $0?.showMeanwhile(picture) : $0?.show(picture) }
  }
}

extension SoundRun {
  init(_ queues: RunQueues, of item: Item? = nil) {
    self.init(
      run: queues.run, chunks: queues.mayHaveSound ? queues.sound : nil, start: queues.startTime,
      ending: queues.ending, gain: queues.gain)
    if case .file(let path)? = item?.source { self.path = path }
  }
}
