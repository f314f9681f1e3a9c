import VitrinePictures
internal import VitrineScenes

/// The positions of a QR code's card in the lower corner of a poster, in whole pixels of the
/// display: the code on top, a text below it.
struct CodeCard: Sendable {
  let code: SquareCode
  let frame: Rect
  let place: Rect
  let caption: Rect

  // In points.
  private static let side = 124.0
  static let font = TextSize.caption.rawValue
  private static let margin = 12.0

  /// Nil if the poster has no room for it.
  init?(_ code: SquareCode, _ text: String, on poster: Rect, unit: Double) {
    let pixels = { (points: Double) in (points * unit).rounded() }
    self.code = code
    // Whole pixels for each square, at least two for cameras, and four squares around the code.
    let square = max(2, (pixels(Self.side) / Double(code.side + 8)).rounded(.down))
    let side = square * Double(code.side + 8)
    let (margin, line) = (pixels(Self.margin), pixels(Self.font * 1.6))
    let words = (estimatedWidth(of: text, size: pixels(Self.font)) + 2 * margin).rounded()
    let width = max(side, min(words, (side * 1.5).rounded()))
    let height = side + line + pixels(2)
    frame = Rect(
      x: poster.right - margin - width, y: poster.bottom - margin - height, width: width,
      height: height)
    guard width * 2 < poster.width, frame.y > poster.y + margin else { return nil }
    let whole = Rect(
      x: frame.x + ((width - side) / 2).rounded(), y: frame.y, width: side, height: side)
    place = whole.inset(4 * square, 4 * square)
    caption = Rect(
      x: frame.x + pixels(6), y: whole.bottom - pixels(4), width: width - 2 * pixels(6),
      height: line)
  }
}
