internal import Gestures
import Pictures
import Playback
import Timing

/// Drags: along the slider, across the picture, at its right edge, over the track menu.
extension Interface {
  mutating func begin(_ drag: Drag<Region>, at now: HostTime) -> [InterfaceRequest] {
    switch (drag.region, drag.axis) {
    case (.control(.slider), _): return beginScrubbing(drag, isFine: false, at: now)
    case (.picture, .horizontal): return beginScrubbing(drag, isFine: true, at: now)
    case (.picture, .vertical) where layout.isVolumeEdge(drag.start):
      volume.grip = .init(volume: status.volume, isMuted: status.isMuted)
      return move(drag, at: now)
    case (.row, .vertical), (.backdrop, .vertical):
      let offset = menu?.offset
      menu?.dragOrigin = offset
    default: break
    }
    return []
  }

  mutating func move(_ drag: Drag<Region>, at now: HostTime) -> [InterfaceRequest] {
    if scrubbing != nil { return moveScrubbing(drag) }
    if let grip = volume.grip {
      volume.show(at: now)
      return set(volume: grip.level - drag.distance.y / (layout.screen.height * 0.6))
    }
    if let origin = menu?.dragOrigin {
      let range = layout.menuRange(rows: menu?.rows.count ?? 0)
      menu?.offset = min(max(origin - drag.distance.y, 0), range)
    }
    return []
  }

  /// One that was not meant is undone.
  mutating func end(
    _ drag: Drag<Region>, isCancelled: Bool, at now: HostTime
  ) -> [InterfaceRequest] {
    if let scrubbing {
      visibility.show(at: now)
      let home: [InterfaceRequest] = isCancelled ? [.perform(.scrub(to: scrubbing.origin))] : []
      return home + dropScrubbing()
    }
    if let grip = volume.grip {
      volume.grip = nil
      volume.show(at: now)
      return isCancelled ? restore(grip) : []
    }
    if menu?.dragOrigin != nil {
      menu?.dragOrigin = nil
      return []
    }
    return isCancelled ? [] : swipe(drag, at: now)
  }

  private mutating func beginScrubbing(
    _ drag: Drag<Region>, isFine: Bool, at now: HostTime
  ) -> [InterfaceRequest] {
    guard isSeekable, let duration = status.duration else { return [] }
    scrubbing = Scrubbing(from: status.position, duration: duration, isFine: isFine)
    // That of another place, where the finger was before, would be wrong.
    thumbnail = nil
    visibility.show(at: now)
    return [.perform(.beginScrubbing)] + moveScrubbing(drag)
  }

  private mutating func moveScrubbing(_ drag: Drag<Region>) -> [InterfaceRequest] {
    let (before, layout) = (scrubbing?.target, layout)
    if scrubbing?.isFine == true {
      scrubbing?.move(byWidths: drag.distance.x / layout.screen.width)
    } else {
      scrubbing?.move(toShare: layout.share(of: drag.latest))
    }
    guard let target = scrubbing?.target, target != before else { return [] }
    return [.perform(.scrub(to: target)), .thumbnail(target)]
  }

  private mutating func restore(_ grip: VolumeIndicator.Grip) -> [InterfaceRequest] {
    (status.volume, status.isMuted) = (grip.volume, grip.isMuted)
    let silence: [InterfaceRequest] = grip.isMuted ? [.perform(.setMuted(true))] : []
    return silence + [.perform(.setVolume(grip.volume))]
  }

  /// Down, far or fast enough: back to the list.
  private mutating func swipe(_ drag: Drag<Region>, at now: HostTime) -> [InterfaceRequest] {
    guard case .picture = drag.region, drag.axis == .vertical,
      !layout.isVolumeEdge(drag.start)
    else { return [] }
    let isFar = drag.distance.y > layout.screen.height * 0.25
    let isFast = drag.velocity.y > metrics.points(700) && drag.distance.y > metrics.points(60)
    return isFar || isFast ? leave(at: now) : []
  }
}
