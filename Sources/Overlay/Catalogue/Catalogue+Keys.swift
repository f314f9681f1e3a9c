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
    if contents.search != nil, press.action == .back {
      if !isRepeated { goBack() }
      return []
    }
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
    if case .chip = focus, place <= layout.pinPlace { return false }
    if case .language = focus, place == 0 { return false }
    focus = .card(inView.first ?? visible.first ?? 0)
    return false
  }

  /// How many elements the focus reaches.
  var scanCount: Int {
    openPage == nil ? contents.count + chips.count + languages.titles.count : 2
  }

  /// Moves the focus to the next element: cards, chips, languages, and again.
  mutating func moveFocus(at time: HostTime) {
    advance(to: time)
    if openPage != nil {
      if isFocusVisible { page?.moveFocus() }
      isFocusVisible = true
      return
    }
    guard showFocus() else { return reveal() }
    let all =
      (0..<contents.count).map(Focus.card) + chips.map(Focus.chip)
      + languages.titles.indices.map(Focus.language)
    guard let place = all.firstIndex(of: focus) else { return }
    focus = all[(place + 1) % all.count]
    reveal()
  }

  private mutating func choose() -> [Outcome] {
    switch focus {
    case .chip(let chip):
      choose(chip)
      reveal()
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
      cards: contents.count, columns: layout.columns, chips: chips,
      entrance: entrance, languages: languages.titles.count,
      selectedLanguage: languages.chip(of: contents.language))
  }

  /// Scrolls the focused element into view.
  private mutating func reveal() {
    switch focus {
    case .language: motion.glide(to: 0)
    case .chip(let chip):
      motion.glide(to: 0)
      guard let index = chips.firstIndex(of: chip) else { return }
      let (chip, margin) = (chipRow.frame(of: index), layout.pixels(CatalogueLayout.margin))
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
