internal import VitrineScenes

/// The content of a chip: an icon, a text, or both.
struct ChipLabel: Hashable, Sendable {
  var icon: Icon?
  var text = ""
  /// In points.
  var font = TextSize.detail.rawValue
}

extension Catalogue.Chip {
  func label(_ wording: Wording, isMirrored: Bool) -> ChipLabel {
    switch self {
    case .search: ChipLabel(icon: .search, text: wording.search)
    case .all: ChipLabel(text: wording.allCategories)
    case .category(let name): ChipLabel(text: name)
    case .close: ChipLabel(icon: .close)
    case .erase: ChipLabel(icon: isMirrored ? .eraseMirrored : .erase)
    case .letter(" "): ChipLabel(text: "␣", font: TextSize.title.rawValue)
    case .letter(let letter): ChipLabel(text: letter.uppercased(), font: TextSize.title.rawValue)
    }
  }

  /// The name for visitors who do not see it.
  func spokenName(_ wording: Wording) -> String {
    switch self {
    case .close: wording.back
    case .erase: wording.erase
    case .letter(" "): wording.space
    case .search, .all, .category, .letter: label(wording, isMirrored: false).text
    }
  }
}
