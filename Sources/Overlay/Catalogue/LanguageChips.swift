internal import VitrinePictures
internal import VitrineScenes

/// The languages that visitors choose from, as chips at the end of the heading's row, in whole pixels from the start of the
/// list.
struct LanguageChips: Hashable, Sendable {
  /// All languages, of which the first ones have chips if not all fit.
  let languages: [InterfaceLanguage]
  private(set) var titles: [String] = []
  private var row = ChipRow([], unit: 1, widest: 1)
  private var origin = Point(0, 0)

  /// Without a choice, there are no chips.
  init(_ languages: [InterfaceLanguage]) {
    self.languages = languages.count > 1 ? languages : []
  }

  var isEmpty: Bool { languages.isEmpty }

  /// The space beside the heading that the chips take, with the gap before them.
  var width: Double { isEmpty ? 0 : row.width }

  /// Arranges the chips in the heading's row. Codes replace the names if these take more than half of it.
  /// Languages that do not fit are only in the menu over a video.
  mutating func arrange(in heading: Rect?, unit: Double) {
    guard let heading, !isEmpty else { return }
    func makeRow() -> ChipRow {
      ChipRow(titles.map { ChipLabel(text: $0) }, unit: unit, widest: heading.width)
    }
    titles = languages.map(\.nativeName)
    row = makeRow()
    if row.width > heading.width / 2 {
      titles = languages.map { $0.rawValue.uppercased() }
      row = makeRow()
    }
    // The row has margins at both ends.
    let margin = row.frame(of: 0).x
    while row.width - 2 * margin > heading.width, titles.count > 1 {
      titles.removeLast()
      row = makeRow()
    }
    let height = row.frame(of: 0).height
    origin = Point(
      heading.right - row.width + margin, heading.y + ((heading.height - height) / 2).rounded())
  }

  /// The chip of a language, or the last one if it has none; nil without chips.
  func chip(of language: InterfaceLanguage) -> Int? {
    titles.isEmpty ? nil : min(languages.firstIndex(of: language) ?? 0, titles.count - 1)
  }

  func frame(of index: Int) -> Rect { row.frame(of: index).moved(origin.x, origin.y) }

  /// The chip at a point in the list; its target is as high as the heading's row.
  func index(at point: Point, unit: Double) -> Int? {
    titles.indices.first { frame(of: $0).inset(-4 * unit, -4 * unit).contains(point) }
  }
}
