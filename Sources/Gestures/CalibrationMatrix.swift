package import VitrinePictures

/// The mounting of a touchscreen on its panel: x' = a x + b y + c and y' = d x + e y + f, in
/// fractions of the panel.
///
/// Compatible with udev's property `LIBINPUT_CALIBRATION_MATRIX`, so that existing udev rules work.
package struct CalibrationMatrix: Hashable, Sendable {
  private let x: Row
  private let y: Row
  private typealias Row = SIMD3<Double>

  /// No change.
  package static let identity = CalibrationMatrix(Row(1, 0, 0), Row(0, 1, 0))

  private init(_ x: Row, _ y: Row) {
    self.x = x
    self.y = y
  }

  /// Parses six numbers separated by spaces, "a b c d e f". Nil for anything else, for implausible
  /// numbers, and for a singular matrix.
  package init?(_ text: String) {
    let words = text.utf8.count <= 200 ? text.split(whereSeparator: \.isWhitespace) : []
    let numbers = words.compactMap(Self.number)
    guard words.count == 6, numbers.count == 6 else { return nil }
    self.init(Row(numbers[0], numbers[1], numbers[2]), Row(numbers[3], numbers[4], numbers[5]))
    guard abs(x[0] * y[1] - x[1] * y[0]) > 1e-6 else { return nil }
  }

  /// `Double` would also accept "nan", "infinity" and hexadecimal numbers.
  private static func number(_ word: Substring) -> Double? {
    guard word.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }), let number = Double(word),
      abs(number) <= 1000
    else { return nil }
    return number
  }

  /// Converts a position on the touchscreen to one on the panel, both in fractions.
  package func callAsFunction(_ unit: Point) -> Point {
    let place = Row(unit.x, unit.y, 1)
    return Point((x * place).sum(), (y * place).sum())
  }
}
