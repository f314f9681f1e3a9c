internal import VitrineGestures
internal import VitrinePlayback
internal import VitrineScenes
internal import VitrineTiming

/// Keys over the video.
extension VideoScreen {
  /// Records a key, for this screen or not.
  mutating func record(_ press: KeyPress) {
    menu?.isUsedByKey = true
    if press.kind == .pressed { hasToggledByOK = false }
  }

  /// Handles a key press, or its repetition number `count`.
  mutating func act(
    _ action: KeyAction, count: Int, _ context: inout ScreenContext, at now: HostTime
  ) -> [InterfaceRequest] {
    // While scrubbing with a finger, only keys that leave are handled.
    if scrubbing != nil, action != .back, action != .stop { return [] }
    if menu != nil { return inMenu(action, context, at: now) }
    return transportKey(action, count: count, context, at: now)
      ?? focusKey(action, count: count, &context, at: now) ?? otherKey(action, context, at: now)
  }

  /// Acts like a long press, and undoes the effect of pressing OK.
  mutating func holdOK(_ context: ScreenContext, at now: HostTime) -> [InterfaceRequest] {
    guard hasToggledByOK, menu == nil, scrubbing == nil,
      context.hasMenu
    else { return [] }
    hasToggledByOK = false
    openMenu(context, isByKey: true, at: now)
    return [.perform(.toggle)]
  }

  private mutating func inMenu(
    _ action: KeyAction, _ context: ScreenContext, at now: HostTime
  ) -> [InterfaceRequest] {
    switch action {
    case .up: menu?.moveFocus(by: -1)
    case .down: menu?.moveFocus(by: 1)
    case .ok: return choose(row: menu?.focus ?? 0, context, at: now)
    case .back, .left: closeMenu(context, at: now)
    case .menu: menu = nil
    default: break
    }
    menu?.scrollToFocus(context.layout)
    return []
  }

  private mutating func transportKey(
    _ action: KeyAction, count: Int, _ context: ScreenContext, at now: HostTime
  ) -> [InterfaceRequest]? {
    switch action {
    case .playPause: return togglePlaying(at: now)
    case .play, .pause:
      visibility.show(at: now)
      return [.perform(action == .play ? .play : .pause)]
    case .stop: return context.options.hasList ? leave(context) : [.perform(.stop)]
    case .next: return [.perform(.next)]
    case .previous: return [.perform(.previous)]
    case .seekForward, .seekBackward:
      return skip(
        SeekAcceleration.step(ofRepeat: count), isForward: action == .seekForward, context.status,
        at: now)
    default: return nil
    }
  }

  /// The arrow keys, OK and Back.
  private mutating func focusKey(
    _ action: KeyAction, count: Int, _ context: inout ScreenContext, at now: HostTime
  ) -> [InterfaceRequest]? {
    let layout = context.layout
    switch action {
    case .ok: return ok(&context, at: now)
    case .back: return back(context, at: now)
    case .left, .right:
      // Left and right seek, unless there is a button next to the focus.
      guard visibility.isShown, let focus,
        focus != .slider && focus != .playPause || layout.hasNeighbours(focus)
      else {
        return skip(
          SeekAcceleration.step(ofRepeat: count), isForward: action == .right, context.status,
          at: now)
      }
      self.focus = layout.neighbour(of: focus, action == .left ? .left : .right)
    case .up, .down:
      // The volume bar, once its button has opened it.
      if focus == .volume, context.volume.appearance.isShown {
        visibility.keep(at: now)
        let requests = context.volumeKey(action == .up ? .volumeUp : .volumeDown, at: now)
        context.volume.open(at: now)
        return requests
      }
      let wasSeen = visibility.isShown && focus != nil
      focus =
        wasSeen ? layout.neighbour(of: focus, action == .up ? .up : .down) : layout.firstFocus
      visibility.show(at: now)
    default: return nil
    }
    return []
  }

  private mutating func ok(_ context: inout ScreenContext, at now: HostTime) -> [InterfaceRequest] {
    guard visibility.isShown, let focus else {
      focus = context.layout.firstFocus
      hasToggledByOK = true
      return togglePlaying(at: now)
    }
    // It may be gone while an item opens.
    guard context.layout.frame(of: focus) != nil else { return [] }
    hasToggledByOK = focus == .playPause || focus == .slider
    return activate(focus, at: nil, &context, now)
  }

  private mutating func back(_ context: ScreenContext, at now: HostTime) -> [InterfaceRequest] {
    if visibility.isShown, !isNeeded(context.status), focus != nil {
      visibility.hide(at: now)
      focus = nil
      return []
    }
    return goBack(context)
  }

  private mutating func otherKey(
    _ action: KeyAction, _ context: ScreenContext, at now: HostTime
  ) -> [InterfaceRequest] {
    switch action {
    case .menu: openMenu(context, isByKey: true, at: now)
    case .info: visibility.show(at: now)
    case .subtitles: return nextTrack(.subtitle, context, at: now)
    case .audio: return nextTrack(.audio, context, at: now)
    case .rotate: return context.status.rotate()
    case .fit: return context.status.nextFit()
    default: return context.status.digit(action)
    }
    return []
  }

  private mutating func nextTrack(
    _ kind: TrackInfo.Kind, _ context: ScreenContext, at now: HostTime
  ) -> [InterfaceRequest] {
    let (status, wording) = (context.status, context.options.wording)
    guard
      let (command, track) = TrackMenu.next(kind, tracks: status.tracks, selected: status.selected)
    else { return [] }
    let name = track?.name(among: status.tracks, wording) ?? wording.off
    toast.show("\(wording.heading(of: .tracks(kind))): \(name)", at: now)
    return [.perform(command)]
  }
}
