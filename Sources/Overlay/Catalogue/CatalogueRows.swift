internal import VitrineGestures

/// The rows of the gallery that arrow keys move between: languages, chips, and the grid of cards.
struct CatalogueRows: Hashable {
  /// The number of shown cards, and how many are in a row.
  let cards: Int
  let columns: Int
  let chips: [Catalogue.Chip]
  /// The chip that a key leads to from another row; nil without chips.
  let entrance: Catalogue.Chip?
  let languages: Int
  /// Nil without languages to choose from.
  let selectedLanguage: Int?

  /// The element that an arrow key leads to from another one, or the same if there is none.
  func focus(after key: KeyAction, on focus: Catalogue.Focus) -> Catalogue.Focus {
    switch focus {
    case .card(let position): self.focus(after: key, onCard: position)
    case .chip(let chip):
      switch key {
      case .left: self.chip(beside: chip, -1)
      case .right: self.chip(beside: chip, 1)
      case .up: selectedLanguage.map { .language($0) } ?? focus
      case .down: .card(0)
      default: focus
      }
    case .language(let index):
      switch key {
      case .left: .language(max(index - 1, 0))
      case .right: .language(min(index + 1, languages - 1))
      case .down: entrance.map { .chip($0) } ?? (cards > 0 ? .card(0) : focus)
      default: focus
      }
    }
  }

  /// The neighbour of a chip, or the chip itself at the end of the row.
  private func chip(beside chip: Catalogue.Chip, _ step: Int) -> Catalogue.Focus {
    guard let index = chips.firstIndex(of: chip) else { return .card(0) }
    return .chip(chips[min(max(index + step, 0), chips.count - 1)])
  }

  /// Left and right continue in the next row, so that two keys reach everything.
  private func focus(after key: KeyAction, onCard position: Int) -> Catalogue.Focus {
    let last = cards - 1
    switch key {
    case .left: return .card(max(position - 1, 0))
    case .right: return .card(min(position + 1, last))
    case .up where position >= columns: return .card(position - columns)
    case .up:
      return entrance.map { .chip($0) } ?? selectedLanguage.map { .language($0) } ?? .card(position)
    case .down where position / columns < last / columns:
      return .card(min(position + columns, last))
    default: return .card(position)
    }
  }
}
