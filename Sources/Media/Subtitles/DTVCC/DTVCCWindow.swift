/// A window of CEA-708: a grid of characters at a place on the screen.
struct DTVCCWindow: Hashable {
  /// The text's place in the window's width.
  enum Justification: UInt8 { case left, right, center, full }

  /// The point of a window that is at its place.
  enum Anchor: UInt8 {
    case topLeft, top, topRight, left, center, right, bottomLeft, bottom, bottomRight
  }

  /// The parameters of the command that defines a window.
  struct Definition: Hashable {
    var isVisible: Bool
    /// 0 is drawn above 7.
    var priority: Int
    /// Whether the place is in percent, and not in cells of the grid.
    var isRelative: Bool
    var (vertical, horizontal): (Int, Int)
    var anchor: Anchor
    var (rows, columns): (Int, Int)
    /// 0 keeps the style of a known window.
    var (windowStyle, penStyle): (Int, Int)

    /// From six bytes.
    init(_ values: [UInt8]) {
      isVisible = values[0] & 0x20 != 0
      priority = Int(values[0] & 7)
      isRelative = values[1] & 0x80 != 0
      (vertical, horizontal) = (Int(values[1] & 0x7F), Int(values[2]))
      anchor = Anchor(rawValue: values[3] >> 4) ?? .bottom
      rows = min(Int(values[3] & 0x0F) + 1, DTVCCWindow.mostRows)
      columns = min(Int(values[4] & 0x3F) + 1, DTVCCWindow.mostColumns)
      (windowStyle, penStyle) = (Int(values[5] >> 3 & 7), Int(values[5] & 7))
    }
  }

  struct Cell: Hashable {
    let character: Unicode.Scalar
    let pen: DTVCCPen
  }

  static let mostRows = 15
  static let mostColumns = 42

  private(set) var definition: Definition
  var isVisible: Bool
  var justification: Justification
  var pen = DTVCCPen()
  /// Row by row; nil for a cell without a character.
  private(set) var rows: [[Cell?]]
  private var (row, column) = (0, 0)

  init(_ definition: Definition) {
    self.definition = definition
    isVisible = definition.isVisible
    justification = Self.justification(ofStyle: definition.windowStyle)
    rows = Array(repeating: Self.blank(definition), count: definition.rows)
  }

  private static func blank(_ definition: Definition) -> [Cell?] {
    Array(repeating: nil, count: definition.columns)
  }

  /// Styles 3 and 6 of the standard are centred.
  private static func justification(ofStyle style: Int) -> Justification {
    style == 3 || style == 6 ? .center : .left
  }

  /// Encoders repeat definitions for viewers who join late: the text stays as far as it fits.
  mutating func redefine(_ new: Definition) {
    definition = new
    isVisible = new.isVisible
    if new.windowStyle > 0 { justification = Self.justification(ofStyle: new.windowStyle) }
    if new.penStyle > 0 { pen = DTVCCPen() }
    let kept = rows.prefix(new.rows).map { row in
      Array((row + Self.blank(new)).prefix(new.columns))
    }
    rows = kept + Array(repeating: Self.blank(new), count: new.rows - kept.count)
    (row, column) = (min(row, new.rows - 1), min(column, new.columns))
  }

  mutating func movePen(row: Int, column: Int) {
    self.row = min(max(row, 0), definition.rows - 1)
    self.column = min(max(column, 0), definition.columns)
  }

  /// Writes a character; those beyond the last column are dropped.
  mutating func write(_ character: Unicode.Scalar) {
    guard column < definition.columns else { return }
    rows[row][column] = Cell(character: character, pen: pen)
    column += 1
  }

  mutating func backspace() {
    guard column > 0 else { return }
    column -= 1
    rows[row][column] = nil
  }

  mutating func clear() {
    rows = Array(repeating: Self.blank(definition), count: definition.rows)
    (row, column) = (0, 0)
  }

  mutating func clearRow() {
    rows[row] = Self.blank(definition)
    column = 0
  }

  /// Moves the pen to the next row; the last one scrolls up.
  mutating func returnCarriage() {
    column = 0
    if row + 1 < definition.rows {
      row += 1
    } else {
      rows.removeFirst()
      rows.append(Self.blank(definition))
    }
  }
}

/// The attributes of characters in a window of CEA-708.
struct DTVCCPen: Hashable {
  enum Size: UInt8 { case small, standard, large }

  /// The color of the letters.
  struct Color: Hashable {
    /// 0xRRGGBB
    let rgb: UInt32
    let opacity: Opacity

    /// Flashing letters do not flash here.
    enum Opacity: UInt8 { case solid, flash, translucent, transparent }

    static let white = Color(0b11_1111)

    /// From two bits each for opacity, red, green and blue.
    init(_ bits: UInt8) {
      opacity = Opacity(rawValue: bits >> 6) ?? .solid
      rgb = [4, 2, 0].reduce(0) { $0 << 8 | UInt32(bits >> $1 & 3) * 85 }
    }
  }

  var size = Size.standard
  var (isItalic, isUnderlined) = (false, false)
  var color = Color.white
}
