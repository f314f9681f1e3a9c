public import Playlists
public import Timing

/// What a person, a remote or a schedule may ask for. Places in an item are counted from its
/// beginning; where a command depends on the present one, the caller says it.
extension PlaybackState {
  /// Plays: from the beginning of the queue where nothing is open.
  public mutating func play() -> [Effect] {
    isPaused = false
    if off != nil, whileOff == .stop, current == nil {
      off?.beginsAnew = true
      return []
    }
    switch phase {
    case .idle, .ended:
      guard let first = queue.first else { return finish() }
      failuresInARow = 0
      return open(first)
    case .failed: return clockEffects() + retryDue()
    case .opening, .buffering, .playing: return clockEffects()
    }
  }

  /// Plays from a place in an entry on: from the beginning of the queue where that is gone.
  public mutating func play(from entry: Queue.Entry.ID, at position: MediaTime) -> [Effect] {
    guard phase == .idle, !(off != nil && whileOff == .stop), let place = queue.place(of: entry)
    else { return play() }
    isPaused = false
    let effects = open(place)
    if position > .zero { pending = Seek(to: position) }
    return effects
  }

  public mutating func pause() -> [Effect] {
    isPaused = true
    return clockEffects()
  }

  public mutating func toggle() -> [Effect] {
    isPaused || phase == .idle || phase == .ended ? play() : pause()
  }

  /// Closes everything; `play` begins anew.
  public mutating func stop() -> [Effect] {
    let effects = dropNext() + leaveCurrent()
    phase = .idle
    off?.beginsAnew = false
    return effects + [.blank]
  }

  /// Goes to another place in the item. Of several seeks the last one wins: an exact one that
  /// is under way is given up, the quick one of a moving finger is let finish, so that the
  /// picture keeps up with the finger.
  public mutating func seek(_ seek: Seek) -> [Effect] {
    guard let current else { return reopen(at: seek) }
    let target = current.duration.map { min(seek.target, $0) } ?? seek.target
    let order = Seek(to: max(target, .zero), seek.mode)
    let isBusy = underWay?.mode == .keyFrame && !isShown
    guard current.isOpen, !isBusy else {
      pending = order
      return []
    }
    return issue(order)
  }

  /// Skips by an amount, from where the last seek went if it is still under way.
  public mutating func skip(by amount: MediaTime, from position: MediaTime) -> [Effect] {
    seek(Seek(to: (seekTarget ?? position) + amount))
  }

  public mutating func beginScrubbing() -> [Effect] {
    guard current != nil else { return [] }
    isScrubbing = true
    return clockEffects()
  }

  public mutating func scrub(to target: MediaTime) -> [Effect] {
    isScrubbing ? seek(Seek(to: target, .keyFrame)) : []
  }

  /// Goes on as it was before, at the exact place where the finger left.
  public mutating func endScrubbing() -> [Effect] {
    guard isScrubbing else { return [] }
    isScrubbing = false
    let last = pending ?? underWay
    guard let last, last.mode == .keyFrame else {
      // The exact seek is under way, or there was none at all.
      return clockEffects() + beginIfReady()
    }
    return clockEffects() + issueOnceOpen(Seek(to: last.target))
  }

  public mutating func goToNext() -> [Effect] {
    guard let place = current?.place ?? lastPlace else { return play() }
    return queue.next(after: place).map { go(to: $0) } ?? []
  }

  /// The item before, or the beginning of this one when it has played for a while.
  public mutating func goToPrevious(from position: MediaTime) -> [Effect] {
    guard let place = current?.place ?? lastPlace else { return play() }
    guard position < MediaTime(3, 1), let before = queue.previous(before: place) else {
      return seek(Seek(to: .zero))
    }
    return go(to: before)
  }

  public mutating func jump(to entry: Queue.Entry.ID) -> [Effect] {
    queue.place(of: entry).map { go(to: $0) } ?? []
  }

  /// `wanted` is kept between 0.25 and 4.
  public mutating func setRate(_ wanted: Double) -> [Effect] {
    guard wanted.isFinite else { return [] }
    rate = min(max(wanted, 0.25), 4)
    return [.setRate(rate)]
  }

  /// `wanted` is kept between 0 and 1.
  public mutating func setVolume(_ wanted: Double) -> [Effect] {
    guard wanted.isFinite else { return [] }
    volume = min(max(wanted, 0), 1)
    return [.setVolume(effectiveVolume)]
  }

  public mutating func setMuted(_ wanted: Bool) -> [Effect] {
    isMuted = wanted
    return [.setVolume(effectiveVolume)]
  }

  /// The next picture of a paused item; pauses one that plays.
  public mutating func step() -> [Effect] {
    guard phase == .playing, let current else { return [] }
    return isPaused ? [.step(current.run)] : pause()
  }

  /// Opens the same pictures and sound again where they are, after a choice that concerns them
  /// (of a track, or of how the picture fills the screen) has changed.
  public mutating func refresh(at position: MediaTime) -> [Effect] {
    guard current != nil else { return [] }
    return issueOnceOpen(pending ?? underWay ?? Seek(to: position))
  }

  /// The display is another one: all that is to be seen has to be made anew.
  public mutating func displayChanged(at position: MediaTime) -> [Effect] {
    if case .failed(let error) = phase { return [.showCard(error)] }
    guard current != nil else { return [.blank] }
    // The next item announces itself anew as this one nears its end.
    return (next == nil ? [] : dropNext()) + refresh(at: position)
  }

  /// Changes the queue while it plays. What plays goes on as long as it is in the queue; to its
  /// end in any case where one is not `leaving` it.
  public mutating func edit(
    leaving: Bool = true, _ change: (inout Queue) -> Void
  ) -> [Effect] {
    change(&queue)
    (failuresInARow, lastFailedPlace) = (0, nil)
    reported = reported.filter { queue[$0.key] != nil }
    if case .failed = phase { return retryDue() }
    if leaving, let place = current?.place, queue[place.entry] == nil {
      let following = queue.following(place)
      guard let following else { return dropNext() + leaveCurrent() + finish() }
      return go(to: following)
    }
    if current == nil, phase == .ended, let lastPlace, let place = queue.following(lastPlace) {
      return open(place)
    }
    guard let current, current.isNearEnd || next != nil,
      next == nil || queue.following(current.place) != next?.place
    else { return [] }
    return dropNext() + prepareNext()
  }

  /// A source that is being opened is sought in as soon as it is open.
  private mutating func issueOnceOpen(_ order: Seek) -> [Effect] {
    guard current?.isOpen == true else {
      pending = order
      return []
    }
    return issue(order)
  }

  mutating func issue(_ order: Seek) -> [Effect] {
    guard let from = current?.run else { return [] }
    let effects = dropNext()
    runs += 1
    let run = Run(runs)
    current?.run = run
    current?.isReady = false
    current?.isNearEnd = false
    (underWay, pending, isShown, isBegun) = (order, nil, false, false)
    phase = .buffering
    return effects + clockEffects() + [.seek(from, to: run, order)]
  }

  private mutating func reopen(at order: Seek) -> [Effect] {
    guard phase == .ended, let lastPlace, queue[lastPlace.entry] != nil else { return [] }
    failuresInARow = 0
    let effects = open(lastPlace)
    pending = order
    return effects
  }
}
