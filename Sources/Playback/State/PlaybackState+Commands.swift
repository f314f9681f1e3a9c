package import VitrinePlaylists
package import VitrineTiming

/// The commands of visitors, clients and schedules. Positions are relative to the item's beginning;
/// the caller passes the current position if a command depends on it.
extension PlaybackState {
  /// Plays, from the beginning of the queue if nothing is open.
  package mutating func play() -> [Effect] {
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

  /// Plays from a position in an entry, or from the beginning of the queue if the entry is gone.
  package mutating func play(from entry: Queue.Entry.ID, at position: MediaTime) -> [Effect] {
    guard phase == .idle, !power.stops, let place = queue.place(of: entry) else { return play() }
    intention.isPaused = false
    let effects = openAnew(place)
    return position > .zero ? effects + issueOnceOpen(Seek(to: position)) : effects
  }

  package mutating func pause() -> [Effect] {
    intention.isPaused = true
    return clockEffects()
  }

  package mutating func toggle() -> [Effect] {
    isPaused || phase == .idle || phase == .ended ? play() : pause()
  }

  /// Closes everything; `play` restarts.
  package mutating func stop() -> [Effect] {
    power.setBeginsAnew(false)
    setAwaitsItems(false)
    return closeAll() + [.blank]
  }

  /// Seeks within the item. Of several seeks the last one wins: an exact seek in progress is
  /// abandoned, but the quick one of a scrub is completed, so that the picture keeps up with the
  /// finger.
  package mutating func seek(_ seek: Seek) -> [Effect] {
    guard let current else { return reopen(at: seek) }
    let target = current.opening.duration.map { min(seek.target, $0) } ?? seek.target
    return issueOnceShown(Seek(to: max(target, .zero), seek.mode))
  }

  /// Skips by an amount, from the target of a seek in progress, within the seekable range.
  package mutating func skip(
    by amount: MediaTime, from position: MediaTime, within window: ClosedRange<MediaTime>? = nil
  ) -> [Effect] {
    seek(Seek(to: (seekTarget ?? position) + amount).within(window))
  }

  package mutating func beginScrubbing() -> [Effect] {
    guard current != nil else { return [] }
    setScrubbing(true)
    return clockEffects()
  }

  /// Repeated positions of a resting finger do not restart the seek.
  package mutating func scrub(to target: MediaTime) -> [Effect] {
    guard isScrubbing, current?.isScrubbed(to: target) != true else { return [] }
    return seek(Seek(to: target, .preview))
  }

  /// Continues as before, at the exact position of the finger.
  package mutating func endScrubbing() -> [Effect] {
    guard isScrubbing else { return [] }
    setScrubbing(false)
    guard let last = current?.seek, last.mode.isQuick else {
      // The exact seek is in progress, or there was none.
      return clockEffects() + beginIfReady()
    }
    return clockEffects() + issueOnceOpen(Seek(to: last.target))
  }

  package mutating func goToNext() -> [Effect] {
    guard let place = stage.place else { return play() }
    return queue.next(after: place).map { go(to: $0) } ?? []
  }

  /// The previous item, or the beginning of this one if it has played for a while.
  package mutating func goToPrevious(from position: MediaTime) -> [Effect] {
    guard let place = stage.place else { return play() }
    guard position < MediaTime(3, 1), let before = queue.previous(before: place) else {
      return seek(Seek(to: .zero))
    }
    return go(to: before)
  }

  package mutating func jump(to entry: Queue.Entry.ID) -> [Effect] {
    queue.place(of: entry).map { go(to: $0) } ?? []
  }

  package static let rates = 0.25...4

  /// `wanted` is clamped to 0.25–4.
  package mutating func setRate(_ wanted: Double) -> [Effect] {
    intention.setRate(wanted) ? [.setRate(intention.rate)] : []
  }

  /// `wanted` is clamped to 0–1.
  package mutating func setVolume(_ wanted: Double) -> [Effect] {
    intention.setVolume(wanted) ? [.setVolume(effectiveVolume)] : []
  }

  package mutating func setMuted(_ wanted: Bool) -> [Effect] {
    intention.isMuted = wanted
    return [.setVolume(effectiveVolume)]
  }

  /// The new rendition replaces buffered data as it arrives: this needs no new run.
  package mutating func setQuality(_ preference: VariantPolicy.Preference) -> [Effect] {
    guard preference != intention.quality else { return [] }
    intention.quality = preference
    return [.setQuality(preference)]
  }

  /// Shows the next picture of a paused item, or pauses.
  package mutating func step() -> [Effect] {
    guard phase == .playing, let current else { return [] }
    return isPaused ? [.step(current.run)] : pause()
  }

  /// Changes how an entry is presented; nil means the current item. A cover for the current item is
  /// shown at once, unless the item has played.
  package mutating func update(_ change: ItemUpdate, of entry: Queue.Entry.ID?) -> [Effect] {
    guard let entry = entry ?? currentEntry else { return [] }
    updateItem(of: entry, change)
    guard case .cover(let path) = change, let current, current.place.entry == entry,
      !current.hasPlayed
    else { return [] }
    return [.showCover(current.run, path)]
  }

  /// Reopens the tracks at the current position, after a change of tracks or of the arrangement.
  package mutating func refresh(at position: MediaTime) -> [Effect] {
    guard let current else { return [] }
    return issueOnceOpen(current.seek ?? Seek(to: position))
  }

  /// After a change of the display, all pictures must be made again. The next item is prepared
  /// again when this one nears its end.
  package mutating func displayChanged(at position: MediaTime) -> [Effect] {
    switch stage {
    case .failed(let error, _): [.showCard(error)]
    case .idle, .ended: [.blank]
    case .active: refresh(at: position)
    }
  }

  /// Changes the queue during playback. The current item continues while it is in the queue, and
  /// always to its end unless `leaving`. After a renewal, the next item is another file even if it
  /// is the same entry. Pictures of removed items do not stay on screen.
  package mutating func edit(
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
