import VitrinePictures
public import VitrineScenes
public import VitrineTiming

extension Catalogue {
  /// The list at `time`, from the background to the top. It covers the display.
  public func drawings(at time: HostTime) -> [Drawing] {
    var catalogue = self
    catalogue.advance(to: time)
    return isMirrored ? catalogue.drawings.map { mirrored($0) } : catalogue.drawings
  }

  private var drawings: [Drawing] {
    let background = Drawing(.box(theme.background), in: layout.size)
    if contents.count == 0 { return [background] + headingDrawings + message }
    return [background] + cards + headingDrawings + strip + chipDrawings + indicator
  }

  private var headingDrawings: [Drawing] {
    guard let frame = layout.headingFrame?.moved(0, -place), frame.bottom > 0 else { return [] }
    let text = Text(heading, size: 34 * layout.unit, weight: .bold, color: theme.text)
    return [Drawing(.text(text), in: frame)]
  }

  private var cards: [Drawing] {
    visible.flatMap { position -> [Drawing] in
      let frame = layout.frame(of: position).moved(0, -place)
      guard frame.bottom > coveredTop else { return [] }
      let entry = contents[position]
      return CatalogueCard(
        entry: entry, frame: frame, layout: layout, theme: theme,
        pressed: motion.touch.strength(of: .card(entry.id), at: motion.now),
        hasFocus: isFocusVisible && focus == .card(position)
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
    let selected =
      contents.selected.flatMap { contents.categories.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
    return chips.indices(from: rowPlace, to: rowPlace + layout.size.width).flatMap { index in
      CatalogueChip(
        title: chips.titles[index], frame: chips.frame(of: index).moved(-rowPlace, top),
        layout: layout, theme: theme, isSelected: index == selected,
        pressed: motion.touch.strength(of: .category(index), at: motion.now),
        hasFocus: isFocusVisible && focus == .category(index)
      ).drawings
    }
  }

  private var indicator: [Drawing] {
    let opacity = ScrollIndicator.opacity(of: motion.list, at: motion.now)
    let inset = layout.pixels(4)
    let width = max(layout.pixels(4), 2)
    let top = max(layout.stripHeight, inset)
    let track = Rect(
      x: layout.size.right - inset - width, y: top, width: width,
      height: layout.size.height - inset - top)
    guard opacity > 0,
      let bar = ScrollIndicator.frame(
        of: motion.list, place: place, in: track, shortest: layout.pixels(36))
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
      wording.nothingToPlay, size: 18 * layout.unit, weight: .medium, color: theme.secondaryText,
      alignment: .center, lines: 2)
    return [
      Drawing(.box(theme.text.opacity(0.05), radius: theme.cornerRadius * layout.unit), in: card),
      Drawing(.icon(.list, theme.text.opacity(0.4)), in: icon),
      Drawing(.text(text), in: line),
    ]
  }
}
