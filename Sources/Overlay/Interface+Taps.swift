import Pictures
internal import Playback
import Timing

/// Taps on the picture and on what lies over it.
extension Interface {
  mutating func tap(
    _ region: Region, at place: Point, count: Int, _ now: HostTime
  ) -> [InterfaceRequest] {
    switch region {
    case .picture(let third): return tapPicture(third, count: count, now)
    case .control(let control): return activate(control, at: place, now)
    case .row(let row): return choose(row: row, at: now)
    case .outside: menu = nil
    case .message: message.hide(at: now)
    case .backdrop, .catalogue: break
    }
    return []
  }

  private mutating func tapPicture(
    _ third: Region.Third, count: Int, _ now: HostTime
  ) -> [InterfaceRequest] {
    if count == 1 {
      wasShown = visibility.isShown
      if !wasShown { visibility.show(at: now) }
      return []
    }
    switch third {
    case .middle: return count.isMultiple(of: 2) ? togglePlaying(at: now) : []
    case .left, .right:
      // Who skips does not want the bars that the first of the taps has brought.
      if !wasShown, !isPaused { visibility.hide(at: now) }
      return skip(Self.skipSeconds, isForward: third == .right, at: now)
    }
  }

  /// Whether another tap would have followed is known only now.
  mutating func endTaps(_ region: Region, count: Int, _ now: HostTime) {
    guard case .picture = region, count == 1, wasShown, !isNeeded else { return }
    visibility.hide(at: now)
  }

  /// What a tap on a control does, or OK while it has the focus; OK has no place.
  mutating func activate(
    _ control: Control, at place: Point?, _ now: HostTime
  ) -> [InterfaceRequest] {
    visibility.show(at: now)
    switch (control, place) {
    case (.back, _): return leave(at: now)
    case (.playPause, _), (.slider, nil): return togglePlaying(at: now)
    case (.tracks, _):
      openMenu(at: now)
      return []
    case (.rotate, _): return rotate()
    case (.slider, let place?):
      guard isSeekable, let duration = status.duration else { return [] }
      let target = Scrubbing.time(atShare: layout.share(of: place), of: duration)
      return [.perform(.seek(.init(to: target)))]
    }
  }
}
