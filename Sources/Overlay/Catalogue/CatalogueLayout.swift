import VitrinePictures
internal import VitrineScenes

/// The positions of everything in the list, in whole pixels from its start.
struct CatalogueLayout: Sendable {
  let size: Rect
  /// Pixels per point.
  let unit: Double
  let columns: Int
  let cardWidth: Double
  let posterHeight: Double
  let textHeight: Double
  private let columnPitch: Double
  private let rowPitch: Double
  /// Nil without a heading.
  let headingFrame: Rect?
  /// The top of the chips at scroll position 0; nil without chips.
  let chipsTop: Double?
  let gridTop: Double
  /// The number of cards.
  var count: Int

  static let margin = 24.0
  static let gap = 16.0
  private static let rowGap = 26.0
  static let chipHeight = 36.0
  /// Above and below pinned chips.
  private static let chipGap = 14.0
  static let textGap = 10.0
  /// The minimum width of a card, if there is room for it.
  private static let smallestCard = 210.0

  init(_ metrics: Metrics, count: Int, texts: CardTexts.Extent, hasHeading: Bool, hasChips: Bool) {
    let unit = metrics.scale.isFinite ? min(max(metrics.scale, 0.05), 100) : 1
    func pixels(_ points: Double) -> Double { (points * unit).rounded() }
    self.unit = unit
    self.count = count
    size = Rect(
      PixelSize(
        min(max(metrics.size.width, 1), 1 << 16), min(max(metrics.size.height, 1), 1 << 16)))

    let (margin, gap) = (pixels(Self.margin), pixels(Self.gap))
    let room = size.width - 2 * margin + gap
    columns = max(1, Int(room / (pixels(Self.smallestCard) + gap)))
    cardWidth = max(1, (room / Double(columns) - gap).rounded(.down))
    posterHeight = max(1, (cardWidth * 9 / 16).rounded())
    textHeight =
      pixels(Self.textGap) + pixels(CatalogueCard.titleLine) * Double(texts.titleLines)
      + (texts.hasSubtitles
        ? pixels(CatalogueCard.subtitleGap) + pixels(CatalogueCard.subtitleLine) : 0)
    columnPitch = room / Double(columns)
    rowPitch = posterHeight + textHeight + pixels(Self.rowGap)

    var top = pixels(Self.margin)
    headingFrame =
      hasHeading ? Rect(x: margin, y: top, width: room - gap, height: pixels(44)) : nil
    if hasHeading { top += pixels(44 + 14) }
    chipsTop = hasChips ? top : nil
    if hasChips { top += pixels(Self.chipHeight + 20) }
    gridTop = top
  }

  func pixels(_ points: Double) -> Double { (points * unit).rounded() }

  var rows: Int { (count + columns - 1) / columns }

  /// The largest scroll position.
  var limit: Double {
    let height =
      gridTop + Double(rows) * rowPitch - pixels(Self.rowGap) + pixels(Self.margin)
    return rows == 0 ? 0 : max(0, height - size.height)
  }

  /// The frame of a card with its text.
  func frame(of position: Int) -> Rect {
    let (row, column) = (position / columns, position % columns)
    return Rect(
      x: (pixels(Self.margin) + Double(column) * columnPitch).rounded(),
      y: gridTop + Double(row) * rowPitch,
      width: cardWidth, height: posterHeight + textHeight)
  }

  /// The cards of all rows that are at least partly between two heights.
  func positions(from top: Double, to bottom: Double) -> Range<Int> {
    func row(_ height: Double) -> Int {
      Int(min(max((height - gridTop) / rowPitch, 0), Double(rows)).rounded(.down))
    }
    guard bottom > gridTop else { return 0..<0 }
    let (first, last) = (row(top), row(bottom))
    let start = min(first * columns, count)
    return start..<min(max((last + 1) * columns, start), count)
  }

  /// The cards that are in view at a scroll position or at most one screen away, nearest first.
  func positionsNearby(at place: Double) -> [Int] {
    let middle = place + size.height / 2
    return positions(from: place - size.height, to: place + 2 * size.height)
      .map { ($0, max(0, abs(frame(of: $0).center.y - middle) - size.height / 2)) }
      .sorted { ($0.1, $0.0) < ($1.1, $1.0) }
      .map(\.0)
  }

  /// The card at a point.
  func position(at point: Point) -> Int? {
    positions(from: point.y, to: point.y + 1).first { frame(of: $0).contains(point) }
  }

  /// The height covered by pinned chips.
  var stripHeight: Double {
    chipsTop == nil ? 0 : pixels(Self.chipHeight) + 2 * pixels(Self.chipGap)
  }

  /// The top of the chips on the display.
  func chipsTop(at place: Double) -> Double? {
    chipsTop.map { max($0 - place, pixels(Self.chipGap)) }
  }

  /// Whether a finger at this height is on the chips.
  func isOnChips(_ y: Double, at place: Double) -> Bool {
    guard let top = chipsTop(at: place) else { return false }
    return y >= top - pixels(4) && y < top + pixels(44)
  }

  /// The scroll position from which the chips are pinned.
  var pinPlace: Double { chipsTop.map { max(0, $0 - pixels(Self.chipGap)) } ?? 0 }
}
