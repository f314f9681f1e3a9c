import VitrinePictures
internal import VitrineScenes

/// The positions of chips, in whole pixels from the start of the row.
struct ChipRow: Hashable, Sendable {
  let labels: [ChipLabel]
  private let lefts: [Double]
  private let widths: [Double]
  private let height: Double
  private let gap: Double
  /// Includes the margins at both ends.
  let width: Double

  static let padding = 16.0
  static let icon = 18.0
  /// Between an icon and a text.
  static let iconGap = 6.0

  init(_ labels: [ChipLabel], unit: Double, widest: Double) {
    self.labels = labels
    height = (CatalogueLayout.chipHeight * unit).rounded()
    gap = (8 * unit).rounded()
    let margin = (CatalogueLayout.margin * unit).rounded()
    var (left, lefts, widths) = (margin, [Double](), [Double]())
    for label in labels {
      let text = estimatedWidth(of: label.text, size: label.font * unit)
      let besideIcon = label.text.isEmpty ? 0 : Self.iconGap
      let icon = label.icon == nil ? 0 : (Self.icon + besideIcon) * unit
      let width = min(max(icon + text + 2 * Self.padding * unit, 52 * unit), widest).rounded()
      lefts.append(left)
      widths.append(width)
      left += width + gap
    }
    self.lefts = lefts
    self.widths = widths
    width = labels.isEmpty ? 0 : left - gap + margin
  }

  func frame(of index: Int) -> Rect {
    Rect(x: lefts[index], y: 0, width: widths[index], height: height)
  }

  /// The chips that are at least partly between two positions.
  func indices(from left: Double, to right: Double) -> Range<Int> {
    let first = partition(labels.count) { lefts[$0] + widths[$0] > left }
    return first..<max(first, partition(labels.count) { lefts[$0] >= right })
  }

  /// The chip at a position; half of each gap counts as part of a chip.
  func index(at x: Double) -> Int? {
    indices(from: x - gap / 2, to: x + gap / 2).first
  }
}
