import VitrinePictures
internal import VitrineScenes

/// The positions of everything on the page of an entry, in whole pixels of the display: in
/// landscape the texts beside the poster, in portrait below it.
struct EntryPageLayout: Sendable {
  let screen: Rect
  /// Pixels per point.
  let unit: Double
  let back: Rect
  let poster: Rect
  let title: Rect
  let titleLines: Int
  /// Empty without a subtitle or facts.
  let subtitle: Rect
  let facts: Rect
  /// The part that is visible at once.
  let description: Rect
  /// The height of the whole description.
  let textHeight: Double
  /// The height of one line of the description.
  let lineHeight: Double
  private(set) var play: Rect

  // In points.
  private static let margin = 32.0
  static let titleFont = TextSize.heading.rawValue
  private static let titleLine = 42.0
  static let subtitleFont = TextSize.title.rawValue
  static let factsFont = TextSize.body.rawValue
  static let textFont = TextSize.title.rawValue
  static let playFont = TextSize.title.rawValue
  private static let backSide = 48.0
  private static let gap = 20.0

  init(
    _ entry: CatalogueEntry, facts factText: String, play playText: String,
    _ layout: CatalogueLayout
  ) {
    (screen, unit) = (layout.size, layout.unit)
    let pixels = layout.pixels
    let margin = min(pixels(Self.margin), (min(screen.width, screen.height) / 12).rounded())
    let side = pixels(Self.backSide)
    back = Rect(x: margin, y: margin, width: side, height: side)
    let isWide = screen.width > screen.height * 1.2
    let top = back.bottom + min(pixels(16), margin)
    let room = Rect(
      x: margin, y: top, width: max(screen.width - 2 * margin, 1),
      height: max(screen.height - margin - top, 1))
    let column = isWide ? ((room.width - 2 * margin) * 0.54).rounded() : room.width
    let posterHeight = min(
      (column * 9 / 16).rounded(), isWide ? room.height : (room.height * 0.4).rounded())
    let posterWidth = min(column, (posterHeight * 16 / 9).rounded())

    // The texts, from top to bottom.
    let textWidth = max(isWide ? room.width - posterWidth - 2 * margin : room.width, 1)
    titleLines =
      estimatedWidth(of: entry.title, size: Self.titleFont * layout.unit) > textWidth ? 2 : 1
    let titleHeight = pixels(Self.titleLine) * Double(titleLines)
    let subtitleHeight = entry.subtitle == nil ? 0 : pixels(Self.subtitleFont * 1.5)
    let factsHeight = factText.isEmpty ? 0 : pixels(Self.factsFont * 1.6)
    let playHeight = pixels(52)
    let gap = pixels(Self.gap)
    let lines = Self.lines(of: entry.description ?? "", width: textWidth, unit: layout.unit)
    lineHeight = pixels(Self.textFont * Self.lineSpacing(of: entry.description ?? ""))
    textHeight = Double(lines) * lineHeight
    let fixed =
      titleHeight + subtitleHeight + factsHeight + playHeight + gap * (lines > 0 ? 2 : 1)
    let spare = isWide ? room.height - fixed : room.height - posterHeight - margin - fixed
    let whole = max((spare / lineHeight).rounded(.down), 1) * lineHeight
    let shown = lines == 0 ? 0 : min(textHeight, whole)

    let block = fixed + shown
    let blockTop =
      isWide ? max(room.y, (room.center.y - block / 2).rounded()) : room.y + posterHeight + margin
    let left = isWide ? room.x + posterWidth + 2 * margin : room.x
    poster = Rect(
      x: isWide ? room.x : (room.center.x - posterWidth / 2).rounded(),
      y: isWide ? (room.center.y - posterHeight / 2).rounded() : room.y,
      width: posterWidth, height: posterHeight)
    func row(_ y: Double, _ height: Double) -> Rect {
      Rect(x: left, y: y, width: textWidth, height: height)
    }
    title = row(blockTop, titleHeight)
    subtitle = row(title.bottom, subtitleHeight)
    facts = row(subtitle.bottom, factsHeight)
    description = row(facts.bottom + gap, shown)
    play = Rect(
      x: left, y: description.bottom + (lines > 0 ? gap : 0), width: textWidth, height: playHeight)
    setPlay(playText)
  }

  /// Gives the button the width of its text.
  mutating func setPlay(_ text: String) {
    let width = estimatedWidth(of: text, size: Self.playFont * unit) + (80 * unit).rounded()
    play.width = min(width.rounded(), title.width)
  }

  /// The distance of lines in the usual fonts of a script, relative to the font's size.
  private static func lineSpacing(of text: String) -> Double {
    switch text.unicodeScalars.prefix(240).first(where: \.properties.isAlphabetic)?.value ?? 0 {
    case 0x0590...0x0DFF: 1.75
    case 0x0E00...0x10FF, 0x2E80...: 1.5
    default: 1.3
    }
  }

  /// An estimate that is rarely too small, because lines break between words.
  private static func lines(of text: String, width: Double, unit: Double) -> Int {
    guard !text.isEmpty else { return 0 }
    return text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .reduce(0) { sum, paragraph in
        let length = self.length(of: paragraph, unit: unit)
        return sum + max(1, Int((length * 1.08 / max(width, 1)).rounded(.up)))
      }
  }

  private static func length(of text: Substring, unit: Double) -> Double {
    var (rest, length) = (text.unicodeScalars[...], 0.0)
    // `estimatedWidth` measures no more at once.
    while !rest.isEmpty {
      length += estimatedWidth(of: String(rest.prefix(240)), size: textFont * unit)
      rest = rest.dropFirst(240)
    }
    return length
  }
}
