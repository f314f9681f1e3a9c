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
    return [
      arc(options.theme.text.opacity(0.2), start: 0, length: 1),
      arc(options.theme.text, start: spinner.turn(at: now), length: 0.28),
    ]
  }

  func skipRipple(at now: HostTime) -> [Drawing] {
    let opacity = skipLabel.fade.opacity(at: now)
    guard opacity > 0 else { return [] }
    let (layout, brush, isForward) = (layout, brush, skipLabel.isForward)
    let circle = layout.ripple(isForward: isForward)
    let label = layout.skipLabel(isForward: isForward)
    let icon = Point(label.center.x, label.y + brush.points(18))
    let text = Rect(
      x: label.x, y: label.y + brush.points(38), width: label.width, height: brush.points(32))
    let sign = isForward ? "+" : "−"
    return [
      Drawing(
        .box(options.theme.scrim.opacity(0.7), radius: circle.width / 2), in: circle,
        opacity: opacity, clip: layout.screen),
      brush.icon(isForward ? .skipForward : .skipBackward, 32, at: icon, opacity: opacity),
      brush.text(
        "\(sign)\(skipLabel.amount) \(options.wording.seconds)", 18, in: text, weight: .bold,
        alignment: .center, isTabular: true, opacity: opacity),
    ]
  }

  /// The time, and the small picture of it, above the finger.
  func bubble(_ opacity: Double) -> [Drawing] {
    guard let scrubbing, let duration = status.duration, duration > .zero else { return [] }
    let (layout, brush, theme) = (layout, brush, options.theme)
    let share = min(max(scrubbing.target.seconds / duration.seconds, 0), 1)
    let text = timeText(scrubbing.target, duration)
    guard let thumbnail else {
      let pill = layout.bubble(at: share, hasPicture: false)
      return [
        Drawing(.box(theme.surface, radius: pill.height / 2), in: pill, opacity: opacity),
        brush.text(
          text, 16, in: pill, weight: .medium, alignment: .center, isTabular: true,
          opacity: opacity),
      ]
    }
    let frame = layout.bubble(at: share, hasPicture: true)
    let border = frame.inset(-brush.points(2), -brush.points(2))
    let radius = brush.points(theme.cornerRadius * 0.75)
    let time = Rect(
      x: frame.x, y: frame.bottom + brush.points(6), width: frame.width, height: brush.points(26))
    return [
      Drawing(.box(theme.text, radius: radius + brush.points(2)), in: border, opacity: opacity),
      Drawing(.picture(thumbnail.id, radius: radius), in: frame, opacity: opacity),
      brush.text(
        text, 16, in: time, weight: .medium, alignment: .center, isTabular: true,
        opacity: opacity),
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
    return [
      Drawing(.box(theme.surface, radius: frame.width / 2), in: frame, opacity: opacity),
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
    let width = min(brush.points(320), screen.width - brush.points(48))
    let pill = Rect(
      x: (screen.width - width) / 2, y: brush.points(72), width: width, height: brush.points(40))
    return [
      Drawing(.box(options.theme.surface, radius: pill.height / 2), in: pill, opacity: opacity),
      brush.text(
        note.text, 15, in: pill.inset(brush.points(16), 0), weight: .medium, alignment: .center,
        opacity: opacity),
    ]
  }

  func messageCard(at now: HostTime) -> [Drawing] {
    let opacity = message.fade.opacity(at: now)
    guard opacity > 0 else { return [] }
    let (frame, brush, theme) = (layout.message, brush, options.theme)
    let inner = frame.inset(brush.points(24), brush.points(18))
    let icon = Point(inner.x + brush.points(16), inner.y + brush.points(16))
    let left = inner.x + brush.points(48)
    let title = Rect(
      x: left, y: inner.y, width: inner.right - left, height: brush.points(32))
    let detail = Rect(
      x: left, y: title.bottom + brush.points(2), width: title.width,
      height: inner.bottom - title.bottom - brush.points(2))
    return [
      Drawing(
        .box(theme.surface, radius: brush.points(theme.cornerRadius)), in: frame, opacity: opacity),
      brush.icon(.warning, 28, at: icon, theme.accent, opacity: opacity),
      brush.text(message.title, 17, in: title, weight: .medium, opacity: opacity),
      brush.text(
        message.detail, 14, in: detail, color: theme.secondaryText, lines: 3, opacity: opacity),
    ]
  }
}
