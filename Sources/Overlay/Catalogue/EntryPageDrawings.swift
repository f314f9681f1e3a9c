import VitrinePictures
internal import VitrineScenes

/// Draws the page of an entry above the gallery.
struct EntryPageDrawings {
  let page: EntryPage
  /// The poster on its card.
  let card: Rect
  let catalogue: Catalogue

  private var entry: CatalogueEntry { page.entry }
  private var layout: EntryPageLayout { page.layout }
  private var theme: Theme { catalogue.theme }
  private var unit: Double { layout.unit }
  private var openness: Double { page.openness(at: catalogue.motion.now) }

  var all: [Drawing] {
    let openness = openness
    let ground = Drawing(
      .box(theme.background), in: layout.screen, opacity: min(1.6 * openness, 1))
    // The texts follow once the gallery's are hardly visible.
    let words = max(0, 2 * openness - 1)
    return [ground] + poster
      + (texts + description + playButton + backButton + code).map { drawing in
        var drawing = drawing
        drawing.opacity *= words
        return drawing
      }
  }

  private var poster: [Drawing] {
    func between(_ start: Double, _ end: Double) -> Double {
      (start + (end - start) * openness).rounded()
    }
    let goal = layout.poster
    let frame = Rect(
      x: between(card.x, goal.x), y: between(card.y, goal.y),
      width: between(card.width, goal.width), height: between(card.height, goal.height))
    let radius = theme.cornerRadius * unit
    let pressed = max(strength(of: .pagePlay), strength(of: .pagePoster))
    let shade = Color(0x000000, alpha: 0.25 * pressed)
    let border = Shape.outline(
      theme.faint(0.1), width: max(unit.rounded(), 1), radius: radius)
    if page.showsFilm(at: catalogue.motion.now) {
      return [Drawing(.hole(radius: radius), in: frame), Drawing(border, in: frame)]
        + (page.film == .shown(isPaused: true) ? pauseSign : [])
    }
    let picture =
      (page.picture ?? entry.poster).map { [Drawing(.picture($0, radius: radius), in: frame)] }
      ?? CatalogueCard.placeholder(for: entry, in: frame, radius: radius, theme: theme)
    return picture + [Drawing(border, in: frame)]
      + (pressed > 0 ? [Drawing(.box(shade, radius: radius), in: frame)] : [])
  }

  /// Over a film that is paused.
  private var pauseSign: [Drawing] {
    let center = layout.poster.center
    let side = (64 * unit).rounded()
    let disc = Rect(center: center, side: side)
    return [
      Drawing(.box(theme.scrim.opacity(0.7), radius: side / 2), in: disc),
      Drawing(.icon(.play, theme.text), in: Rect(center: center, side: (28 * unit).rounded())),
    ]
  }

  private func strength(of region: Catalogue.Region) -> Double {
    catalogue.motion.touch.strength(of: region, at: catalogue.motion.now)
  }

  /// Aligned as in the page's direction, whatever the script.
  private func aligned(_ text: String) -> String {
    (catalogue.isMirrored ? ReadingDirection.rightToLeft : .leftToRight).framing(text)
  }

  private var texts: [Drawing] {
    let title = Text(
      aligned(entry.title), size: EntryPageLayout.titleFont * unit, weight: .bold,
      color: theme.text,
      lines: layout.titleLines)
    let subtitle = entry.subtitle.map {
      Text(aligned($0), size: EntryPageLayout.subtitleFont * unit, color: theme.text)
    }
    let facts = Text(
      aligned(page.facts), size: EntryPageLayout.factsFont * unit, weight: .medium,
      color: theme.secondaryText)
    return [Drawing(.text(title), in: layout.title)]
      + (subtitle.map { [Drawing(.text($0), in: layout.subtitle)] } ?? [])
      + (page.facts.isEmpty ? [] : [Drawing(.text(facts), in: layout.facts)])
  }

