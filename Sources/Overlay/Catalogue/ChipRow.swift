import VitrinePictures
internal import VitrineScenes

/// Where the chips of the categories are, in whole pixels from the row's beginning.
struct ChipRow: Hashable, Sendable {
  let titles: [String]
  private let lefts: [Double]
  private let widths: [Double]
  private let height: Double
  private let gap: Double
  /// With the margins at both ends.
  let width: Double

  static let padding = 16.0
  static let font = 14.0

  init(_ titles: [String], unit: Double, widest: Double) {
    self.titles = titles
    height = (CatalogueLayout.chipHeight * unit).rounded()
    gap = (8 * unit).rounded()
    let margin = (CatalogueLayout.margin * unit).rounded()
    var (left, lefts, widths) = (margin, [Double](), [Double]())
    for title in titles {
      let text = estimatedWidth(of: title, size: Self.font * unit)
      let width = min(max(text + 2 * Self.padding * unit, 52 * unit), widest).rounded()
      lefts.append(left)
      widths.append(width)
      left += width + gap
    }
    (self.lefts, self.widths) = (lefts, widths)
    width = titles.isEmpty ? 0 : left - gap + margin
  }

  func frame(of index: Int) -> Rect {
    Rect(x: lefts[index], y: 0, width: widths[index], height: height)
  }

  /// Those that lie at least in part between two places.
  func indices(from left: Double, to right: Double) -> Range<Int> {
    let first = partition(titles.count) { lefts[$0] + widths[$0] > left }
    return first..<max(first, partition(titles.count) { lefts[$0] >= right })
  }

  /// The chip at a place; fingers may hit half of the gap beside it.
  func index(at x: Double) -> Int? {
    indices(from: x - gap / 2, to: x + gap / 2).first
  }
}
