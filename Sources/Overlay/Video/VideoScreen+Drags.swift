internal import VitrineGestures
internal import VitrinePictures
internal import VitrinePlayback
internal import VitrineScenes
internal import VitrineTiming

/// Drags: along the slider, across the picture or down, at its right edge, over the track menu.
extension VideoScreen {
  mutating func begin(
    _ drag: Drag<Region>, _ context: inout ScreenContext, at now: HostTime
  ) -> [InterfaceRequest] {
    switch (drag.region, drag.axis) {
    case (.control(.slider), _): return beginScrubbing(drag, isFine: false, context, at: now)
    case (.picture, .horizontal) where context.allows(.drag):
      return beginScrubbing(drag, isFine: true, context, at: now)
    case (.volume, _): return setVolume(by: drag, &context, at: now)
    case (.picture, .vertical) where context.isVolumeEdge(drag.start):
      return setVolume(by: drag, &context, at: now)
    case (.picture, .vertical) where canPull(context):
      var opening =
        opening ?? Opening(isAnimated: !context.options.theme.reducesMotion, isOpen: true, at: now)
      opening.hold(at: now)
      self.opening = opening
      visibility.hide(at: now)
      return move(drag, &context, at: now)
    case (.row, .vertical), (.backdrop, .vertical): menu?.beginDrag()
    default: break
    }
    return []
  }

  private mutating func setVolume(
    by drag: Drag<Region>, _ context: inout ScreenContext, at now: HostTime
  ) -> [InterfaceRequest] {
    finger = .settingVolume(
      .init(volume: context.status.volume, isMuted: context.status.isMuted))
    return move(drag, &context, at: now)
  }

  mutating func move(
    _ drag: Drag<Region>, _ context: inout ScreenContext, at now: HostTime
  ) -> [InterfaceRequest] {
    switch finger {
    case .scrubbing(let scrubbing): return move(scrubbing, drag, context.layout)
    case .settingVolume(let grip):
      context.volume.show(at: now)
      if drag.region == .volume {
        return context.set(volume: context.layout.volume(at: drag.latest))
      }
      let reach = context.layout.screen.height * 0.6
      return context.set(volume: grip.level - drag.distance.y / reach)
    case .idle, .pressing:
      menu?.drag(by: drag.distance.y, context.layout)
      opening?.pull(by: drag.distance.y / max(context.layout.screen.height, 1))
      return []
    }
  }

  /// A cancelled drag is undone.
  mutating func end(
    _ drag: Drag<Region>, isCancelled: Bool, _ context: inout ScreenContext, at now: HostTime
  ) -> [InterfaceRequest] {
    switch finger {
    case .scrubbing(let scrubbing):
      visibility.show(at: now)
      let last = lastPlace(of: scrubbing, isCancelled: isCancelled, context.status)
      let home: [InterfaceRequest] = last.map { [.perform(.scrub(to: $0))] } ?? []
      return home + dropScrubbing()
    case .settingVolume(let grip):
      finger = .idle
      if drag.region == .volume {
        context.volume.open(at: now)
      } else {
        context.volume.show(at: now)
      }
      return isCancelled ? context.restore(grip) : []
    case .idle, .pressing:
      if menu?.endDrag() ?? false { return [] }
      if opening != nil {
        endPull(drag, isCancelled: isCancelled, context, at: now)
        return []
      }
      return isCancelled ? [] : swipe(drag, context)
    }
  }

  /// The final position, if it differs from the last one sent. The live edge has moved during the
  /// drag.
  private func lastPlace(
    of scrubbing: Scrubbing, isCancelled: Bool, _ status: PlaybackStatus
  ) -> MediaTime? {
    let isAtLiveEnd = isCancelled ? status.timeBehind == nil : scrubbing.isAtLiveEnd
    if scrubbing.span.isLive, isAtLiveEnd { return status.span?.end }
    return isCancelled ? scrubbing.origin : nil
  }

  private mutating func beginScrubbing(
    _ drag: Drag<Region>, isFine: Bool, _ context: ScreenContext, at now: HostTime
  ) -> [InterfaceRequest] {
    let status = context.status
    guard let span = status.span else { return [] }
    let scrubbing = Scrubbing(from: status.knobPosition, in: span, isFine: isFine, at: now)
    finger = .scrubbing(scrubbing)
    visibility.show(at: now)
    return [.perform(.beginScrubbing)] + move(scrubbing, drag, context.layout)
  }

  private mutating func move(
    _ scrubbing: Scrubbing, _ drag: Drag<Region>, _ layout: PlayerLayout
  ) -> [InterfaceRequest] {
    var moved = scrubbing
    if moved.isFine {
      moved.move(byWidths: drag.distance.x / layout.screen.width)
    } else {
      moved.move(toShare: layout.share(of: drag.latest))
    }
    finger = .scrubbing(moved)
    guard moved.target != scrubbing.target else { return [] }
    let scrub = InterfaceRequest.perform(.scrub(to: moved.target))
    // Live streams have no thumbnails.
    return moved.span.isLive ? [scrub] : [scrub, .thumbnail(moved.target)]
  }

  /// Whether the film follows a finger back to the gallery: not from its place on a page or in a zone, and not with
  /// controls within reach, where the gallery has only a part of the display.
  private func canPull(_ context: ScreenContext) -> Bool {
    context.options.back == .list && context.options.hasList && context.allows(.swipeDown)
      && context.metrics.top == 0 && menu == nil && !isGrowing && context.status.area == nil
  }

  private mutating func endPull(
    _ drag: Drag<Region>, isCancelled: Bool, _ context: ScreenContext, at now: HostTime
  ) {
    guard !isCancelled else {
      opening?.cancel(at: now)
      return
    }
    opening?.pull(by: drag.distance.y / max(context.layout.screen.height, 1))
    opening?.release(
      isFast: abs(drag.velocity.y) > context.metrics.points(700)
        && abs(drag.distance.y) > context.metrics.points(60),
      isDown: drag.velocity.y > 0, at: now)
  }

  /// How far the film has moved down, in even pixels, because of subsampled chroma.
  func fall(_ context: ScreenContext, at now: HostTime) -> Int {
    guard let opening else { return 0 }
    return Int((1 - opening.part(at: now)) * context.layout.screen.height / 2) * 2
  }

  /// Goes back after a downward swipe that is long or fast enough.
  private mutating func swipe(
    _ drag: Drag<Region>, _ context: ScreenContext
  ) -> [InterfaceRequest] {
    let metrics = context.metrics
    guard case .picture = drag.region, drag.axis == .vertical, context.allows(.swipeDown),
      !context.isVolumeEdge(drag.start)
    else { return [] }
    let isFar = drag.distance.y > context.layout.screen.height * 0.25
    let isFast = drag.velocity.y > metrics.points(700) && drag.distance.y > metrics.points(60)
    return isFar || isFast ? goBack(context) : []
  }
}
