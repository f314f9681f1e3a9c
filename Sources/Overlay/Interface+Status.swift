import Gestures
public import Playback
public import Timing

/// What the player tells.
extension Interface {
  /// The player has another status.
  public mutating func receive(_ status: PlaybackStatus, at now: HostTime) -> [InterfaceRequest] {
    var requests = pass(to: now)
    let (before, wasHeld) = (self.status, isHeld)
    self.status = status
    if !status.isDisplayOn, before.isDisplayOn { requests += fallAsleep(at: now) }
    if status.entry != before.entry { requests += forgetItem() }
    spinner.note(isWaiting: isWaiting && scrubbing == nil && !isListShown, at: now)
    renewMenu(before)
    if focus.map({ frame(of: $0) == nil }) ?? false { focus = firstFocus }
    if isPaused, !isListShown, scrubbing == nil { visibility.show(at: now) }
    // Their time begins when nothing holds them any more, however long they were held.
    if wasHeld, !isHeld { visibility.keep(at: now) }
    // Where nothing plays any more there is nothing to see.
    if status.phase.isOver, !before.phase.isOver { requests += leave(at: now) }
    return requests
  }

  /// Bars that a paused picture, a finger or a menu needs stay.
  var isHeld: Bool { isNeeded || pressed != nil }

  /// What not even a tap hides.
  var isNeeded: Bool { isPaused || scrubbing != nil || menu != nil }

  var isPaused: Bool { status.isPaused && status.phase != .idle }

  private var isWaiting: Bool { status.phase == .opening || status.phase == .buffering }

  /// Whether there are places in the item to go to: a live one has none.
  var isSeekable: Bool { status.entry != nil && (status.duration ?? .zero) > .zero }

  /// What concerned the item that has played until now. A finger that looked for a place in it
  /// finds none in another.
  private mutating func forgetItem() -> [InterfaceRequest] {
    (thumbnail, menu) = (nil, nil)
    return dropScrubbing()
  }

  /// Ends what a finger on the slider has begun, where it is.
  mutating func dropScrubbing() -> [InterfaceRequest] {
    guard scrubbing != nil else { return [] }
    scrubbing = nil
    return [.perform(.endScrubbing)]
  }
}

extension PlaybackState.Phase {
  /// Whether all there was has been played, or none of it can be.
  fileprivate var isOver: Bool {
    switch self {
    case .ended, .failed: true
    case .idle, .opening, .buffering, .playing: false
    }
  }
}
