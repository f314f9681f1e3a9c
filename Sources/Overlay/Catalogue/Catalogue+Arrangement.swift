import VitrinePictures
package import VitrineScenes

// The arrangement, which depends on the entries, the filter and the display.
extension Catalogue {
  /// Replaces the entry with the same id, for example when its poster or duration has become known.
  /// The visible part stays in place.
  package mutating func update(_ entry: CatalogueEntry) {
    let view = self.view
    defer { updatePage() }
    guard let old = contents.entry(id: entry.id), let change = contents.update(entry),
      change.hasOtherText || change.hasOtherChips
    else { return }
    let isHigher = arrangement.replace(old, by: entry.tidied.shown(in: contents.language))
    if isHigher || change.hasOtherChips { rearrange(keeping: view) }
  }

  /// Replaces the entries and, unless nil, the heading. Entries are matched by id, and the visible
  /// part stays in place as far as it still exists.
  package mutating func exchange(_ entries: [CatalogueEntry], heading: String? = nil) {
    let view = self.view
    self.heading = heading ?? self.heading
    contents.exchange(entries)
    // A finger may be on an entry that was removed.
    motion.forgetTouch()
    rearrange(keeping: view)
    updatePage()
  }

  /// Changes the colours and the parts that are hidden.
  mutating func setTheme(_ theme: Theme) {
    let view = self.view
    self.theme = theme
    motion.isReduced = theme.reducesMotion
    if contents.allowSearch(theme.shows(.search)) { rearrange(keeping: view) }
    updatePage()
  }

  /// Changes the wording. The visible part stays in place.
  mutating func setWording(_ wording: Wording, heading: String, language: InterfaceLanguage) {
    let view = self.view
    self.wording = wording
    contents.setLanguage(language)
    self.heading = heading
    rearrange(keeping: view)
    updatePage()
  }

  /// Adapts to another display size or rotation; the first visible card stays visible.
  package mutating func resize(to metrics: Metrics) {
    guard metrics != arrangement.metrics else { return }
    let first = view.first
    motion.forgetTouch()
    arrange(for: metrics)
    if let first { motion.jump(to: startingPlace(of: first)) }
    updatePage()
  }

  /// Whether the list looks as the next visitor should find it.
  var isAtStart: Bool {
    place == 0 && rowPlace == 0 && contents.selected == nil && contents.search == nil
      && !isFocusVisible && page == nil && !contents.hasWatched
  }

  /// Resets the list for the next visitor: no filter, no search, scrolled to the start, no focus.
  package mutating func reset() {
    contents.endSearch()
    contents.select(nil)
    contents.forgetWatched()
    motion.forgetTouch()
    (focus, isFocusVisible, page) = (.card(0), false, nil)
    arrange()
  }

  /// The part of the list that is visible.
  private struct View {
    /// The first visible card, and its distance from the top of the display.
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

  /// The scroll position at which this is the first card that is completely visible.
  private func startingPlace(of id: Int) -> Double {
    guard let position = contents.position(ofID: id), position >= layout.columns else { return 0 }
    let above = layout.chipsTop == nil ? layout.pixels(CatalogueLayout.margin) : layout.stripHeight
    return layout.frame(of: position).y - above
  }

  /// Arranges everything again and scrolls to the start.
  mutating func arrange(for metrics: Metrics? = nil) {
    lay(for: metrics)
    motion.restart(layout)
    limit()
  }

  /// Arranges everything again and keeps the visible part in place.
  private mutating func rearrange(keeping view: View) {
    let before = place
    lay()
    if case .card = focus {
      focus = .card(view.focused.flatMap { contents.position(ofID: $0) } ?? 0)
    }
    // At the start the list stays there, so that new chips are visible.
    guard before > 0, let first = view.first.flatMap({ contents.position(ofID: $0) })
    else { return limit() }
    limit(shift: layout.frame(of: first).y - view.offset - before)
  }

  private mutating func lay(for metrics: Metrics? = nil) {
    arrangement.arrange(
      contents, heading: heading, wording, isMirrored: isMirrored, for: metrics)
    if case .chip(let chip) = focus, !chips.contains(chip) { focus = .card(0) }
  }

  mutating func limit(shift: Double = 0) {
    motion.use(
      limit: layout.limit, rowLimit: chipRow.width - layout.size.width, shift: shift)
  }

  /// Filters by a category; nil shows all. Pinned chips stay pinned.
  mutating func select(_ category: String?) {
    contents.select(category)
    arrangement.filter(contents, wording, isMirrored: isMirrored)
    let place = min(self.place, layout.pinPlace)
    limit()
    motion.jump(to: place)
    if case .card = focus { focus = .card(0) }
  }
}
