internal import VitrinePictures
internal import VitrinePlayback
internal import VitrineScenes
internal import VitrineTiming

/// The drawings of the top and bottom bars, and of the button in the middle.
struct ControlBars {
  let context: ScreenContext
  let scrubbing: Scrubbing?
  /// The region under a finger.
  let pressed: Region?
  /// The control with the keyboard focus.
  let focus: Control?
  let opacity: Double

  private var layout: PlayerLayout { context.layout }
  private var brush: Brush { context.brush }
  private var theme: Theme { context.options.theme }
  private var status: PlaybackStatus { context.status }

  var top: [Drawing] {
    let (layout, brush) = (layout, brush)
    guard theme.shows(.topBar) else { return [] }
    let shade = theme.scrim
    var drawings = [
      Drawing(.gradient(top: shade, bottom: shade.opacity(0)), in: layout.topBar, opacity: opacity)
    ]
    if let back = layout.back {
      drawings += state(of: .back, in: back)
      drawings.append(
        brush.icon(
          layout.isMirrored ? .backMirrored : .back, 24, at: back.center, opacity: opacity))
    }
    if let title = layout.title, let text = status.displayTitle {
      drawings.append(brush.text(text, 19, in: title, weight: .medium, opacity: opacity))
    }
    return drawings
  }

  var centerButton: [Drawing] {
    guard let frame = layout.playPause else { return [] }
    let brush = brush
    let icon: Icon =
      status.phase == .ended ? .replay : status.isPaused || status.phase == .idle ? .play : .pause
    return brush.disc(frame, isPressed: pressed == .control(.playPause), opacity: opacity)
      + brush.state(of: frame, isPressed: false, isFocused: focus == .playPause, opacity: opacity)
      + [brush.icon(icon, 44, at: frame.center, opacity: opacity)]
  }

  var bottom: [Drawing] {
    let (layout, brush) = (layout, brush)
    guard theme.shows(.bottomBar) else { return [] }
    let shade = theme.scrim
    var drawings = [
      Drawing(
        .gradient(top: shade.opacity(0), bottom: shade), in: layout.bottomBar, opacity: opacity)
    ]
    drawings += times + slider
    for (control, icon) in [(Control.tracks, Icon.tracks), (.rotate, .rotate)] {
      guard let frame = layout.button(control) else { continue }
      drawings += state(of: control, in: frame)
      drawings.append(brush.icon(icon, 24, at: frame.center, opacity: opacity))
    }
    return drawings
  }

  private func state(of control: Control, in frame: Rect) -> [Drawing] {
    brush.state(
      of: frame, isPressed: pressed == .control(control), isFocused: focus == control,
      opacity: opacity)
  }

  /// The position on the slider: while scrubbing, the target.
  private var shownPosition: MediaTime { scrubbing?.target ?? status.knobPosition }

  /// While scrubbing, the delay at the target.
  private var timeBehind: MediaTime? {
    guard let scrubbing else { return status.timeBehind }
    return scrubbing.isAtLiveEnd ? nil : scrubbing.span.end - scrubbing.target
  }

  /// A dot and a word, and the delay if the viewer is behind the live edge.
  private var liveSign: [Drawing] {
    guard let frame = layout.liveSign else { return [] }
    let (theme, brush) = (theme, brush)
    let behind = timeBehind
    let isLeft = behind != nil
    let dot = Rect(
      center: Point(frame.x + brush.points(12 + 5), frame.center.y), side: brush.points(10))
    let left = dot.right + brush.points(8)
    var word = context.options.wording.live
    if let behind { word += "  −" + timeText(behind) }
    let text = Rect(x: left, y: frame.y, width: frame.right - left, height: frame.height)
    return state(of: .live, in: frame) + [
      Drawing(
        .box(isLeft ? theme.secondaryText : theme.accent, radius: dot.width / 2), in: dot,
        opacity: opacity),
      brush.text(
        word, 14, in: text, weight: .bold, color: isLeft ? theme.secondaryText : theme.text,
        isTabular: true, opacity: opacity),
    ]
  }

  private var times: [Drawing] {
    let (layout, brush) = (layout, brush)
    if layout.live != nil { return liveSign }
    let played = timeText(shownPosition, status.duration)
    var drawings = [
      brush.text(
        played, 14, in: layout.playedTime, weight: .medium, isTabular: true, opacity: opacity)
    ]
    if let duration = status.duration {
      let total = timeText(duration, duration)
      let isBeside = layout.isNarrow
      // All digits are as wide as a zero.
      let noughts = String(played.map { $0.isNumber ? "0" : $0 })
      let width = estimatedWidth(of: noughts, size: brush.points(14)) + brush.points(5)
      drawings.append(
        brush.text(
          isBeside ? "/ \(total)" : total, 14,
          in: isBeside ? layout.totalTime(besidePlayed: width) : layout.totalTime,
          color: theme.secondaryText, alignment: isBeside ? .leading : .trailing,
          isTabular: true, opacity: opacity))
    }
    return drawings
  }

  private var slider: [Drawing] {
    guard let frame = layout.slider, let span = scrubbing?.span ?? status.span else { return [] }
    let (theme, brush) = (theme, brush)
    let isHeld = scrubbing != nil || pressed == .control(.slider) || focus == .slider
    let height = brush.points(isHeld ? 6 : 4)
    // In whole pixels, so that it is only redrawn after moving by one.
    func share(_ time: MediaTime) -> Double {
      (span.share(of: time) * frame.width).rounded() / frame.width
    }
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
      let ring = knob.inset(-brush.points(7), -brush.points(7))
      drawings += brush.state(of: ring, isPressed: false, isFocused: true, opacity: opacity)
    }
    drawings.append(
      Drawing(.box(theme.accent, radius: knob.width / 2), in: knob, opacity: opacity))
    return drawings
  }
}
