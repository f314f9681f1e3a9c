internal import VitrinePictures
internal import VitrinePlayback
internal import VitrineScenes
internal import VitrineTiming

/// The drawings of the top and bottom bars, and of the button in the middle.
struct ControlBars {
  let context: ScreenContext
  /// The context's layout, which is made once for all drawings.
  let layout: PlayerLayout
  let scrubbing: Scrubbing?
  /// The region under a finger.
  let pressed: Region?
  /// The control with the keyboard focus.
  let focus: Control?
  let opacity: Double

  private var brush: Brush { context.brush }
  private var theme: Theme { context.options.theme }
  private var status: PlaybackStatus { context.status }

  /// Less important text, with a contrast of at least 4.5 over any picture.
  private var fadedText: Color {
    var color = theme.secondaryText
    color.alpha = max(color.alpha, 0.85)
    return color
  }

  var top: [Drawing] {
    let (layout, brush) = (layout, brush)
    guard theme.shows(.topBar) else { return [] }
    let title = layout.title.flatMap { frame in
      status.displayTitle(in: context.language).map { (text: $0, frame: frame) }
    }
    var drawings = title.map { topShade(for: $0.text, in: $0.frame) } ?? topShade(for: "", in: nil)
    if let back = layout.back {
      drawings += state(of: .back, in: back)
      drawings.append(
        brush.icon(
          layout.isMirrored ? .backMirrored : .back, 24, at: back.center, opacity: opacity))
    }
    if let title {
      drawings.append(
        brush.text(title.text, .title, in: title.frame, weight: .medium, opacity: opacity))
    }
    return drawings
  }

  /// Darkens the picture below the title: at the edge of the display, or in the middle of it just around the texts.
  private func topShade(for title: String, in frame: Rect?) -> [Drawing] {
    let shade = theme.scrim
    guard context.metrics.top > 0 else {
      return [
        Drawing(
          .gradient(top: shade, bottom: shade.opacity(0)), in: layout.topBar, opacity: opacity)
      ]
    }
    let pill = frame.map { frame in
      let wanted = estimatedWidth(of: title, size: brush.points(.title)) * 1.05
      let width = min(wanted, frame.width)
      let isTrailing = ReadingDirection(of: title) == .rightToLeft
      return Rect(
        x: isTrailing ? frame.right - width : frame.x, y: frame.y, width: width,
        height: frame.height
      ).inset(-brush.points(14), 0)
    }
    return [layout.back, pill].compactMap(\.self).map {
      Drawing(.box(shade, radius: $0.height / 2), in: $0, opacity: opacity)
    }
  }

  /// The buttons beside the one in the middle.
  var sideButtons: [Drawing] {
    let (layout, brush) = (layout, brush)
    let buttons: [(Control, Icon, Double)] = [
      (.previous, .previous, 24), (.skipBackward, .rewind, 36), (.skipForward, .advance, 36),
      (.next, .next, 24),
    ]
    return buttons.flatMap { control, icon, side -> [Drawing] in
      guard let frame = layout.frame(of: control) else { return [] }
      let isSkip = control == .skipBackward || control == .skipForward
      // The middle of the arrow, which is open at the top.
      let middle = frame.moved(0, brush.points(1))
      return brush.disc(frame, isPressed: pressed == .control(control), opacity: opacity)
        + brush.state(of: frame, isPressed: false, isFocused: focus == control, opacity: opacity)
        + [brush.icon(icon, side, at: frame.center, opacity: opacity)]
        + (isSkip
          ? [
            brush.text(
              "\(VideoScreen.skipSeconds)", .sign, in: middle, weight: .bold, alignment: .center,
              opacity: opacity)
          ] : [])
    }
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
    guard theme.shows(.bottomBar) else { return [] }
    let shade = theme.scrim
    var drawings = [
      Drawing(
        .gradient(top: shade.opacity(0), bottom: shade), in: layout.bottomBar, opacity: opacity)
    ]
    drawings += times + slider
    for control in PlayerLayout.buttons {
      guard let frame = layout.button(control) else { continue }
      drawings += state(of: control, in: frame) + sign(of: control, in: frame)
    }
    return drawings
  }

