import Pictures
import Playback

/// The sheet with the choice of subtitles and sound.
extension Interface {
  func trackSheet() -> [Drawing] {
    guard let menu else { return [] }
    let layout = layout
    let veil = Drawing(.box(options.theme.scrim.opacity(0.6)), in: layout.screen)
    let sheet = Drawing(.box(options.theme.surface), in: layout.menu)
    let rows = menu.rows.enumerated().flatMap { index, row -> [Drawing] in
      let frame = layout.menuRow(index, offset: menu.offset)
      guard frame.intersection(layout.menu) != nil else { return [] }
      // A finger needs no focus.
      let isFocused = index == menu.focus && isMenuByKey
      return draw(row, in: frame, isFocused: isFocused, isPressed: pressed == .row(index))
    }
    return [veil, sheet] + rows
  }

  private func draw(
    _ row: TrackMenu.Row, in frame: Rect, isFocused: Bool, isPressed: Bool
  ) -> [Drawing] {
    let (brush, theme) = (brush, options.theme)
    let inner = frame.inset(brush.points(24), 0)
    switch row {
    case .heading(let kind):
      let name = kind == .subtitle ? options.wording.subtitles : options.wording.audio
      let place = Rect(
        x: inner.x, y: frame.y + brush.points(10), width: inner.width,
        height: frame.height - brush.points(10))
      return [brush.text(name, 13, in: place, weight: .bold, color: theme.secondaryText)]
    case .choice(_, let track, let isChosen):
      var drawings: [Drawing] = []
      let patch = frame.inset(brush.points(10), brush.points(2))
      let radius = brush.points(theme.cornerRadius * 0.6)
      if isPressed || isFocused {
        drawings.append(Drawing(.box(theme.text.opacity(0.12), radius: radius), in: patch))
      }
      if isFocused {
        drawings.append(
          Drawing(.outline(theme.accent, width: brush.points(2.5), radius: radius), in: patch))
      }
      let mark = Point(inner.x + brush.points(11), frame.center.y)
      if isChosen { drawings.append(brush.icon(.check, 22, at: mark, theme.accent, opacity: 1)) }
      let left = inner.x + brush.points(36)
      let place = Rect(x: left, y: frame.y, width: inner.right - left, height: frame.height)
      let name = track?.name(among: status.tracks, options.wording) ?? options.wording.off
      drawings.append(brush.text(name, 16, in: place, weight: isChosen ? .medium : .regular))
      return drawings
    }
  }
}
