public import VitrinePictures

/// How a touchscreen is mounted on its panel: x' = a x + b y + c and y' = d x + e y + f, in parts
/// of the panel.
///
/// The same as udev's property `LIBINPUT_CALIBRATION_MATRIX`, so that rules which sites have for
/// other programs go on to work.
public struct CalibrationMatrix: Hashable, Sendable {
  private let x: Row
  private let y: Row
  private typealias Row = SIMD3<Double>

  /// Changes nothing.
  public static let identity = CalibrationMatrix(Row(1, 0, 0), Row(0, 1, 0))

  private init(_ x: Row, _ y: Row) {
    (self.x, self.y) = (x, y)
  }

  /// From six numbers with spaces between them, "a b c d e f". Nil for anything else, for numbers
  /// that no mounting can have, and for a matrix that leaves only a line or a point of the panel.
  public init?(_ text: String) {
    let words = text.utf8.count <= 200 ? text.split(whereSeparator: \.isWhitespace) : []
    let numbers = words.compactMap(Self.number)
    guard words.count == 6, numbers.count == 6 else { return nil }
    self.init(Row(numbers[0], numbers[1], numbers[2]), Row(numbers[3], numbers[4], numbers[5]))
    guard abs(x[0] * y[1] - x[1] * y[0]) > 1e-6 else { return nil }
  }

  /// `Double` would also read "nan", "infinity" and hexadecimal numbers.
  private static func number(_ word: Substring) -> Double? {
    guard word.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }), let number = Double(word),
      abs(number) <= 1000
    else { return nil }
    return number
  }

  /// Where on the panel, in parts of it, the touchscreen's `unit` place lies.
  public func callAsFunction(_ unit: Point) -> Point {
    let place = Row(unit.x, unit.y, 1)
    return Point((x * place).sum(), (y * place).sum())
  }
}