  private func sign(of control: Control, in frame: Rect) -> [Drawing] {
    let icon: Icon
    switch control {
    case .subtitles:
      return [brush.icon(.tracks, 24, at: frame.center, opacity: opacity)]
        + mark(under: frame, status.showsSubtitles)
    case .description:
      return descriptionSign(in: frame) + mark(under: frame, status.playsDescription)
    case .volume: icon = .volume(status.audibleVolume)
    case .tracks: icon = .settings
    // Shows where it leads.
    default: icon = layout.metrics.isPortrait ? .landscape : .portrait
    }
    return [brush.icon(icon, 24, at: frame.center, opacity: opacity)]
  }

  /// The usual sign of audio description, which is Latin in all languages.
  private func descriptionSign(in frame: Rect) -> [Drawing] {
    let box = Rect(center: frame.center, side: 0).inset(-brush.points(12.5), -brush.points(9))
    let border = Shape.outline(theme.text, width: brush.points(2), radius: brush.points(3.5))
    return [
      Drawing(border, in: box, opacity: opacity),
      brush.text("AD", .sign, in: box, weight: .bold, alignment: .center, opacity: opacity),
    ]
  }

  /// A line under a button that is switched on.
  private func mark(under frame: Rect, _ isOn: Bool) -> [Drawing] {
    guard isOn else { return [] }
    let height = brush.points(3)
    let line = Rect(
      x: frame.center.x - brush.points(11), y: frame.center.y + brush.points(14),
      width: brush.points(22), height: height)
    return [Drawing(.box(theme.accent, radius: height / 2), in: line, opacity: opacity)]
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
        .box(isLeft ? fadedText : theme.accent, radius: dot.width / 2), in: dot,
        opacity: opacity),
      brush.text(
        word, .detail, in: text, weight: .bold, color: isLeft ? fadedText : theme.text,
        isTabular: true, opacity: opacity),
    ]
  }

  private var times: [Drawing] {
    let (layout, brush) = (layout, brush)
    if layout.live != nil { return liveSign }
    let played = timeText(shownPosition, status.duration)
    var drawings = [
      brush.text(
        played, .detail, in: layout.playedTime, weight: .medium, isTabular: true, opacity: opacity)
    ]
    if let duration = status.duration {
      let total = timeText(duration, duration)
      let isBeside = layout.isNarrow
      // All digits are as wide as a zero.
      let noughts = String(played.map { $0.isNumber ? "0" : $0 })
      let width = estimatedWidth(of: noughts, size: brush.points(.detail)) + brush.points(5)
      drawings.append(
        brush.text(
          isBeside ? "/ \(total)" : total, .detail,
          in: isBeside ? layout.totalTime(besidePlayed: width) : layout.totalTime,
          color: fadedText, alignment: isBeside ? .leading : .trailing,
          isTabular: true, opacity: opacity))
    } else if status.isWaiting, !status.isEndless {
      let place = Rect(
        x: layout.playedTime.right + brush.points(12), y: layout.playedTime.y,
        width: max(layout.totalTime.right - layout.playedTime.right - brush.points(12), 0),
        height: layout.playedTime.height)
      drawings.append(
        brush.text(
          context.options.wording.calculating, .detail, in: place, color: fadedText,
          alignment: layout.isNarrow ? .leading : .trailing, opacity: opacity))
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
    var drawings = [line(theme.faint(0.25), from: 0, to: 1)]
    if let buffered = status.buffered.last, scrubbing == nil {
      drawings.append(line(theme.faint(0.35), from: 0, to: share(buffered.upperBound)))
    }
    drawings.append(line(theme.accent, from: 0, to: played))
    drawings += chapterMarks(on: frame, height: height) { share($0) }
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

  /// Gaps in the line where chapters start; none if they would be too close to each other.
  private func chapterMarks(
    on frame: Rect, height: Double, _ share: (MediaTime) -> Double
  ) -> [Drawing] {
    let chapters = status.chapters
    guard theme.shows(.chapters), chapters.count <= TrackMenu.longest,
      Double(chapters.count) * brush.points(8) < frame.width
    else { return [] }
    return chapters.filter { $0.start > .zero }.map { chapter in
      let x = frame.x + share(chapter.start) * frame.width
      let gap = Rect(
        x: x - brush.points(1), y: frame.center.y - height / 2, width: brush.points(2),
        height: height)
      return Drawing(.box(Color(0x000000, alpha: 0.75)), in: gap, opacity: opacity)
    }
  }
}
