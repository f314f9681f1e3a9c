internal import VitrineGestures
internal import VitrinePictures
internal import VitrinePlayback
internal import VitrineScenes
internal import VitrineTiming

/// Taps over the video, and the regions under fingers.
extension VideoScreen {
  /// For a double tap, and for each further tap.
  static let skipSeconds = 10

  /// The region at a position. A tap that follows another one keeps its region, even if something
  /// else has appeared there: no visitor could have aimed at it yet.
  func region(at place: Point, sequence: Region?, _ context: ScreenContext) -> Region {
    let isMessageShown = context.message.isShown
    if let sequence, isGone(sequence, isMessageShown: isMessageShown) { return sequence }
    let layout = context.layout
    let third = Region.picture(layout.third(of: place))
    if sequence == third { return third }
    if isMessageShown, layout.message.contains(place) { return .message }
    if let menu { return menu.region(at: place, layout) }
    if context.acceptsVolumeBar, layout.volume.contains(place) { return .volume }
    if visibility.isShown, let control = layout.control(at: place) { return .control(control) }
    return third
  }

  /// Whether the region of the previous tap is gone.
  private func isGone(_ region: Region, isMessageShown: Bool) -> Bool {
    switch region {
    case .picture, .control: menu != nil
    case .backdrop, .row, .outside: menu == nil
    case .message: !isMessageShown
    case .volume: false
    case .catalogue, .service, .stage, .own, .notice: true
    }
  }

  mutating func receive(
    _ gesture: Gesture<Region>, _ context: inout ScreenContext, at now: HostTime
  ) -> [InterfaceRequest] {
    if isAttracting { return endAttracting(gesture, context) }
    if gesture.isByFinger {
      focus = nil
      menu?.isUsedByKey = false
    }
    switch gesture {
    case .pressed(_, let region): finger = .pressing(region)
    case .released: endPress()
    case .tap(let place, let region, let count):
      endPress()
      return tap(region, at: place, count: count, &context, now)
    case .tapsEnded(let region, let count): endTaps(region, count: count, context.status, now)
    case .longPress(_, .picture) where context.allows(.longPress):
      openMenu(context, isByKey: false, at: now)
    case .twoFingerTap where context.allows(.twoFingerTap): return togglePlaying(at: now)
    case .longPress, .twoFingerTap: break
    case .dragBegan(let drag): return begin(drag, &context, at: now)
    case .dragMoved(let drag): return move(drag, &context, at: now)
    case .dragEnded(let drag): return end(drag, isCancelled: false, &context, at: now)
    case .dragCancelled(let drag): return end(drag, isCancelled: true, &context, at: now)
    }
    return []
  }

  /// A touch ends the attract loop, wherever it is.
  private mutating func endAttracting(
    _ gesture: Gesture<Region>, _ context: ScreenContext
  ) -> [InterfaceRequest] {
    switch gesture {
    case .tap, .dragEnded, .longPress, .twoFingerTap: leave(context)
    case .pressed, .released, .tapsEnded, .dragBegan, .dragMoved, .dragCancelled: []
    }
  }

  private mutating func endPress() { if pressed != nil { finger = .idle } }

  private mutating func tap(
    _ region: Region, at place: Point, count: Int, _ context: inout ScreenContext, _ now: HostTime
  ) -> [InterfaceRequest] {
    switch region {
    case .picture(let third):
      return count == 1 || context.allows(.doubleTap)
        ? tapPicture(third, count: count, context.status, now) : []
    case .control(let control): return activate(control, at: place, &context, now)
    case .volume:
      context.volume.open(at: now)
      return context.set(volume: context.layout.volume(at: place))
    case .row(let row): return choose(row: row, context, at: now)
    case .outside: menu = nil
    case .message: context.message.appearance.hide(at: now)
    case .backdrop, .catalogue, .service, .stage, .own, .notice: break
    }
    return []
  }

  private mutating func tapPicture(
    _ third: Region.Third, count: Int, _ status: PlaybackStatus, _ now: HostTime
  ) -> [InterfaceRequest] {
    if count == 1 {
      hadBars = visibility.isShown
      if !hadBars { visibility.show(at: now) }
      return []
    }
    switch third {
    case .middle: return count.isMultiple(of: 2) ? togglePlaying(at: now) : []
    case .left, .right:
      // A double tap to skip should not leave the controls on screen.
      if !hadBars, !status.isItemPaused { visibility.hide(at: now) }
      return skip(Self.skipSeconds, isForward: third == .right, status, at: now)
    }
  }

  /// Called when no further tap can follow.
  private mutating func endTaps(
    _ region: Region, count: Int, _ status: PlaybackStatus, _ now: HostTime
  ) {
    guard case .picture = region, count == 1, hadBars, !isNeeded(status) else { return }
    visibility.hide(at: now)
  }

  /// The effect of a tap on a control, or of OK; `place` is nil for OK.
  mutating func activate(
    _ control: Control, at place: Point?, _ context: inout ScreenContext, _ now: HostTime
  ) -> [InterfaceRequest] {
    visibility.show(at: now)
    switch (control, place) {
    case (.back, _): return goBack(context)
    case (.previous, _): return [.perform(.previous)]
    case (.next, _): return [.perform(.next)]
    case (.skipBackward, _), (.skipForward, _):
      return skip(Self.skipSeconds, isForward: control == .skipForward, context.status, at: now)
    case (.subtitles, _): return context.status.toggleSubtitles()
    case (.description, _): return context.status.toggleDescription()
    // Shows the bar first, then mutes.
    case (.volume, _):
      let isOpen = context.volume.appearance.isShown
      let requests = isOpen ? context.volumeKey(.mute, at: now) ?? [] : []
      context.volume.open(at: now)
      return requests
    case (.playPause, _), (.slider, nil): return togglePlaying(at: now)
    case (.tracks, _):
      openMenu(context, isByKey: place == nil, at: now)
      return []
    case (.rotate, _): return context.status.toggleOrientation()
    case (.live, _): return context.status.returnToLive()
    case (.slider, let place?):
      return context.status.seek(toShare: context.layout.share(of: place))
    }
  }
}

extension Gesture {
  /// Whether a finger has caused it; `tapsEnded` comes from a timer.
  var isByFinger: Bool {
    if case .tapsEnded = self { false } else { true }
  }
}
