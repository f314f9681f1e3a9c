import Pictures
internal import Playback
import Timing

/// What comes for a moment and goes again.
extension Interface {
  func spinnerRing(at now: HostTime) -> [Drawing] {
    let (frame, brush) = (layout.spinner, brush)
    let width = brush.points(4)
    func arc(_ color: Color, start: Double, length: Double) -> Drawing {
      Drawing(.arc(color, width: width, start: start, length: length), in: frame)
    }
    return brush.disc(Rect(center: frame.center, side: brush.points(84)), opacity: 1) + [
      arc(options.theme.text.opacity(0.2), start: 0, length: 1),
      arc(options.theme.text, start: spinner.turn(at: now), length: 0.28),
    ]
  }

  /// A circle that grows from the edge of the display, and how far it goes.
  func skipRipple(at now: HostTime) -> [Drawing] {
    let opacity = skipLabel.fade.opacity(at: now)
    guard opacity > 0 else { return [] }
    let (layout, brush, isForward) = (layout, brush, skipLabel.isForward)
    let circle = layout.ripple(isForward: isForward, share: 0.8 + 0.2 * opacity)
    let veil = Shape.box(options.theme.scrim.opacity(0.65), radius: circle.width / 2)
    let label = layout.skipLabel(isForward: isForward)
    let icon = Point(label.center.x, label.y + brush.points(20))
    let text = Rect(
      x: label.x, y: label.y + brush.points(40), width: label.width, height: brush.points(32))
    let sign = isForward ? "+" : "−"
    return [
      Drawing(veil, in: circle, opacity: opacity, clip: layout.screen),
      brush.icon(isForward ? .skipForward : .skipBackward, 36, at: icon, opacity: opacity),
      brush.text(
        "\(sign)\(skipLabel.amount) \(options.wording.seconds)", 20, in: text, weight: .bold,
        alignment: .center, isTabular: true, opacity: opacity),
    ]
  }

  /// The time above the finger, and over it the small picture of that.
  func bubble(_ opacity: Double) -> [Drawing] {
    guard let scrubbing, let duration = status.duration, duration > .zero else { return [] }
    let (layout, brush) = (layout, brush)
    let share = min(max(scrubbing.target.seconds / duration.seconds, 0), 1)
    let pill = layout.bubble(at: share, hasPicture: thumbnail != nil)
    let time = brush.text(
      timeText(scrubbing.target, duration), 16, in: pill, weight: .medium, alignment: .center,
      isTabular: true, opacity: opacity)
    let drawings = brush.surface(pill, radius: pill.height / 2, opacity: opacity) + [time]
    guard let thumbnail else { return drawings }
    return picture(thumbnail.id, in: layout.picture(over: pill), opacity) + drawings
  }

  private func picture(_ id: PictureID, in frame: Rect, _ opacity: Double) -> [Drawing] {
    let width = brush.points(2)
    let border = frame.inset(-width, -width)
    let radius = brush.points(options.theme.cornerRadius * 0.75)
    return [
      Drawing(
        .box(options.theme.text, radius: radius + width), in: border, opacity: opacity),
      Drawing(.picture(id, radius: radius), in: frame, opacity: opacity),
    ]
  }

  func volumeBar(at now: HostTime) -> [Drawing] {
    let opacity = volume.fade.opacity(at: now)
    guard opacity > 0 else { return [] }
    let (frame, brush, theme) = (layout.volume, brush, options.theme)
    let level = status.isMuted ? 0 : status.volume
    let inner = frame.inset(brush.points(18), brush.points(18))
    let track = Rect(
      x: inner.x, y: inner.y, width: inner.width, height: inner.height - brush.points(34))
    let filled = Rect(
      x: track.x, y: track.bottom - track.height * level, width: track.width,
      height: track.height * level)
    let icon: Icon = level == 0 ? .muted : level < 0.5 ? .volumeLow : .volume
    let place = Point(frame.center.x, frame.bottom - brush.points(24))
    let radius = track.width / 2
    return brush.surface(frame, radius: frame.width / 2, opacity: opacity) + [
      Drawing(.box(theme.text.opacity(0.22), radius: radius), in: track, opacity: opacity),
      Drawing(.box(theme.accent, radius: radius), in: filled, opacity: opacity),
      brush.icon(icon, 22, at: place, opacity: opacity),
    ]
  }

  /// A short word at the top.
  func noteLabel(at now: HostTime) -> [Drawing] {
    let opacity = note.fade.opacity(at: now)
    guard opacity > 0 else { return [] }
    let (brush, screen) = (brush, layout.screen)
    let wanted = estimatedWidth(of: note.text, size: brush.points(15)) + brush.points(40)
    let width = min(wanted, screen.width - brush.points(48))
    let pill = Rect(
      x: (screen.width - width) / 2, y: brush.points(72), width: width, height: brush.points(40))
    return brush.surface(pill, radius: pill.height / 2, opacity: opacity) + [
      brush.text(
        note.text, 15, in: pill.inset(brush.points(16), 0), weight: .medium, alignment: .center,
        opacity: opacity)
    ]
  }
}
