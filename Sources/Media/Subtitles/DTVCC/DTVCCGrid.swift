internal import VitrinePictures

/// Writes windows of CEA-708 as lines of an ASS script.
///
/// Rows and columns determine where a text is. Its letters have the size and the widths of plain text, which viewers
/// change: a text grows away from the window's anchor and its justified edge.
struct DTVCCGrid {
  /// The last horizontal position, and the number of columns of the standard size.
  private let (lastPosition, columns): (Int, Int)

  private static let (width, height) = (384.0, 288.0)
  private static let rows = 15
  private static let lastVerticalPosition = 74
  /// The share of the picture that captions may use, in the middle.
  private static let safe = 0.8

  init(_ picture: PixelSize?) {
    let isWide = picture.map { 2 * $0.width > 3 * $0.height } ?? true
    (lastPosition, columns) = isWide ? (209, 42) : (159, 32)
  }

  /// Returns the rest of a dialogue line, after its number; nil for a window that shows nothing.
  func line(_ window: DTVCCWindow) -> String? {
    let used = window.rows.indices.filter { window.rows[$0].contains { $0?.isVisible == true } }
    guard window.isVisible, let first = used.first, let last = used.last else { return nil }
    let lines = window.rows[first...last].map { Line($0, window.justification) }
    let indent = lines.compactMap(\.indent).min() ?? 0
    let text = lines.map { $0.text(without: indent) }.joined(separator: "\\N")
    let x = x(window, indent: indent)
    let y = y(window, first...last)
    let alignment = 3 * y.edge + x.edge
    // Layers are drawn in ascending order.
    return
      "\(7 - window.definition.priority),Default,,0,0,0,,{\\an\(alignment)\\pos(\(Int(x.place)),\(Int(y.place)))}\(text)"
  }

  /// The text's left edge, centre or right edge, which ASS counts from 1.
  private func x(_ window: DTVCCWindow, indent: Int) -> (edge: Int, place: Double) {
    let definition = window.definition
    let cell = Self.width * Self.safe / Double(columns)
    let width = Double(min(definition.columns, columns)) * cell
    let anchor = place(
      definition.horizontal, of: definition.isRelative ? 100 : lastPosition, in: Self.width)
    let left = min(
      max(anchor - width * Double(definition.anchor.rawValue % 3) / 2, 0), Self.width - width)
    switch window.justification {
    case .left, .full: return (1, (left + Double(indent) * cell).rounded())
    case .center: return (2, (left + width / 2).rounded())
    case .right: return (3, (left + width).rounded())
    }
  }

  /// The lower edge of the text's rows, their middle or their upper edge, which ASS counts from 0.
  private func y(_ window: DTVCCWindow, _ used: ClosedRange<Int>) -> (edge: Int, place: Double) {
    let definition = window.definition
    let row = Self.height * Self.safe / Double(Self.rows)
    let height = Double(definition.rows) * row
    let anchor = place(
      definition.vertical, of: definition.isRelative ? 100 : Self.lastVerticalPosition,
      in: Self.height)
    let part = definition.anchor.rawValue / 3
    let top = min(max(anchor - height * Double(part) / 2, 0), Self.height - height)
    let (upper, lower) = (Double(used.lowerBound) * row, Double(used.upperBound + 1) * row)
    switch part {
    case 0: return (2, (top + upper).rounded())
    case 1: return (1, (top + (upper + lower) / 2).rounded())
    default: return (0, (top + lower).rounded())
    }
  }

  /// The place of a position in the safe part of a side.
  private func place(_ position: Int, of last: Int, in side: Double) -> Double {
    let share = Double(min(position, last)) / Double(last)
    return side * ((1 - Self.safe) / 2 + Self.safe * share)
  }

  /// A row of a window without the blanks around its text.
  private struct Line {
    private let cells: ArraySlice<DTVCCWindow.Cell?>
    /// The columns before the text; nil if there is none, or if it does not begin at the left.
    let indent: Int?

    init(_ row: [DTVCCWindow.Cell?], _ justification: DTVCCWindow.Justification) {
      guard let first = row.firstIndex(where: { $0?.isVisible == true }),
        let last = row.lastIndex(where: { $0?.isVisible == true })
      else {
        (cells, indent) = ([], nil)
        return
      }
      cells = row[first...last]
      indent = justification == .left || justification == .full ? first : nil
    }

    func text(without columns: Int) -> String {
      var text = String(repeating: "\\h", count: max((indent ?? 0) - columns, 0))
      var pen = DTVCCPen()
      for cell in cells {
        guard let cell, cell.isVisible else {
          text += "\\h"
          continue
        }
        if cell.pen != pen { text += cell.pen.tags(after: pen) }
        pen = cell.pen
        text += escaped(cell.character)
      }
      // Tags apply to the lines that follow.
      return text + DTVCCPen().tags(after: pen)
    }

    private func escaped(_ character: Unicode.Scalar) -> String {
      switch character {
      case "{": "\\{"
      case "}": "\\}"
      // A word joiner, so that no tag follows.
      case "\\": "\\\u{2060}"
      default: String(Character(character))
      }
    }
  }
}

extension DTVCCWindow.Cell {
  fileprivate var isVisible: Bool {
    !character.properties.isWhitespace && pen.color.opacity != .transparent
  }
}

extension DTVCCPen {
  /// Returns the tags of an override block for what differs.
  fileprivate func tags(after other: DTVCCPen) -> String {
    var tags = ""
    if size != other.size { tags += "\\fscx\(size.percent)\\fscy\(size.percent)" }
    if isItalic != other.isItalic { tags += "\\i\(isItalic ? 1 : 0)" }
    if isUnderlined != other.isUnderlined { tags += "\\u\(isUnderlined ? 1 : 0)" }
    if color != other.color { tags += color.tags }
    return tags.isEmpty ? "" : "{\(tags)}"
  }
}

extension DTVCCPen.Size {
  fileprivate var percent: Int {
    switch self {
    case .small: 75
    case .standard: 100
    case .large: 125
    }
  }
}

extension DTVCCPen.Color {
  /// White is the style's colour, which viewers choose.
  fileprivate var tags: String {
    guard self != .white else { return "\\c\\1a" }
    let bgr = (rgb & 0xFF) << 16 | rgb & 0xFF00 | rgb >> 16
    let alpha = opacity == .translucent ? "80" : "00"
    return "\\c&H\(String(bgr, radix: 16, uppercase: true))&\\1a&H\(alpha)&"
  }
}

extension DTVCCDecoder {
  /// The script header of its lines: FFmpeg's for CEA-608.
  static var header: [UInt8] {
    Array(
      """
      [Script Info]
      ScriptType: v4.00+
      PlayResX: 384
      PlayResY: 288
      ScaledBorderAndShadow: yes

      [V4+ Styles]
      Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, \
      Bold, Italic, Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, \
      Shadow, Alignment, MarginL, MarginR, MarginV, Encoding
      Style: Default,Monospace,16,&Hffffff,&Hffffff,&H0,&H0,0,0,0,0,100,100,0,0,3,1,0,2,10,10,10,0

      [Events]
      Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text

      """.utf8)
  }
}
