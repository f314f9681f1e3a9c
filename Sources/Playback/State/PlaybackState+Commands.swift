public import VitrinePlaylists
public import VitrineTiming

/// What a person, a remote or a schedule may ask for. Places in an item are counted from its
/// beginning; where a command depends on the present one, the caller says it.
extension PlaybackState {
  /// Plays: from the beginning of the queue where nothing is open.
  public mutating func play() -> [Effect] {
    intention.isPaused = false
    if power.stops, current == nil {
      power.setBeginsAnew(true)
      return []
    }
    switch stage {
    case .idle, .ended:
      if let place = queue.first { return openAnew(place) }
      setAwaitsItems(true)
      return finish()
    case .failed: return clockEffects() + retryDue()
    case .active: return clockEffects()
    }
  }

  /// Plays from a place in an entry on: from the beginning of the queue where that is gone.
  public mutating func play(from entry: Queue.Entry.ID, at position: MediaTime) -> [Effect] {
    guard phase == .idle, !power.stops, let place = queue.place(of: entry) else { return play() }
    intention.isPaused = false
    let effects = openAnew(place)
    return position > .zero ? effects + issueOnceOpen(Seek(to: position)) : effects
  }

  public mutating func pause() -> [Effect] {
    intention.isPaused = true
    return clockEffects()
  }

  public mutating func toggle() -> [Effect] {
    isPaused || phase == .idle || phase == .ended ? play() : pause()
  }

  /// Closes everything; `play` begins anew.
  public mutating func stop() -> [Effect] {
    power.setBeginsAnew(false)
    setAwaitsItems(false)
    return closeAll() + [.blank]
  }

  /// Goes to another place in the item. Of several seeks the last one wins: an exact one that
  /// is under way is given up, the quick one of a moving finger is let finish, so that the
  /// picture keeps up with the finger.
  public mutating func seek(_ seek: Seek) -> [Effect] {
    guard let current else { return reopen(at: seek) }
    let target = current.opening.duration.map { min(seek.target, $0) } ?? seek.target
    return issueOnceShown(Seek(to: max(target, .zero), seek.mode))
  }

  /// Skips by an amount, from where the last seek went if it is still under way, and not beyond the
  /// places that can be gone to.
  public mutating func skip(
    by amount: MediaTime, from position: MediaTime, within window: ClosedRange<MediaTime>? = nil
  ) -> [Effect] {
    seek(Seek(to: (seekTarget ?? position) + amount).within(window))
  }

  public mutating func beginScrubbing() -> [Effect] {
    guard current != nil else { return [] }
    setScrubbing(true)
    return clockEffects()
  }

  /// A finger that rests may say so again: what goes to that place already goes on.
  public mutating func scrub(to target: MediaTime) -> [Effect] {
    guard isScrubbing, current?.isScrubbed(to: target) != true else { return [] }
    return seek(Seek(to: target, .preview))
  }

  /// Goes on as it was before, at the exact place where the finger left.
  public mutating func endScrubbing() -> [Effect] {
    guard isScrubbing else { return [] }
    setScrubbing(false)
    guard let last = current?.seek, last.mode.isQuick else {
      // The exact seek is under way, or there was none at all.
      return clockEffects() + beginIfReady()
    }
    return clockEffects() + issueOnceOpen(Seek(to: last.target))
  }

  public mutating func goToNext() -> [Effect] {
    guard let place = stage.place else { return play() }
    return queue.next(after: place).map { go(to: $0) } ?? []
  }

  /// The item before, or the beginning of this one when it has played for a while.
  public mutating func goToPrevious(from position: MediaTime) -> [Effect] {
    guard let place = stage.place else { return play() }
    guard position < MediaTime(3, 1), let before = queue.previous(before: place) else {
      return seek(Seek(to: .zero))
    }
    return go(to: before)
  }

  public mutating func jump(to entry: Queue.Entry.ID) -> [Effect] {
    queue.place(of: entry).map { go(to: $0) } ?? []
  }

  public static let rates = 0.25...4
  public static let subtitleScales = 0.25...4

  /// `wanted` is kept between 0.25 and 4.
  public mutating func setRate(_ wanted: Double) -> [Effect] {
    intention.setRate(wanted) ? [.setRate(intention.rate)] : []
  }

  /// `wanted` is kept between 0 and 1.
  public mutating func setVolume(_ wanted: Double) -> [Effect] {
    intention.setVolume(wanted) ? [.setVolume(effectiveVolume)] : []
  }

  public mutating func setMuted(_ wanted: Bool) -> [Effect] {
    intention.isMuted = wanted
    return [.setVolume(effectiveVolume)]
  }

  /// What is there already of another encoding is replaced as the wanted one comes: no run is left for
  /// that.
  public mutating func setQuality(_ wish: VariantPolicy.Wish) -> [Effect] {
    guard wish != intention.quality else { return [] }
    intention.quality = wish
    return [.setQuality(wish)]
  }

  /// The next picture of a paused item; pauses one that plays.
  public mutating func step() -> [Effect] {
    guard phase == .playing, let current else { return [] }
    return isPaused ? [.step(current.run)] : pause()
  }

  /// Opens the same pictures and sound again where they are, after a choice that concerns them
  /// (of a track, or of how the picture fills the screen) has changed.
  public mutating func refresh(at position: MediaTime) -> [Effect] {
    guard let current else { return [] }
    return issueOnceOpen(current.seek ?? Seek(to: position))
  }

  /// The display is another one: all that is to be seen has to be made anew. The next item
  /// announces itself anew as this one nears its end.
  public mutating func displayChanged(at position: MediaTime) -> [Effect] {
    switch stage {
    case .failed(let error, _): [.showCard(error)]
    case .idle, .ended: [.blank]
    case .active: refresh(at: position)
    }
  }

  /// Changes the queue while it plays. What plays goes on as long as it is in the queue; to its
  /// end in any case where one is not `leaving` it. With a renewal what follows is another file, also
  /// where it is the same item. No picture of a removed item stays on screen.
  public mutating func edit(
    leaving: Bool = true, isRenewal: Bool = false, _ change: (inout Queue) -> Void
  ) -> [Effect] {
    changeQueue(isRenewal: isRenewal, change)
    switch stage {
    case .idle: return []
    case .failed: return queue.isEmpty ? [.blank] + finish() : retryDue()
    case .ended(let last):
      if let place = last.flatMap(queue.following) ?? (last == nil ? queue.first : nil) {
        return openAnew(place)
      }
      return last.map { queue[$0.entry] == nil } ?? true ? [.blank] : []
    case .active(let current):
      if leaving, queue[current.place.entry] == nil {
        return queue.following(current.place).map { go(to: $0) } ?? closeAll() + [.blank] + finish()
      }
      guard current.isNearEnd || current.next != nil,
        isRenewal || current.next == nil
          || queue.following(current.place) != current.next?.place
      else { return [] }
      return dropNext() + prepareNext()
    }
  }

  private mutating func reopen(at order: Seek) -> [Effect] {
    guard case .ended(let last?) = stage, queue[last.entry] != nil else { return [] }
    return openAnew(last) + issueOnceOpen(order)
  }
}
