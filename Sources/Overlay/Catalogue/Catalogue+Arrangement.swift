import VitrinePictures
public import VitrineScenes

// Its arrangement follows from the entries, the filter and the display.
extension Catalogue {
  /// Replaces the entry with the same id: its poster or duration has become known. What is seen
  /// stays where it is.
  public mutating func update(_ entry: CatalogueEntry) {
    let view = self.view
    guard let old = contents.entry(id: entry.id), let change = contents.update(entry),
      change.hasOtherText || change.hasOtherCategories
    else { return }
    let room = texts.room
    texts.count(old, by: -1, cardWidth: layout.cardWidth, unit: layout.unit)
    texts.count(entry.tidied, by: 1, cardWidth: layout.cardWidth, unit: layout.unit)
    if texts.room != room || change.hasOtherCategories { rearrange(keeping: view) }
  }

  /// Has other entries from now on, below `heading`, or the one that there is. Entries that stay are
  /// known by their id: what is seen stays where it is, as far as it is still there.
  public mutating func exchange(_ entries: [CatalogueEntry], heading: String? = nil) {
    let view = self.view
    self.heading = heading ?? self.heading
    contents.exchange(entries)
    // A finger may be on what is gone.
    motion.forgetTouch()
    rearrange(keeping: view)
  }

  /// Says the same in other words from now on. What is seen stays where it is.
  mutating func setWording(_ wording: Wording, heading: String) {
    let view = self.view
    (self.wording, self.heading) = (wording, heading)
    rearrange(keeping: view)
  }

  /// The display has another size, or was turned: what was first in view still is.
  public mutating func resize(to metrics: Metrics) {
    guard metrics != self.metrics else { return }
    let first = view.first
    self.metrics = metrics
    motion.forgetTouch()
    arrange()
    if let first { motion.jump(to: startingPlace(of: first)) }
  }

  /// Whether it is as the next visitor is to find it.
  var isAtStart: Bool {
    place == 0 && rowPlace == 0 && contents.selected == nil && !isFocusVisible
  }

  /// For the next visitor: everything is shown, from the beginning, and nothing has the focus.
  public mutating func reset() {
    contents.select(nil)
    motion.forgetTouch()
    (focus, isFocusVisible) = (.card(0), false)
    arrange()
  }

  /// What a visitor looks at.
  private struct View {
    /// The first card in view, and how far below the upper edge of the display it is.
    var first: Int?
    var offset = 0.0
    var focused: Int?
  }

  private var view: View {
    let top = place + (place > layout.pinPlace ? layout.stripHeight : 0)
    var view = View()
    if let first = visible.first(where: { layout.frame(of: $0).bottom > top }) {
      (view.first, view.offset) = (contents[first].id, layout.frame(of: first).y - place)
    }
    if case .card(let position) = focus, position < contents.count {
      view.focused = contents[position].id
    }
    return view
  }

  /// Where the list is when this is its first card that is all in view.
  private func startingPlace(of id: Int) -> Double {
    guard let position = contents.position(ofID: id), position >= layout.columns else { return 0 }
    let above = layout.chipsTop == nil ? layout.pixels(CatalogueLayout.margin) : layout.stripHeight
    return layout.frame(of: position).y - above
  }

  /// Anew, from the beginning of the list.
  mutating func arrange() {
    lay()
    motion.restart(layout)
    limit()
  }

  /// The same, with what is in view staying there.
  private mutating func rearrange(keeping view: View) {
    let before = place
    lay()
    if case .card = focus {
      focus = .card(view.focused.flatMap { contents.position(ofID: $0) } ?? 0)
    }
    // At its beginning the list stays there: the chips have come, and are to be seen.
    guard before > 0, let first = view.first.flatMap({ contents.position(ofID: $0) })
    else { return limit() }
    limit(shift: layout.frame(of: first).y - view.offset - before)
  }

  private mutating func lay() {
    // How many lines the titles need depends on the width of the cards, and their height on that.
    layout = makeLayout()
    texts = CardTexts(contents.entries, cardWidth: layout.cardWidth, unit: layout.unit)
    layout = makeLayout()
    let titles = contents.categories.isEmpty ? [] : [wording.allCategories] + contents.categories
    chips = ChipRow(
      titles, unit: layout.unit,
      widest: max(1, layout.size.width - 2 * layout.pixels(CatalogueLayout.margin)))
    if case .category(let index) = focus, index >= titles.count { focus = .card(0) }
  }

  private func makeLayout() -> CatalogueLayout {
    CatalogueLayout(
      metrics, count: contents.count, texts: texts.room, hasHeading: !heading.isEmpty,
      hasChips: !contents.categories.isEmpty)
  }

  private mutating func limit(shift: Double = 0) {
    motion.use(
      limit: layout.limit, rowLimit: chips.width - layout.size.width, shift: shift)
  }

  /// Shows one category; nil shows all. Chips that stay do so.
  mutating func select(_ category: Int) {
    contents.select(category == 0 ? nil : contents.categories[category - 1])
    layout.count = contents.count
    let place = min(self.place, layout.pinPlace)
    limit()
    motion.jump(to: place)
    if case .card = focus { focus = .card(0) }
  }
}
