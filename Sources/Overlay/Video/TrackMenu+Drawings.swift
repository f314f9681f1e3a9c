internal import VitrinePictures
internal import VitrinePlayback
internal import VitrineScenes

// Drawing: a sheet at the right of the display.
extension TrackMenu {
  /// `pressed` is the region under a finger.
  func drawings(_ context: ScreenContext, pressed: Region?) -> [Drawing] {
    let (layout, brush) = (context.layout, context.brush)
    let veil = Drawing(.box(brush.theme.scrim.opacity(0.6)), in: layout.screen)
    let rows = rows.enumerated().flatMap { index, row -> [Drawing] in
      let frame = layout.menuRow(index, offset: offset)
      guard frame.intersection(layout.menu) != nil else { return [] }
      return draw(
        row, in: frame, isFocused: index == focus && isUsedByKey, isPressed: pressed == .row(index),
        context)
    }
    // Rounded except at the edge of the display.
    let radius = brush.points(brush.theme.cornerRadius * 1.5)
    let sheet = layout.menu.inset(-radius / 2, 0).moved(radius / 2, 0).inset(0, -1)
    // The video stays as it is behind subtitles that are being styled.
    return (page == .all ? [veil] : [])
      + brush.surface(sheet, radius: radius, opacity: 1, isSheet: true, clip: layout.screen) + rows
      + scrollBar(layout, brush)
  }

  private func scrollBar(_ layout: PlayerLayout, _ brush: Brush) -> [Drawing] {
    guard let bar = layout.menuBar(rows: rows.count, offset: offset) else { return [] }
    return [Drawing(.box(brush.theme.text.opacity(0.3), radius: bar.width / 2), in: bar)]
  }

  private func draw(
    _ row: Row, in frame: Rect, isFocused: Bool, isPressed: Bool, _ context: ScreenContext
  ) -> [Drawing] {
    let (brush, wording) = (context.brush, context.options.wording)
    let direction = ReadingDirection(of: wording.subtitles)
    let inner = frame.inset(brush.points(24), 0)
    switch row {
    case .heading(let heading):
      let place = Rect(
        x: inner.x, y: frame.y + brush.points(10), width: inner.width,
        height: frame.height - brush.points(10))
      return [
        brush.text(
          direction.framing(wording.heading(of: heading)), .caption, in: place, weight: .bold,
          color: brush.theme.secondaryText)
      ]
    case .style(let aspect):
      return patch(frame, isFocused: isFocused, isPressed: isPressed, brush)
        + draw(aspect, in: inner, direction, context)
    default:
      let (name, detail) = words(of: row, context)
      return patch(frame, isFocused: isFocused, isPressed: isPressed, brush)
        + choice(name, detail, in: inner, isChosen: row.isChosen, direction, brush)
    }
  }

  private func draw(
    _ aspect: SubtitleChoice, in inner: Rect, _ direction: ReadingDirection,
    _ context: ScreenContext
  ) -> [Drawing] {
    let (brush, wording) = (context.brush, context.options.wording)
    let title = aspect.title(wording)
    switch aspect.value(in: context.status.choices.subtitleStyle, wording) {
    case .words(let words):
      return choice(title, words, in: inner, isChosen: false, direction, brush)
    case .color(let color):
      let (width, height) = (brush.points(36), brush.points(20))
      let swatch = Rect(
        x: direction == .rightToLeft ? inner.x : inner.right - width,
        y: inner.center.y - height / 2, width: width, height: height)
      let border = Shape.outline(
        brush.theme.text.opacity(0.5), width: max(brush.points(1), 1), radius: height / 2)
      return choice(title, in: inner, isChosen: false, direction, brush) + [
        Drawing(.box(color, radius: height / 2), in: swatch), Drawing(border, in: swatch),
      ]
    }
  }

