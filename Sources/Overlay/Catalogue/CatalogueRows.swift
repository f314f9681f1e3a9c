internal import VitrineGestures

/// The rows of the gallery that arrow keys move between: languages, categories, and the grid of cards.
struct CatalogueRows: Hashable {
  /// The number of shown cards, and how many are in a row.
  let cards: Int
  let columns: Int
  let categories: Int
  let selectedCategory: Int
  let languages: Int
  /// Nil without languages to choose from.
  let selectedLanguage: Int?

  /// The element that an arrow key leads to from another one, or the same if there is none.
  func focus(after key: KeyAction, on focus: Catalogue.Focus) -> Catalogue.Focus {
    switch focus {
    case .card(let position): self.focus(after: key, onCard: position)
    case .category(let index):
      switch key {
      case .left: .category(max(index - 1, 0))
      case .right: .category(min(index + 1, categories - 1))
      case .up: selectedLanguage.map { .language($0) } ?? focus
      case .down: .card(0)
      default: focus
      }
    case .language(let index):
      switch key {
      case .left: .language(max(index - 1, 0))
      case .right: .language(min(index + 1, languages - 1))
      case .down where categories > 0: .category(selectedCategory)
      case .down where cards > 0: .card(0)
      default: focus
      }
    }
  }

  /// Left and right continue in the next row, so that two keys reach everything.
  private func focus(after key: KeyAction, onCard position: Int) -> Catalogue.Focus {
    let last = cards - 1
    switch key {
    case .left: return .card(max(position - 1, 0))
    case .right: return .card(min(position + 1, last))
    case .up where position >= columns: return .card(position - columns)
    case .up where categories > 0: return .category(selectedCategory)
    case .up: return selectedLanguage.map { .language($0) } ?? .card(position)
    case .down where position / columns < last / columns:
      return .card(min(position + columns, last))
    default: return .card(position)
    }
  }
}
