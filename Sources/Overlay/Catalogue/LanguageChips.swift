internal import VitrinePictures
internal import VitrineScenes

/// The languages that visitors choose from, as chips at the end of the heading's row, in whole pixels from the start of the
/// list.
struct LanguageChips: Hashable, Sendable {
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
  mutating func arrange(in heading: Rect?, unit: Double) {
    guard let heading, !isEmpty else { return }
    titles = languages.map(\.nativeName)
    row = ChipRow(titles, unit: unit, widest: heading.width)
    if row.width > heading.width / 2 {
      titles = languages.map { $0.rawValue.uppercased() }
      row = ChipRow(titles, unit: unit, widest: heading.width)
    }
    let height = row.frame(of: 0).height
    // The row has margins at both ends.
    let margin = row.frame(of: 0).x
    origin = Point(
      heading.right - row.width + margin, heading.y + ((heading.height - height) / 2).rounded())
  }

  func frame(of index: Int) -> Rect { row.frame(of: index).moved(origin.x, origin.y) }

  /// The chip at a point in the list; its target is as high as the heading's row.
  func index(at point: Point, unit: Double) -> Int? {
    languages.indices.first { frame(of: $0).inset(-4 * unit, -4 * unit).contains(point) }
  }
}