  /// The name of a row, and the detail beside it.
  func words(of row: Row, _ context: ScreenContext) -> (name: String, detail: String?) {
    let wording = context.options.wording
    switch row {
    case .heading(let heading): return (wording.heading(of: heading), nil)
    case .choice(_, let track, _):
      return (track?.name(among: context.status.tracks, wording) ?? wording.off, nil)
    case .encoding(let variant, _, _): return words(of: variant, context)
    case .language(let language, _): return (language.nativeName, nil)
    case .rate(let rate, _):
      return (ReadingDirection.measure("\(Self.text(ofRate: rate))×"), nil)
    case .signLanguage: return (wording.signLanguage, nil)
    case .readAloud: return (wording.readAloud, nil)
    case .subtitleStyle: return (wording.subtitleStyle, nil)
    case .resetStyle: return (wording.reset, nil)
    case .style(let aspect):
      let value = aspect.value(in: context.status.choices.subtitleStyle, wording)
      guard case .words(let words) = value else { return (aspect.title(wording), nil) }
      return (aspect.title(wording), words)
    case .chapter(let chapter, let number, _):
      let title = chapter.title.flatMap { $0.isEmpty ? nil : String($0.prefix(80)) }
      return (
        title ?? "\(wording.chapter) \(number)", timeText(chapter.start, context.status.duration)
      )
    }
  }

  private static func text(ofRate rate: Double) -> String {
    rate == rate.rounded() ? "\(Int(rate))" : "\(rate)"
  }

  /// The name of a rendition; for the automatic choice, with the current rendition.
  private func words(
    of variant: VariantPolicy.Variant?, _ context: ScreenContext
  ) -> (name: String, detail: String?) {
    guard let renditions = context.status.renditions else { return ("", nil) }
    if let variant { return renditions.name(of: variant) }
    let playing = renditions.playing.map { renditions.name(of: $0).name }
    return (context.options.wording.automatic, playing)
  }

  private func patch(
    _ frame: Rect, isFocused: Bool, isPressed: Bool, _ brush: Brush
  ) -> [Drawing] {
    let theme = brush.theme
    guard isFocused || isPressed else { return [] }
    let patch = frame.inset(brush.points(12), brush.points(2))
    let radius = brush.points(theme.cornerRadius * 0.75)
    let fill = Drawing(.box(theme.text.opacity(0.12), radius: radius), in: patch)
    guard isFocused else { return [fill] }
    let ring = Shape.outline(theme.accent, width: brush.points(2.5), radius: radius)
    return [fill, Drawing(ring, in: patch)]
  }

  /// Names in all scripts start at the same edge, that of the sheet's language; a detail ends at
  /// the other edge.
  private func choice(
    _ name: String, _ detail: String? = nil, in inner: Rect, isChosen: Bool,
    _ direction: ReadingDirection, _ brush: Brush
  ) -> [Drawing] {
    let lead = brush.points(36)
    let isMirrored = direction == .rightToLeft
    let place = Rect(
      x: isMirrored ? inner.x : inner.x + lead, y: inner.y, width: inner.width - lead,
      height: inner.height)
    let width = detail == nil ? 0 : brush.points(84)
    let left = Rect(
      x: isMirrored ? place.x + width : place.x, y: place.y, width: place.width - width,
      height: place.height)
    var drawings = [
      brush.text(
        direction.framing(name), .body, in: left, weight: isChosen ? .medium : .regular, lines: 2)
    ]
    if let detail {
      let right = Rect(
        x: isMirrored ? place.x : left.right, y: place.y, width: width, height: place.height)
      drawings.append(
        brush.text(
          direction.framing(ReadingDirection.measure(detail)), .detail, in: right,
          color: brush.theme.secondaryText,
          alignment: .trailing, isTabular: true))
    }
    guard isChosen else { return drawings }
    let side = brush.points(11)
    let mark = Point(isMirrored ? inner.right - side : inner.x + side, inner.center.y)
    return [brush.icon(.check, 22, at: mark, brush.theme.accent, opacity: 1)] + drawings
  }
}

extension Wording {
  func heading(of heading: TrackMenu.Heading) -> String {
    switch heading {
    case .tracks(let kind): kind == .subtitle ? subtitles : audio
    case .language: language
    case .quality: quality
    case .speed: speed
    case .chapters: chapters
    case .subtitleStyle: subtitleStyle
    }
  }
}
