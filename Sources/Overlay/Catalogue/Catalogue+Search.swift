internal import VitrineScenes

// The chips above the cards, and the search that takes their place.
extension Catalogue {
  mutating func choose(_ chip: Chip) {
    switch chip {
    case .all: select(nil)
    case .category(let name): select(name)
    case .search:
      contents.beginSearch()
      showResults(focus: firstLetter)
    case .close: endSearch()
    case .erase:
      contents.removeLetter()
      showResults(focus: chip)
    case .letter(let letter):
      contents.appendLetter(letter)
      showResults(focus: firstLetter)
    }
  }

  /// Removes the last letter, or ends the search if there is none.
  mutating func goBack() {
    guard contents.search?.query.isEmpty == false else { return endSearch() }
    contents.removeLetter()
    showResults(focus: firstLetter)
  }

  private mutating func endSearch() {
    contents.endSearch()
    showResults(focus: .search)
  }

  /// Shows the results of a search that has changed, from their start.
  private mutating func showResults(focus chip: Chip?) {
    motion.forgetTouch()
    // A gallery without a heading has one during the search.
    if heading.isEmpty {
      arrange()
    } else {
      arrangement.filter(contents, wording, isMirrored: isMirrored)
      motion.restart(layout)
      limit()
    }
    let focused = [chip, firstLetter].compactMap(\.self).first { chips.contains($0) }
    focus = focused.map { .chip($0) } ?? .card(0)
  }

  private var firstLetter: Chip? { chips.first(where: \.isLetter) }

  /// The chip that keys reach first from another row.
  var entrance: Chip? {
    if contents.search != nil { return firstLetter ?? chips.last }
    return contents.selectedChip.flatMap { chips.contains($0) ? $0 : nil } ?? chips.first
  }

  /// The letters that have been chosen; if they do not all fit, the last ones. Bold letters are wider than estimated.
  func query(in width: Double, size: Double) -> String {
    guard let query = contents.search?.query else { return "" }
    var letters = query.flatMap { $0.uppercased() }
    if letters.last == " " { letters[letters.count - 1] = "␣" }
    var text = String(letters)
    while letters.count > 1, estimatedWidth(of: text, size: 1.1 * size) > width {
      letters.removeFirst()
      text = "…" + String(letters)
    }
    return text
  }
}

extension Catalogue.Chip {
  var isLetter: Bool { if case .letter = self { true } else { false } }
}
