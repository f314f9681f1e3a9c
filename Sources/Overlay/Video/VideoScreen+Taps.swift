internal import VitrineGestures
internal import VitrinePictures
internal import VitrinePlayback
internal import VitrineScenes
internal import VitrineTiming

/// Fingers over the video: what lies under them, and what taps do.
extension VideoScreen {
  /// Of a double tap, and of each tap after it.
  private static let skipSeconds = 10

  /// What lies at a place. A tap that follows another stays with it, although it has brought
  /// something else below the finger: no visitor has looked at that yet.
  func region(at place: Point, sequence: Region?, _ context: ScreenContext) -> Region {
    let isMessageShown = context.message.isShown
    if let sequence, isGone(sequence, isMessageShown: isMessageShown) { return sequence }
    let layout = context.layout
    let third = Region.picture(layout.third(of: place))
    if sequence == third { return third }
    if isMessageShown, layout.message.contains(place) { return .message }
    if let menu { return menu.region(at: place, layout) }
    if visibility.isShown, let control = layout.control(at: place) { return .control(control) }
    return third
  }

  /// Whether what was tapped cannot be tapped any more.
  private func isGone(_ region: Region, isMessageShown: Bool) -> Bool {
    switch region {
    case .picture, .control: menu != nil
    case .backdrop, .row, .outside: menu == nil
    case .message: !isMessageShown
    case .catalogue, .service, .own, .notice: true
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
    case .longPress(_, .picture) where context.hears(.longPress):
      openMenu(context, isByKey: false, at: now)
    case .twoFingerTap where context.hears(.twoFingerTap): return togglePlaying(at: now)
    case .longPress, .twoFingerTap: break
    case .dragBegan(let drag): return begin(drag, &context, at: now)
    case .dragMoved(let drag): return move(drag, &context, at: now)
    case .dragEnded(let drag): return end(drag, isCancelled: false, &context, at: now)
    case .dragCancelled(let drag): return end(drag, isCancelled: true, &context, at: now)
    }
    return []
  }

  /// Passers-by become visitors, whatever they touch.
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
      return count == 1 || context.hears(.doubleTap)
        ? tapPicture(third, count: count, context.status, now) : []
    case .control(let control): return activate(control, at: place, context, now)
    case .row(let row): return choose(row: row, at: now)
    case .outside: menu = nil
    case .message: context.message.appearance.hide(at: now)
    case .backdrop, .catalogue, .service, .own, .notice: break
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
      // To skip is not to ask for the bars that the first of the taps has brought.
      if !hadBars, !status.isItemPaused { visibility.hide(at: now) }
      return skip(Self.skipSeconds, isForward: third == .right, status, at: now)
    }
  }

  /// Whether another tap would have followed is known only now.
  private mutating func endTaps(
    _ region: Region, count: Int, _ status: PlaybackStatus, _ now: HostTime
  ) {
    guard case .picture = region, count == 1, hadBars, !isNeeded(status) else { return }
    visibility.hide(at: now)
  }

  /// What a tap on a control does, or OK while it has the focus; OK has no place.
  mutating func activate(
    _ control: Control, at place: Point?, _ context: ScreenContext, _ now: HostTime
  ) -> [InterfaceRequest] {
    visibility.show(at: now)
    switch (control, place) {
    case (.back, _): return goBack(context)
    case (.playPause, _), (.slider, nil): return togglePlaying(at: now)
    case (.tracks, _):
      openMenu(context, isByKey: place == nil, at: now)
      return []
    case (.rotate, _): return context.status.rotate()
    case (.live, _): return context.status.returnToLive()
    case (.slider, let place?):
      return context.status.seek(toShare: context.layout.share(of: place))
    }
  }
}

extension Gesture {
  /// Whether a finger does it; time alone tells that no more taps follow.
  var isByFinger: Bool {
    if case .tapsEnded = self { false } else { true }
  }
}
