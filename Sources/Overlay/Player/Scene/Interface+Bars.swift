import Pictures
import Playback
internal import Playlists
import Timing

/// The bars at the top and bottom, and the button in the middle.
extension Interface {
  func topBar(_ opacity: Double) -> [Drawing] {
    let (layout, brush) = (layout, brush)
    guard options.theme.shows(.topBar) else { return [] }
    let shade = options.theme.scrim
    var drawings = [
      Drawing(.gradient(top: shade, bottom: shade.opacity(0)), in: layout.topBar, opacity: opacity)
    ]
    if let back = layout.back {
      drawings += state(of: .back, in: back, opacity)
      drawings.append(brush.icon(.back, 24, at: back.center, opacity: opacity))
    }
    if let title = layout.title, let text = status.shownTitle {
      drawings.append(brush.text(text, 19, in: title, weight: .medium, opacity: opacity))
    }
    return drawings
  }

  func centerButton(_ opacity: Double) -> [Drawing] {
    guard let frame = layout.playPause else { return [] }
    let (theme, brush) = (options.theme, brush)
    let isPressed = pressed == .control(.playPause)
    let disc = Shape.box(
      theme.scrim.opacity(isPressed ? 1 : 0.8), radius: frame.width / 2)
    var drawings = [Drawing(disc, in: frame, opacity: opacity)]
    if focus == .playPause {
      let ring = Shape.outline(theme.accent, width: brush.points(3), radius: frame.width / 2)
      drawings.append(Drawing(ring, in: frame, opacity: opacity))
    }
    let icon: Icon =
      status.phase == .ended ? .replay : status.isPaused || status.phase == .idle ? .play : .pause
    drawings.append(brush.icon(icon, 44, at: frame.center, opacity: opacity))
    return drawings
  }

  func bottomBar(_ opacity: Double) -> [Drawing] {
    let (layout, brush) = (layout, brush)
    guard options.theme.shows(.bottomBar) else { return [] }
    let shade = options.theme.scrim
    var drawings = [
      Drawing(
        .gradient(top: shade.opacity(0), bottom: shade), in: layout.bottomBar, opacity: opacity)
    ]
    drawings += times(opacity) + slider(opacity)
    for (control, icon) in [(Control.tracks, Icon.tracks), (.rotate, .rotate)] {
      guard let frame = layout.button(control) else { continue }
      drawings += state(of: control, in: frame, opacity)
      drawings.append(brush.icon(icon, 24, at: frame.center, opacity: opacity))
    }
    return drawings
  }

  private func state(of control: Control, in frame: Rect, _ opacity: Double) -> [Drawing] {
    brush.state(
      of: frame, isPressed: pressed == .control(control), isFocused: focus == control,
      opacity: opacity)
  }

  /// The place in the item that the bar shows: the finger's, while one looks for another.
  var shownPosition: MediaTime { scrubbing?.target ?? status.position }

  private func times(_ opacity: Double) -> [Drawing] {
    let (layout, brush) = (layout, brush)
    let played = timeText(shownPosition, status.duration)
    var drawings = [
      brush.text(
        played, 14, in: layout.playedTime, weight: .medium, isTabular: true, opacity: opacity)
    ]
    if let duration = status.duration {
      drawings.append(
        brush.text(
          timeText(duration, duration), 14, in: layout.totalTime,
          color: options.theme.secondaryText, alignment: .trailing, isTabular: true,
          opacity: opacity))
    }
    return drawings
  }

  private func slider(_ opacity: Double) -> [Drawing] {
    guard let frame = layout.slider, let duration = status.duration, duration > .zero else {
      return []
    }
    let (theme, brush) = (options.theme, brush)
    let isHeld = scrubbing != nil || pressed == .control(.slider) || focus == .slider
    let height = brush.points(isHeld ? 6 : 4)
    func share(_ time: MediaTime) -> Double { min(max(time.seconds / duration.seconds, 0), 1) }
    func line(_ color: Color, from start: Double, to end: Double) -> Drawing {
      let part = Rect(
        x: frame.x + start * frame.width, y: frame.center.y - height / 2,
        width: max((end - start) * frame.width, 0), height: height)
      return Drawing(.box(color, radius: height / 2), in: part, opacity: opacity)
    }
    let played = share(shownPosition)
    var drawings = [line(theme.text.opacity(0.25), from: 0, to: 1)]
    if let buffered = status.buffered.last, scrubbing == nil {
      drawings.append(line(theme.text.opacity(0.35), from: 0, to: share(buffered.upperBound)))
    }
    drawings.append(line(theme.accent, from: 0, to: played))
    let center = Point(frame.x + played * frame.width, frame.center.y)
    let knob = Rect(center: center, side: brush.points(isHeld ? 20 : 14))
    if focus == .slider {
      let halo = knob.inset(-brush.points(5), -brush.points(5))
      drawings.append(
        Drawing(
          .box(theme.accent.opacity(0.35), radius: halo.width / 2), in: halo, opacity: opacity))
    }
    drawings.append(
      Drawing(.box(theme.accent, radius: knob.width / 2), in: knob, opacity: opacity))
    return drawings
  }
}

extension PlaybackStatus {
  /// The title that the list or the file gives, else the file's name.
  var shownTitle: String? { item?.title ?? title ?? item?.name }
}
