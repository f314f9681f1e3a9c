package import VitrineGestures
import VitrinePictures
internal import VitrineScenes
package import VitrineTiming

extension Catalogue {
  /// Handles a key: arrows move the focus, OK chooses the focused entry, info opens its page. The first key only shows the
  /// focus, because no visitor could see it before.
  package mutating func receive(_ press: KeyPress, at time: HostTime) -> [Outcome] {
    advance(to: time)
    let isRepeated: Bool
    switch press.kind {
    case .pressed: isRepeated = false
    case .repeated: isRepeated = true
    case .held, .released: return []
    }
    if let outcomes = receiveOnPage(press.action, isRepeated: isRepeated) { return outcomes }
    switch press.action {
    case .ok, .play, .playPause: return isRepeated || !showFocus() ? [] : choose()
    case .info:
      guard !isRepeated, showFocus(), case .card(let position) = focus, position < contents.count
      else { break }
      showPage(of: contents[position])
    case .up, .down, .left, .right:
      if showFocus() { focus = rows.focus(after: forwards(press.action), on: focus) }
      reveal()
    default: break
    }
    return []
  }

  /// Shows the focus and returns whether it was visible before. It returns to its last position if
  /// that is in view.
  private mutating func showFocus() -> Bool {
    if isFocusVisible { return true }
    guard contents.count > 0 else {
      guard let index = rows.selectedLanguage else { return false }
      (focus, isFocusVisible) = (.language(index), true)
      return false
    }
    isFocusVisible = true
    let top = place + (place > 0 ? layout.stripHeight : 0)
    let inView = visible.filter {
      layout.frame(of: $0).y >= top && layout.frame(of: $0).bottom <= place + layout.size.height
    }
    if case .card(let position) = focus, inView.contains(position) { return false }
    if case .category = focus, place <= layout.pinPlace { return false }
    if case .language = focus, place == 0 { return false }
    focus = .card(inView.first ?? visible.first ?? 0)
    return false
  }

  /// How many elements the focus reaches.
  var scanCount: Int {
    openPage == nil ? contents.count + chips.titles.count + languages.titles.count : 2
  }

  /// Moves the focus to the next element: cards, categories, languages, and again.
  mutating func moveFocus(at time: HostTime) {
    advance(to: time)
    if openPage != nil {
      if isFocusVisible { page?.moveFocus() }
      isFocusVisible = true
      return
    }
    guard showFocus() else { return reveal() }
    let groups: [(count: Int, make: (Int) -> Focus)] = [
      (contents.count, { .card($0) }), (chips.titles.count, { .category($0) }),
      (languages.titles.count, { .language($0) }),
    ]
    let all = groups.flatMap { group in (0..<group.count).map(group.make) }
    guard let place = all.firstIndex(of: focus) else { return }
    focus = all[(place + 1) % all.count]
    reveal()
  }

  private mutating func choose() -> [Outcome] {
    switch focus {
    case .category(let index):
      select(index)
      return []
    case .language(let index): return [.language(languages.languages[index])]
    case .card(let position):
      guard position < contents.count else { return [] }
      return open(position)
    }
  }

  /// The rows that arrow keys move between.
  private var rows: CatalogueRows {
    CatalogueRows(
      cards: contents.count, columns: layout.columns, categories: chips.titles.count,
      selectedCategory: contents.selectedChip, languages: languages.titles.count,
      selectedLanguage: languages.chip(of: contents.language))
  }

  /// Scrolls the focused element into view.
  private mutating func reveal() {
    switch focus {
    case .language: motion.glide(to: 0)
    case .category(let index):
      motion.glide(to: 0)
      let (chip, margin) = (chips.frame(of: index), layout.pixels(CatalogueLayout.margin))
      let destination = motion.row.destination(at: motion.now)
      motion.glideRow(
        to: min(max(destination, chip.right + margin - layout.size.width), chip.x - margin))
    case .card(let position):
      guard position >= layout.columns else { return motion.glide(to: 0) }
      let (card, margin) = (layout.frame(of: position), layout.pixels(CatalogueLayout.margin))
      // The ring of the focus is outside of the card.
      let above = max(layout.stripHeight + layout.pixels(8), margin)
      let lowest = card.bottom + margin - layout.size.height
      let destination = motion.list.destination(at: motion.now)
      motion.glide(to: min(max(destination, lowest), card.y - above))
    }
  }
}
