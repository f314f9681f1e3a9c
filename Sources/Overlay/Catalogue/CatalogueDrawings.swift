import VitrinePictures
internal import VitrineScenes

/// Draws a gallery at one moment.
struct CatalogueDrawings {
  private let catalogue: Catalogue
  private let layout: CatalogueLayout
  private let theme: Theme
  /// The scroll position.
  private let place: Double

  /// `catalogue` must have been advanced to the moment.
  init(_ catalogue: Catalogue) {
    self.catalogue = catalogue
    (layout, theme, place) = (catalogue.layout, catalogue.theme, catalogue.place)
  }

  /// From the background to the top. They cover the display.
  var all: [Drawing] {
    let drawings = drawings + catalogue.pageDrawings
    return catalogue.isMirrored ? drawings.map { mirrored($0) } : drawings
  }

  private var drawings: [Drawing] {
    let background = Drawing(.box(theme.background), in: layout.size)
    if catalogue.contents.count == 0 { return [background] + headingDrawings + message }
    return [background] + cards + headingDrawings + strip + chipDrawings + indicator
  }

  /// Mirrors positions only: texts, icons and pictures look the same.
  private func mirrored(_ drawing: Drawing) -> Drawing {
    var drawing = drawing
    drawing.frame = mirrored(drawing.frame)
    drawing.clip = drawing.clip.map(mirrored)
    return drawing
  }

  private func mirrored(_ frame: Rect) -> Rect {
    Rect(
      x: layout.size.width - frame.right, y: frame.y, width: frame.width, height: frame.height)
  }

  private var headingDrawings: [Drawing] {
    guard let frame = layout.headingFrame?.moved(0, -place), frame.bottom > 0 else { return [] }
    let text = Text(catalogue.heading, size: headingFont, weight: .bold, color: theme.text)
    let room = Rect(
      x: frame.x, y: frame.y, width: max(frame.width - catalogue.languages.width, 1),
      height: frame.height)
    if catalogue.contents.search != nil { return searchDrawings(in: room) + languageDrawings }
    let heading = catalogue.heading.isEmpty ? [] : [Drawing(.text(text), in: room)]
    return heading + languageDrawings
  }

  private var headingFont: Double { TextSize.heading.rawValue * layout.unit }

  /// An icon and the letters of a search, or the heading before the first one.
  private func searchDrawings(in room: Rect) -> [Drawing] {
    let side = layout.pixels(30)
    let icon = Rect(
      x: room.x, y: (room.center.y - side / 2).rounded(), width: side, height: side)
    var line = room
    line.x = icon.right + layout.pixels(12)
    line.width = max(room.right - line.x, 1)
    let query = catalogue.query(in: line.width, size: headingFont)
    let direction: ReadingDirection = catalogue.isMirrored ? .rightToLeft : .leftToRight
    let text = Text(
      direction.framing(query.isEmpty ? catalogue.wording.search : query), size: headingFont,
      weight: .bold, color: query.isEmpty ? theme.secondaryText : theme.text)
    return [
      Drawing(.icon(.search, theme.secondaryText), in: icon), Drawing(.text(text), in: line),
    ]
  }

  private var languageDrawings: [Drawing] {
    let chips = catalogue.languages
    return chips.titles.indices.map { index in
      CatalogueChip(
        label: ChipLabel(text: chips.titles[index]),
        frame: chips.frame(of: index).moved(0, -place), layout: layout, theme: theme,
        isSelected: chips.languages[index] == catalogue.contents.language,
        pressed: catalogue.motion.touch.strength(of: .language(index), at: catalogue.motion.now),
        hasFocus: catalogue.isFocusVisible && catalogue.focus == .language(index))
    }.flatMap(\.drawings)
  }

  private var cards: [Drawing] {
    catalogue.visible.flatMap { position -> [Drawing] in
      let frame = layout.frame(of: position).moved(0, -place)
      guard frame.bottom > coveredTop else { return [] }
      let entry = catalogue.contents[position]
      return CatalogueCard(
        entry: entry, frame: frame, layout: layout, theme: theme,
        pressed: catalogue.motion.touch.strength(of: .card(entry.id), at: catalogue.motion.now),
        hasFocus: catalogue.isFocusVisible && catalogue.focus == .card(position)
      ).drawings
    }
  }

  /// The height covered by pinned chips.
  private var coveredTop: Double { place > layout.pinPlace ? layout.stripHeight : 0 }

  /// The background of pinned chips, under which the cards scroll.
  private var strip: [Drawing] {
    guard layout.chipsTop != nil, place > layout.pinPlace else { return [] }
    let box = Rect(x: 0, y: 0, width: layout.size.width, height: layout.stripHeight)
    let shadow = Rect(x: 0, y: box.bottom, width: box.width, height: layout.pixels(12))
    return [
      Drawing(.box(theme.background), in: box),
      Drawing(.gradient(top: theme.background, bottom: theme.background.opacity(0)), in: shadow),
    ]
  }

  private var chipDrawings: [Drawing] {
    guard let top = layout.chipsTop(at: place), top < layout.size.height else { return [] }
    let (chips, rowPlace, selected) = (
      catalogue.chipRow, catalogue.rowPlace, catalogue.contents.selectedChip
    )
    return chips.indices(from: rowPlace, to: rowPlace + layout.size.width).flatMap { index in
      let chip = catalogue.chips[index]
      return CatalogueChip(
        label: chips.labels[index], frame: chips.frame(of: index).moved(-rowPlace, top),
        layout: layout, theme: theme, isSelected: chip == selected,
        pressed: catalogue.motion.touch.strength(of: .chip(chip), at: catalogue.motion.now),
        hasFocus: catalogue.isFocusVisible && catalogue.focus == .chip(chip)
      ).drawings
    }
  }

  private var indicator: [Drawing] {
    let opacity = ScrollIndicator.opacity(of: catalogue.motion.list, at: catalogue.motion.now)
    let inset = layout.pixels(4)
    let width = max(layout.pixels(4), 2)
    let top = max(layout.stripHeight, inset)
    let track = Rect(
      x: layout.size.right - inset - width, y: top, width: width,
      height: layout.size.height - inset - top)
    guard opacity > 0,
      let bar = ScrollIndicator.frame(
        of: catalogue.motion.list, place: place, in: track, shortest: layout.pixels(36))
    else { return [] }
    return [
      Drawing(.box(theme.text.opacity(0.45), radius: width / 2), in: bar, opacity: opacity)
    ]
  }

  /// Shown instead of an empty list.
  private var message: [Drawing] {
    let margin = layout.pixels(CatalogueLayout.margin)
    let width = min(layout.pixels(360), layout.size.width - 2 * margin)
    let height = layout.pixels(176)
    let card = Rect(
      x: ((layout.size.width - width) / 2).rounded(),
      y: ((layout.size.height - height) / 2).rounded(), width: width, height: height)
    let icon = Rect(
      center: Point(card.center.x, card.y + layout.pixels(64)), side: layout.pixels(44))
    let line = Rect(
      x: card.x + margin, y: card.y + layout.pixels(100), width: width - 2 * margin,
      height: layout.pixels(48))
    let text = Text(
      catalogue.wording.nothingToPlay, size: TextSize.title.rawValue * layout.unit, weight: .medium,
      color: theme.secondaryText, alignment: .center, lines: 2)
    return [
      Drawing(.box(theme.text.opacity(0.05), radius: theme.cornerRadius * layout.unit), in: card),
      Drawing(.icon(.list, theme.text.opacity(0.4)), in: icon),
      Drawing(.text(text), in: line),
    ]
  }
}
