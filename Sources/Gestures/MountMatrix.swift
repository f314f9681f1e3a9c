/// The mounting of an accelerometer relative to the display: each row gives one axis of the display.
///
/// Compatible with the kernel's `mount_matrix` files and with udev's property `ACCEL_MOUNT_MATRIX`,
/// so that existing udev rules work.
package struct MountMatrix: Hashable, Sendable {
  private typealias Row = SIMD3<Double>
  private let x, y, z: Row

  /// The axes of the sensor are those of the display.
  package static let identity = MountMatrix(Row(1, 0, 0), Row(0, 1, 0), Row(0, 0, 1))

  private init(_ x: Row, _ y: Row, _ z: Row) {
    self.x = x
    self.y = y
    self.z = z
  }

  /// Parses three rows, "x1, y1, z1; x2, y2, z2; x3, y3, z3". Nil for anything else, for implausible
  /// numbers, and for a singular matrix, which some firmware reports.
  package init?(_ text: String) {
    guard text.utf8.count <= 200 else { return nil }
    let rows = text.split(separator: ";", omittingEmptySubsequences: false).map(Self.row)
    guard rows.count == 3, let x = rows[0], let y = rows[1], let z = rows[2] else { return nil }
    self.init(x, y, z)
    let minors = Row(
      y[1] * z[2] - y[2] * z[1], y[2] * z[0] - y[0] * z[2], y[0] * z[1] - y[1] * z[0])
    guard abs((x * minors).sum()) > 1e-6 else { return nil }
  }

  private static func row(_ text: Substring) -> Row? {
    let words = text.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = words.compactMap(number)
    guard words.count == 3, numbers.count == 3 else { return nil }
    return Row(numbers[0], numbers[1], numbers[2])
  }

  /// `Double` would also accept "nan", "infinity" and hexadecimal numbers.
  private static func number(_ word: Substring) -> Double? {
    let word = String(word.filter { !$0.isWhitespace })
    guard word.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }), let number = Double(word),
      abs(number) <= 1000
    else { return nil }
    return number
  }

  /// Converts an acceleration from the axes of the sensor to those of the display.
  package func callAsFunction(_ reading: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3((x * reading).sum(), (y * reading).sum(), (z * reading).sum())
  }
}
