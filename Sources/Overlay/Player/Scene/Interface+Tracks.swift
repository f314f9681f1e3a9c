import Pictures
import Playback

/// The sheet with the choice of subtitles and sound.
extension Interface {
  func trackSheet() -> [Drawing] {
    guard let menu else { return [] }
    let (layout, brush) = (layout, brush)
    let veil = Drawing(.box(options.theme.scrim.opacity(0.6)), in: layout.screen)
    let rows = menu.rows.enumerated().flatMap { index, row -> [Drawing] in
      let frame = layout.menuRow(index, offset: menu.offset)
      guard frame.intersection(layout.menu) != nil else { return [] }
      // A finger needs no focus.
      let isFocused = index == menu.focus && isMenuByKey
      return draw(row, in: frame, isFocused: isFocused, isPressed: pressed == .row(index))
    }
    // Round where it is not at the edge of the display.
    let radius = brush.points(options.theme.cornerRadius * 1.5)
    let sheet = layout.menu.inset(-radius / 2, 0).moved(radius / 2, 0).inset(0, -1)
    return [veil]
      + brush.surface(sheet, radius: radius, opacity: 1, isSheet: true, clip: layout.screen) + rows
      + scrollBar(menu)
  }

  private func scrollBar(_ menu: TrackMenu) -> [Drawing] {
    guard let bar = layout.menuBar(rows: menu.rows.count, offset: menu.offset) else { return [] }
    return [Drawing(.box(options.theme.text.opacity(0.3), radius: bar.width / 2), in: bar)]
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
      return [
        brush.text(
          direction.framing(name), 13, in: place, weight: .bold, color: theme.secondaryText)
      ]
    case .choice(_, let track, let isChosen):
      let name = track?.name(among: status.tracks, options.wording) ?? options.wording.off
      return patch(frame, isFocused: isFocused, isPressed: isPressed)
        + choice(name, in: inner, isChosen: isChosen)
    }
  }

  private func patch(_ frame: Rect, isFocused: Bool, isPressed: Bool) -> [Drawing] {
    let (brush, theme) = (brush, options.theme)
    guard isFocused || isPressed else { return [] }
    let patch = frame.inset(brush.points(12), brush.points(2))
    let radius = brush.points(theme.cornerRadius * 0.75)
    let fill = Drawing(.box(theme.text.opacity(0.12), radius: radius), in: patch)
    guard isFocused else { return [fill] }
    let ring = Shape.outline(theme.accent, width: brush.points(2.5), radius: radius)
    return [fill, Drawing(ring, in: patch)]
  }

  /// Names in all scripts begin at the same edge, that of the sheet's own words.
  private func choice(_ name: String, in inner: Rect, isChosen: Bool) -> [Drawing] {
    let (brush, lead) = (brush, brush.points(36))
    let isMirrored = direction == .rightToLeft
    let place = Rect(
      x: isMirrored ? inner.x : inner.x + lead, y: inner.y, width: inner.width - lead,
      height: inner.height)
    let text = brush.text(
      direction.framing(name), 16, in: place, weight: isChosen ? .medium : .regular, lines: 2)
    guard isChosen else { return [text] }
    let side = brush.points(11)
    let mark = Point(isMirrored ? inner.right - side : inner.x + side, inner.center.y)
    return [brush.icon(.check, 22, at: mark, options.theme.accent, opacity: 1), text]
  }

  private var direction: ReadingDirection { ReadingDirection(of: options.wording.subtitles) }
}
