internal import Gestures
import Playback
import Timing

/// The arrow keys, OK and back, over a video.
extension Interface {
  /// Nil for other keys.
  mutating func focusKey(
    _ action: KeyAction, count: Int, at now: HostTime
  ) -> [InterfaceRequest]? {
    switch action {
    case .ok: return ok(at: now)
    case .back: return back(at: now)
    case .left, .right:
      // They are the way through time, unless a button is beside.
      guard visibility.isShown, isOnButton else {
        return skip(
          SeekAcceleration.step(ofRepeat: count), isForward: action == .right, at: now)
      }
      focus = neighbour(of: focus, action == .left ? .left : .right)
    case .up, .down:
      let wasSeen = visibility.isShown && focus != nil
      focus = wasSeen ? neighbour(of: focus, action == .up ? .up : .down) : firstFocus
      visibility.show(at: now)
    default: return nil
    }
    return []
  }

  private var isOnButton: Bool { focus == .tracks || focus == .rotate || focus == .back }

  private mutating func ok(at now: HostTime) -> [InterfaceRequest] {
    guard visibility.isShown, let focus else {
      focus = firstFocus
      hasToggledByOK = true
      return togglePlaying(at: now)
    }
    hasToggledByOK = focus == .playPause || focus == .slider
    return activate(focus, at: nil, now)
  }

  /// The same as a long press of a finger. What OK has done when it went down was not meant.
  mutating func holdOK(at now: HostTime) -> [InterfaceRequest] {
    guard hasToggledByOK, !isListShown, menu == nil, scrubbing == nil,
      TrackMenu.isWorthIt(status.tracks)
    else { return [] }
    hasToggledByOK = false
    openMenu(at: now)
    return [.perform(.toggle)]
  }

  private mutating func back(at now: HostTime) -> [InterfaceRequest] {
    if visibility.isShown, !isNeeded, focus != nil {
      visibility.hide(at: now)
      focus = nil
      return []
    }
    return leave(at: now)
  }
}