  private var description: [Drawing] {
    guard let description = entry.description, layout.description.height > 0 else { return [] }
    let place = page.scroll.state(at: catalogue.motion.now).place.rounded()
    let text = Text(
      aligned(description), size: EntryPageLayout.textFont * unit, color: theme.text.opacity(0.85),
      lines: Int((layout.textHeight / max(layout.lineHeight, 1)).rounded()),
      baseline: (layout.lineHeight * 0.75).rounded())
    let frame = Rect(
      x: layout.description.x, y: layout.description.y - place, width: layout.description.width,
      height: layout.textHeight)
    let drawing = Drawing(.text(text), in: frame, clip: layout.description)
    return [drawing] + fades(at: place)
  }

  /// At the ends where there is more.
  private func fades(at place: Double) -> [Drawing] {
    let (room, height) = (layout.description, (24 * unit).rounded())
    let clear = theme.background.opacity(0)
    let top = Rect(x: room.x, y: room.y, width: room.width, height: height)
    let bottom = Rect(x: room.x, y: room.bottom - height, width: room.width, height: height)
    return
      (place > 0 ? [Drawing(.gradient(top: theme.background, bottom: clear), in: top)] : [])
      + (place < page.scroll.limit
        ? [Drawing(.gradient(top: clear, bottom: theme.background), in: bottom)] : [])
  }

  private var playButton: [Drawing] {
    let frame = layout.play
    let pixels = { (points: Double) in (points * unit).rounded() }
    let icon = Rect(
      center: Point(frame.x + pixels(30), frame.center.y), side: pixels(22))
    let label = Rect(
      x: frame.x + pixels(48), y: frame.y, width: max(frame.width - pixels(64), 1),
      height: frame.height)
    let text = Text(
      page.label, size: EntryPageLayout.playFont * unit, weight: .medium,
      color: theme.onAccent, alignment: .center)
    let shade = Color(0x000000, alpha: 0.2 * strength(of: .pagePlay))
    let sign: Icon = page.isFilmShown ? .expand : .play
    return ring(around: frame, for: .play) + [
      Drawing(.box(theme.accent, radius: frame.height / 2), in: frame),
      Drawing(.icon(sign, theme.onAccent), in: icon), Drawing(.text(text), in: label),
      Drawing(.box(shade, radius: frame.height / 2), in: frame),
    ]
  }

  /// Dark on white in any theme, for the cameras of phones.
  private var code: [Drawing] {
    guard let card = page.code, !page.showsFilm(at: catalogue.motion.now) else { return [] }
    let dark = Color(0x000000)
    let text = Text(
      catalogue.wording.onPhone, size: CodeCard.font * unit, weight: .medium,
      color: dark, alignment: .center)
    return [
      Drawing(.box(Color(0xFFFFFF), radius: theme.cornerRadius * unit / 2), in: card.frame),
      Drawing(.code(card.code, dark), in: card.place), Drawing(.text(text), in: card.caption),
    ]
  }

  private var backButton: [Drawing] {
    let frame = layout.back
    let fill = theme.text.opacity(0.1 + 0.1 * strength(of: .pageBack))
    let icon: Icon = catalogue.isMirrored ? .backMirrored : .back
    return ring(around: frame, for: .back) + [
      Drawing(.box(fill, radius: frame.height / 2), in: frame),
      Drawing(
        .icon(icon, theme.text), in: Rect(center: frame.center, side: (24 * unit).rounded())),
    ]
  }

  private func ring(around frame: Rect, for focus: EntryPage.Focus) -> [Drawing] {
    guard catalogue.isFocusVisible, page.focus == focus else { return [] }
    let (gap, width) = ((3 * unit).rounded(), max((3 * unit).rounded(), 2))
    let ring = frame.inset(-gap - width, -gap - width)
    return [Drawing(.outline(theme.accent, width: width, radius: ring.height / 2), in: ring)]
  }
}
