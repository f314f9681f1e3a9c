import Gestures
import Timing

/// Between the list, the video that was chosen from it, and the one for passers-by.
extension Interface {
  mutating func receiveInList(_ gesture: Gesture<Region>, at now: HostTime) -> [InterfaceRequest] {
    if case .tap(_, .message, _) = gesture { message.hide(at: now) }
    guard let inList = gesture.inCatalogue else { return [] }
    return carryOut(catalogue.receive(inList, at: now), at: now)
  }

  mutating func receiveInList(_ press: KeyPress, at now: HostTime) -> [InterfaceRequest] {
    carryOut(catalogue.receive(press, at: now), at: now)
  }

  private mutating func carryOut(
    _ outcomes: [Catalogue.Outcome], at now: HostTime
  ) -> [InterfaceRequest] {
    outcomes.flatMap { outcome in
      switch outcome {
      case .play(let entry): open(entry, at: now)
      }
    }
  }

  private mutating func open(_ entry: Int, at now: HostTime) -> [InterfaceRequest] {
    isListShown = false
    attract.pause()
    // Nothing is left of what was seen over the video before.
    (visibility, skipLabel, note, spinner) = (Visibility(), SkipLabel(), NoteLabel(), Spinner())
    return [.open(entry)]
  }

  /// Goes back to the list, if there is one.
  mutating func leave(at now: HostTime) -> [InterfaceRequest] {
    guard options.hasList, !isListShown else { return [] }
    let unfinished = dropScrubbing()
    (isListShown, isAttracting) = (true, false)
    (menu, focus, pressed, volume.grip) = (nil, nil, nil, nil)
    visibility.hide(at: now)
    attract.activity(at: now)
    return unfinished + [.leave]
  }

  mutating func beginAttracting() -> [InterfaceRequest] {
    (isListShown, isAttracting) = (false, true)
    (visibility, skipLabel, note, spinner) = (Visibility(), SkipLabel(), NoteLabel(), Spinner())
    return [.attract]
  }

  /// Whatever is touched, passers-by become guests.
  mutating func endAttracting(_ gesture: Gesture<Region>, at now: HostTime) -> [InterfaceRequest] {
    switch gesture {
    case .tap, .dragEnded, .longPress, .twoFingerTap: leave(at: now)
    case .pressed, .released, .tapsEnded, .dragBegan, .dragMoved, .dragCancelled: []
    }
  }

  mutating func endAttracting(_ press: KeyPress, at now: HostTime) -> [InterfaceRequest] {
    guard press.kind == .pressed else { return [] }
    // Held for longer it does not move anything in the list either.
    _ = repeater.releaseAll()
    return leave(at: now)
  }
}
