internal import Gestures
import Pictures
import Playback
public import Timing

extension Interface {
  /// A key goes down or up; `name` is libevdev's.
  public mutating func receiveKey(
    _ name: String, isDown: Bool, at now: HostTime
  ) -> [InterfaceRequest] {
    guard let action = keys[name], action != .none else { return [] }
    let presses =
      isDown ? repeater.press(action, at: now) : repeater.release(action, at: now)
    noteActivity(at: now)
    return presses.flatMap { receive($0, at: now) }
  }

  /// A device with keys has gone.
  public mutating func loseKeys() { _ = repeater.releaseAll() }

  mutating func receive(_ press: KeyPress, at now: HostTime) -> [InterfaceRequest] {
    noteActivity(at: now)
    isMenuByKey = true
    if isAttracting { return press.kind == .pressed ? leave(at: now) : [] }
    if isListShown { return receiveInList(press, at: now) }
    if message.fade.isShown, press.kind == .pressed, [.ok, .back].contains(press.action) {
      message.hide(at: now)
      return []
    }
    switch press.kind {
    case .pressed:
      return menu == nil ? act(press.action, count: 0, at: now) : inMenu(press.action, at: now)
    case .repeated(let count):
      guard Self.repeating.contains(press.action) else { return [] }
      return menu == nil
        ? act(press.action, count: count, at: now) : inMenu(press.action, at: now)
    case .held:
      if press.action == .ok, menu == nil { openMenu(at: now) }
      return []
    case .released: return []
    }
  }

  /// What goes on while the key is held.
  private static let repeating: Set<KeyAction> = [
    .left, .right, .up, .down, .seekForward, .seekBackward, .volumeUp, .volumeDown,
  ]

  private mutating func receiveInList(_ press: KeyPress, at now: HostTime) -> [InterfaceRequest] {
    if press.kind == .pressed, let requests = volumeKey(press.action, at: now) { return requests }
    return catalogue.receive(press, at: now).flatMap { outcome in
      switch outcome {
      case .play(let entry): open(entry, at: now)
      }
    }
  }

  private mutating func inMenu(_ action: KeyAction, at now: HostTime) -> [InterfaceRequest] {
    switch action {
    case .up: menu?.moveFocus(by: -1)
    case .down: menu?.moveFocus(by: 1)
    case .ok: return choose(row: menu?.focus ?? 0, at: now)
    case .back, .left, .menu: menu = nil
    default: return volumeKey(action, at: now) ?? []
    }
    scrollToFocus()
    return []
  }

  private mutating func act(
    _ action: KeyAction, count: Int, at now: HostTime
  ) -> [InterfaceRequest] {
    if let requests = volumeKey(action, at: now) { return requests }
    if let requests = transportKey(action, count: count, at: now) { return requests }
    switch action {
    case .ok: return ok(at: now)
    case .up, .down, .left, .right: return arrow(action, count: count, at: now)
    case .back: return back(at: now)
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

  private mutating func volumeKey(_ action: KeyAction, at now: HostTime) -> [InterfaceRequest]? {
    switch action {
    case .volumeUp, .volumeDown:
      let step = action == .volumeUp ? VolumeIndicator.step : -VolumeIndicator.step
      volume.show(at: now)
      return set(volume: (status.isMuted && action == .volumeUp ? 0 : status.volume) + step)
    case .mute:
      volume.show(at: now)
      status.isMuted.toggle()
      return [.perform(.setMuted(status.isMuted))]
    default: return nil
    }
  }

  // With the focus.

  private mutating func ok(at now: HostTime) -> [InterfaceRequest] {
    guard visibility.isShown, let focus else {
      focus = layout.playPause == nil ? firstFocus : .playPause
      return togglePlaying(at: now)
    }
    return activate(focus, at: nil, now)
  }

  private var firstFocus: Control? {
    [Control.playPause, .slider, .back, .tracks, .rotate].first { layout.frame(of: $0) != nil }
  }

  private mutating func arrow(
    _ action: KeyAction, count: Int, at now: HostTime
  ) -> [InterfaceRequest] {
    let isAside = action == .left || action == .right
    let isOnButton = focus == .tracks || focus == .rotate || focus == .back
    // Left and right are the way through time, unless a button is beside.
    if isAside, !visibility.isShown || focus == nil || !isOnButton {
      if visibility.isShown { visibility.show(at: now) }
      return skip(
        SeekAcceleration.step(ofRepeat: count), isForward: action == .right, at: now)
    }
    let wasShown = visibility.isShown && focus != nil
    visibility.show(at: now)
    focus = wasShown ? neighbour(of: focus, action) : firstFocus
    return []
  }

  /// The next control in a direction; the same one where there is none.
  private func neighbour(of control: Control?, _ action: KeyAction) -> Control? {
    let rows: [[Control]] = [[.back], [.playPause], [.slider], [.tracks, .rotate]]
      .map { $0.filter { layout.frame(of: $0) != nil } }.filter { !$0.isEmpty }
    guard let control, let row = rows.firstIndex(where: { $0.contains(control) }),
      let place = rows[row].firstIndex(of: control)
    else { return firstFocus }
    switch action {
    case .up: return row > 0 ? rows[row - 1][0] : control
    case .down: return row + 1 < rows.count ? rows[row + 1][0] : control
    case .left: return place > 0 ? rows[row][place - 1] : control
    default: return place + 1 < rows[row].count ? rows[row][place + 1] : control
    }
  }

  private mutating func back(at now: HostTime) -> [InterfaceRequest] {
    if visibility.isShown, !isPaused, focus != nil {
      visibility.hide(at: now)
      focus = nil
      return []
    }
    return leave(at: now)
  }

  private mutating func nextTrack(
    _ kind: TrackInfo.Kind, at now: HostTime
  ) -> [InterfaceRequest] {
    guard
      let (command, track) = TrackMenu.next(kind, tracks: status.tracks, selected: status.selected)
    else { return [] }
    let wording = options.wording
    let name = track?.name(among: status.tracks, wording) ?? wording.off
    let heading = kind == .subtitle ? wording.subtitles : wording.audio
    note.show("\(heading): \(name)", at: now)
    return [.perform(command)]
  }

  private func nextFit() -> [InterfaceRequest] {
    let all = Fit.allCases
    let place = all.firstIndex(of: status.fit) ?? 0
    return [.perform(.setFit(all[(place + 1) % all.count]))]
  }

  /// A digit goes to so many tenths of the item.
  private func digit(_ action: KeyAction) -> [InterfaceRequest] {
    let digits: [KeyAction] = [
      .digit0, .digit1, .digit2, .digit3, .digit4, .digit5, .digit6, .digit7, .digit8, .digit9,
    ]
    guard let digit = digits.firstIndex(of: action), let duration = status.duration else {
      return []
    }
    return [.perform(.seek(.init(to: Scrubbing.time(atShare: Double(digit) / 10, of: duration))))]
  }
}
