internal import Gestures
import Playback
public import Timing

extension Interface {
  /// A key goes down or up; `name` is libevdev's. One without a meaning is none.
  public mutating func receiveKey(
    _ name: String, isDown: Bool, at now: HostTime
  ) -> [InterfaceRequest] {
    var owed = pass(to: now)
    guard let action = keys[name], action != .none else { return owed }
    // The remote's own key for it is another matter.
    if action != .power {
      if isDown { owed += keepAwake(at: now) }
      if !status.isDisplayOn { return owed }
    }
    noteActivity(at: now)
    let presses = isDown ? repeater.press(action, at: now) : repeater.release(action, at: now)
    return owed + presses.flatMap { receive($0, at: now) }
  }

  /// A device with keys has gone.
  public mutating func loseKeys() { _ = repeater.releaseAll() }

  mutating func receive(_ press: KeyPress, at now: HostTime) -> [InterfaceRequest] {
    if press.action == .power {
      // Whatever is shown: nobody who turns the display on sees it.
      return press.kind == .pressed ? [.perform(.power(.toggle))] : []
    }
    noteActivity(at: now)
    isMenuByKey = true
    if press.kind == .pressed { hasToggledByOK = false }
    if isAttracting { return endAttracting(press, at: now) }
    if press.kind == .pressed, message.fade.isShown, [.ok, .back].contains(press.action) {
      message.hide(at: now)
      return []
    }
    switch press.kind {
    case .pressed: return act(press, count: 0, at: now)
    case .repeated(let count) where Self.repeating.contains(press.action):
      return act(press, count: count, at: now)
    case .held where press.action == .ok: return holdOK(at: now)
    case .repeated, .held, .released: return []
    }
  }

  /// What goes on while the key is held.
  private static let repeating: Set<KeyAction> = [
    .left, .right, .up, .down, .seekForward, .seekBackward, .volumeUp, .volumeDown,
  ]

  private mutating func act(
    _ press: KeyPress, count: Int, at now: HostTime
  ) -> [InterfaceRequest] {
    let action = press.action
    if let requests = volumeKey(action, at: now) { return requests }
    if isListShown { return receiveInList(press, at: now) }
    // A finger that looks for a place is not led elsewhere, but may be left alone.
    if scrubbing != nil, action != .back, action != .stop { return [] }
    if menu != nil { return inMenu(action, at: now) }
    return transportKey(action, count: count, at: now)
      ?? focusKey(action, count: count, at: now) ?? otherKey(action, at: now)
  }

  private mutating func volumeKey(_ action: KeyAction, at now: HostTime) -> [InterfaceRequest]? {
    switch action {
    case .volumeUp, .volumeDown:
      volume.show(at: now)
      let step = action == .volumeUp ? VolumeIndicator.step : -VolumeIndicator.step
      return set(volume: audibleVolume + step)
    case .mute:
      volume.show(at: now)
      status.isMuted.toggle()
      return [.perform(.setMuted(status.isMuted))]
    default: return nil
    }
  }

  private mutating func inMenu(_ action: KeyAction, at now: HostTime) -> [InterfaceRequest] {
    switch action {
    case .up: menu?.moveFocus(by: -1)
    case .down: menu?.moveFocus(by: 1)
    case .ok: return choose(row: menu?.focus ?? 0, at: now)
    case .back, .left, .menu: menu = nil
    default: break
    }
    scrollToFocus()
    return []
  }

  private mutating func transportKey(
    _ action: KeyAction, count: Int, at now: HostTime
  ) -> [InterfaceRequest]? {
    switch action {
    case .playPause: return togglePlaying(at: now)
    case .play, .pause:
      visibility.show(at: now)
      return [.perform(action == .play ? .play : .pause)]
    case .stop: return options.hasList ? leave(at: now) : [.perform(.stop)]
    case .next: return [.perform(.next)]
    case .previous: return [.perform(.previous)]
    case .seekForward, .seekBackward:
      return skip(
        SeekAcceleration.step(ofRepeat: count), isForward: action == .seekForward, at: now)
    default: return nil
    }
  }

  private mutating func otherKey(_ action: KeyAction, at now: HostTime) -> [InterfaceRequest] {
    switch action {
    case .menu: openMenu(at: now)
    case .info: visibility.show(at: now)
    case .subtitles: return nextTrack(.subtitle, at: now)
    case .audio: return nextTrack(.audio, at: now)
    case .rotate: return rotate()
    case .fit: return nextFit()
    default: return digit(action)
    }
    return []
  }
}
