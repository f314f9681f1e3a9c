import Pictures
import Timing

/// The card that tells what went wrong.
extension Interface {
  func messageCard(at now: HostTime) -> [Drawing] {
    let opacity = message.fade.opacity(at: now)
    guard opacity > 0 else { return [] }
    let (brush, theme) = (brush, options.theme)
    let isMirrored = ReadingDirection(of: message.title) == .rightToLeft
    let (padding, lead) = (brush.points(24), brush.points(44))
    let width = layout.message.width - 2 * padding - lead
    let lines = detailLines(width: width)
    let frame = card(lines: lines)
    let inner = frame.inset(padding, padding)
    let left = isMirrored ? inner.x : inner.x + lead
    let icon = Point(
      isMirrored ? inner.right - brush.points(14) : inner.x + brush.points(14),
      inner.y + brush.points(12))
    let title = Rect(x: left, y: inner.y, width: width, height: brush.points(24))
    let detail = Rect(
      x: left, y: title.bottom + brush.points(6), width: width, height: inner.bottom - title.bottom)
    return brush.surface(frame, radius: brush.points(theme.cornerRadius), opacity: opacity) + [
      brush.icon(.warning, 28, at: icon, theme.accent, opacity: opacity),
      brush.text(message.title, 17, in: title, weight: .medium, opacity: opacity),
      brush.text(
        message.detail, 14, in: detail, color: theme.secondaryText, lines: lines,
        baseline: brush.points(14), opacity: opacity),
    ]
  }

  private func detailLines(width: Double) -> Int {
    let length = estimatedWidth(of: message.detail, size: brush.points(14))
    guard length > width, width > 0 else { return 1 }
    // Lines end at words, and so a little earlier than they could.
    return Int(min(length * 1.1 / width, 3).rounded(.up))
  }

  /// As high as it needs to be, in the middle of where a finger dismisses it.
  private func card(lines: Int) -> Rect {
    let area = layout.message
    let height = brush.points(2 * 24 + 24 + 6 + 18 * Double(lines))
    return Rect(x: area.x, y: area.center.y - height / 2, width: area.width, height: height)
  }
}
