internal import VitrinePictures
internal import VitrineScenes
import VitrineTiming

/// A short message about a failure, for a limited time.
struct MessageCard: Hashable, Sendable {
  private(set) var title = ""
  private(set) var detail = ""
  var appearance = PassingAppearance()

  static let stay = Duration.seconds(6)
  /// Longer texts would not fit any card.
  private static let longest = 400

  mutating func show(title: String, detail: String, at now: HostTime) {
    (self.title, self.detail) = (
      String(title.prefix(Self.longest)), String(detail.prefix(Self.longest))
    )
    appearance.show(at: now, for: Self.stay)
  }

  var isShown: Bool { appearance.isShown }
}

// Drawing.
extension MessageCard {
  func drawings(_ context: ScreenContext, at now: HostTime) -> [Drawing] {
    let opacity = appearance.opacity(at: now)
    guard opacity > 0 else { return [] }
    let (brush, area) = (context.brush, context.layout.message)
    let theme = brush.theme
    let isMirrored = ReadingDirection(of: title) == .rightToLeft
    let (padding, lead) = (brush.points(24), brush.points(44))
    let width = area.width - 2 * padding - lead
    let lines = detailLines(width: width, brush)
    let frame = card(lines: lines, in: area, brush)
    let inner = frame.inset(padding, padding)
    let left = isMirrored ? inner.x : inner.x + lead
    let icon = Point(
      isMirrored ? inner.right - brush.points(14) : inner.x + brush.points(14),
      inner.y + brush.points(12))
    let titleFrame = Rect(x: left, y: inner.y, width: width, height: brush.points(24))
    let detailFrame = Rect(
      x: left, y: titleFrame.bottom + brush.points(6), width: width,
      height: inner.bottom - titleFrame.bottom)
    return brush.surface(frame, radius: brush.points(theme.cornerRadius), opacity: opacity) + [
      brush.icon(.warning, 28, at: icon, theme.accent, opacity: opacity),
      brush.text(title, .title, in: titleFrame, weight: .medium, opacity: opacity),
      brush.text(
        detail, .detail, in: detailFrame, color: theme.secondaryText, lines: lines,
        baseline: brush.points(14), opacity: opacity),
    ]
  }

  private func detailLines(width: Double, _ brush: Brush) -> Int {
    let length = estimatedWidth(of: detail, size: brush.points(.detail))
    guard length > width, width > 0 else { return 1 }
    // Lines break between words, so they are not filled completely.
    return Int(min(length * 1.1 / width, 3).rounded(.up))
  }

  /// As high as necessary, in the middle of the area in which a tap dismisses it.
  private func card(lines: Int, in area: Rect, _ brush: Brush) -> Rect {
    let height = brush.points(2 * 24 + 24 + 6 + 18 * Double(lines))
    return Rect(x: area.x, y: area.center.y - height / 2, width: area.width, height: height)
  }
}
