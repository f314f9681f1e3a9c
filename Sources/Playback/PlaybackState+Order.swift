import Playlists

/// From item to item: what is opened, what follows, and what is done with those that fail.
extension PlaybackState {
  /// Opens what is at `place` as the current item.
  mutating func open(_ place: Queue.Place) -> [Effect] {
    guard let entry = queue[place.entry] else { return finish() }
    queue.enter(place)
    phase = .opening
    lastFailedPlace = nil
    let opened = makeOpened(place, entry.item)
    current = opened
    return clockEffects() + [.open(opened.item, opened.run)]
  }

  private mutating func makeOpened(_ place: Queue.Place, _ item: Item) -> Opened {
    runs += 1
    return Opened(run: Run(runs), place: place, item: item, opening: Run(runs))
  }

  /// Opens the item that follows, so that it is ready at the edge.
  mutating func prepareNext() -> [Effect] {
    guard phase == .playing || isStarved, next == nil, let current,
      let place = following(current.place)
    else { return [] }
    return openNext(place)
  }

  /// What plays after `place`, or after what should have followed it and could not: that is
  /// skipped whole, however often it was to be repeated.
  private func following(_ place: Queue.Place) -> Queue.Place? {
    lastFailedPlace.map { queue.next(after: $0) } ?? queue.following(place)
  }

  private mutating func openNext(_ place: Queue.Place) -> [Effect] {
    guard let entry = queue[place.entry] else { return [] }
    let opened = makeOpened(place, entry.item)
    next = opened
    return [.open(opened.item, opened.run)]
  }

  /// Forgets the item that was prepared.
  mutating func dropNext() -> [Effect] {
    guard let run = next?.run else { return [] }
    (next, isFollowing) = (nil, false)
    return [.close(run)]
  }

  /// Closes the current item, and forgets where in it one wanted to be.
  mutating func leaveCurrent() -> [Effect] {
    guard let leaving = current else { return [] }
    lastPlace = leaving.place
    current = nil
    (underWay, pending) = (nil, nil)
    (isShown, isBegun, isScrubbing) = (false, false, false)
    return [.close(leaving.run)]
  }

  /// Goes on to what follows the item that was left, which is open already where it could be.
  mutating func advance() -> [Effect] {
    if let place = next?.place { return go(to: place) }
    guard let last = lastPlace, let place = following(last) else { return finish() }
    if failuresInARow >= queue.entries.count, let error = lastFailure { return giveUp(error) }
    return open(place)
  }

  /// Makes `place` the current one; what was prepared for it is used.
  mutating func go(to place: Queue.Place) -> [Effect] {
    let leaving = leaveCurrent()
    failuresInARow = 0
    guard let prepared = next, prepared.place == place else {
      return leaving + dropNext() + open(place)
    }
    lastFailedPlace = nil
    (next, isFollowing) = (nil, false)
    queue.enter(place)
    current = prepared
    phase = prepared.isOpen ? .buffering : .opening
    return leaving + (prepared.isReady ? begin(prepared.run) : clockEffects())
  }

  /// The prepared run has followed the current one on screen.
  mutating func takeOver() -> [Effect] {
    guard let prepared = next else { return [] }
    let leaving = leaveCurrent()
    (next, isFollowing) = (nil, false)
    queue.enter(prepared.place)
    lastFailedPlace = nil
    current = prepared
    (phase, isBegun) = (.playing, true)
    current?.isCounted = true
    playedCount += 1
    noteGood()
    return leaving + [.setVolume(effectiveVolume)] + clockEffects()
  }

  mutating func failCurrent(_ error: PlaybackError) -> [Effect] {
    guard let failed = current else { return [] }
    lastFailedPlace = lastFailedPlace ?? failed.place
    return noteFailure(error, of: failed) + leaveCurrent() + advance()
  }

  /// What was to follow cannot: the one after it does.
  mutating func failNext(_ error: PlaybackError) -> [Effect] {
    guard let failed = next else { return [] }
    let effects = noteFailure(error, of: failed) + dropNext()
    guard failuresInARow < queue.entries.count, let place = queue.next(after: failed.place) else {
      lastFailedPlace = failed.place
      return effects
    }
    return effects + openNext(place)
  }

  private mutating func noteFailure(_ error: PlaybackError, of opened: Opened) -> [Effect] {
    failuresInARow += 1
    lastFailure = error
    firstFailure = firstFailure ?? error
    let entry = opened.place.entry
    guard reported[entry] != error else { return [] }
    reported[entry] = error
    return [.reportFailure(opened.item, error)]
  }

  /// A whole round without one good item: a list that loops is tried again, ever more rarely.
  private mutating func giveUp(_ error: PlaybackError) -> [Effect] {
    guard queue.loop != .none else { return finish() }
    phase = .failed(error)
    defer { retries += 1 }
    return [.showCard(error), .retry(after: .seconds(1 << min(retries, 6)))]
  }

  mutating func finish() -> [Effect] {
    phase = .ended
    return [.finish]
  }
}
