package import VitrineGestures
import VitrinePictures
internal import VitrineScenes
package import VitrineTiming

extension Catalogue {
  /// Handles a key: arrows move the focus, OK plays the focused entry. The first key only shows the
  /// focus, because no visitor could see it before.
  package mutating func receive(_ press: KeyPress, at time: HostTime) -> [Outcome] {
    advance(to: time)
    let isRepeated: Bool
    switch press.kind {
    case .pressed: isRepeated = false
    case .repeated: isRepeated = true
    case .held, .released: return []
    }
    switch press.action {
    case .ok, .play, .playPause: return isRepeated || !showFocus() ? [] : choose()
    case .up, .down, .left, .right:
      if showFocus() { moveFocus(forwards(press.action)) }
      reveal()
    default: break
    }
    return []
  }

  /// Shows the focus and returns whether it was visible before. It returns to its last position if
  /// that is in view.
  private mutating func showFocus() -> Bool {
    guard contents.count > 0 else { return false }
    if isFocusVisible { return true }
    isFocusVisible = true
    let top = place + (place > 0 ? layout.stripHeight : 0)
    let inView = visible.filter {
      layout.frame(of: $0).y >= top && layout.frame(of: $0).bottom <= place + layout.size.height
    }
    if case .card(let position) = focus, inView.contains(position) { return false }
    if case .category = focus, place <= layout.pinPlace { return false }
    focus = .card(inView.first ?? visible.first ?? 0)
    return false
  }

  private mutating func choose() -> [Outcome] {
    switch focus {
    case .category(let index):
      select(index)
      return []
    case .card(let position):
      guard position < contents.count else { return [] }
      return [.play(contents[position].id)]
    }
  }

  private mutating func moveFocus(_ key: KeyAction) {
    switch focus {
    case .card(let position): moveFocus(key, from: position)
    case .category(let index):
      switch key {
      case .left: focus = .category(max(index - 1, 0))
      case .right: focus = .category(min(index + 1, chips.titles.count - 1))
      case .down: focus = .card(0)
      default: break
      }
    }
  }

  /// Left and right continue in the next row, so that two keys reach everything.
  private mutating func moveFocus(_ key: KeyAction, from position: Int) {
    let (last, columns) = (contents.count - 1, layout.columns)
    switch key {
    case .left: focus = .card(max(position - 1, 0))
    case .right: focus = .card(min(position + 1, last))
    case .up where position >= columns: focus = .card(position - columns)
    case .up where !chips.titles.isEmpty:
      focus = .category(contents.selectedChip)
    case .down where position / columns < last / columns:
      focus = .card(min(position + columns, last))
    default: break
    }
  }

  /// Scrolls the focused element into view.
  private mutating func reveal() {
    switch focus {
    case .category(let index):
      motion.glide(to: 0)
      let (chip, margin) = (chips.frame(of: index), layout.pixels(CatalogueLayout.margin))
      let destination = motion.row.destination(at: motion.now)
      motion.glideRow(
        to: min(max(destination, chip.right + margin - layout.size.width), chip.x - margin))
    case .card(let position):
      guard position >= layout.columns else { return motion.glide(to: 0) }
      let (card, margin) = (layout.frame(of: position), layout.pixels(CatalogueLayout.margin))
      let above = max(layout.stripHeight, margin)
      let lowest = card.bottom + margin - layout.size.height
      let destination = motion.list.destination(at: motion.now)
      motion.glide(to: min(max(destination, lowest), card.y - above))
    }
  }
}
