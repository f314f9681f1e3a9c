/// A refresh rate as an exact fraction in lowest terms: 60000/1001 is not 60.
package struct Refresh: Hashable, Sendable, CustomStringConvertible {
  package let numerator: Int64
  package let denominator: Int64

  /// Returns nil for invalid rates: both numbers must be positive and below 2^50.
  package init?(_ numerator: Int64, _ denominator: Int64 = 1) {
    let limit = Int64(1) << 50
    guard 1..<limit ~= numerator, 1..<limit ~= denominator else { return nil }
    let divisor = greatestCommonDivisor(numerator, denominator)
    (self.numerator, self.denominator) = (numerator / divisor, denominator / divisor)
  }

  /// Restores a rounded rate: 23.976, 29.97 and 59.94 become 24000/1001 and so on, others are
  /// rounded to a thousandth.
  package init?(nearest value: Double) {
    guard value.isFinite, 1...1000 ~= value else { return nil }
    let whole = (value * 1.001).rounded()
    if value != value.rounded(), abs(whole / 1.001 - value) < 0.004 {
      self.init(Int64(whole) * 1000, 1001)
    } else {
      self.init(Int64((value * 1000).rounded()), 1000)
    }
  }

  /// In hertz.
  package var value: Double { Double(numerator) / Double(denominator) }

  /// The relative difference from this rate.
  func distance(to other: Refresh) -> Double { abs(other.value / value - 1) }

  /// A multiple of the rate; nil if it exceeds the limits.
  func times(_ factor: Int64) -> Refresh? { Refresh(numerator * factor, denominator) }

  /// Such as `60` or `23.976`.
  package var description: String {
    let thousandths = Int((value * 1000).rounded())
    guard thousandths % 1000 != 0 else { return "\(thousandths / 1000)" }
    let digits = "\(1000 + thousandths % 1000)".dropFirst()
    let end = digits.lastIndex { $0 != "0" } ?? digits.startIndex
    return "\(thousandths / 1000).\(digits[...end])"
  }
}

private func greatestCommonDivisor(_ a: Int64, _ b: Int64) -> Int64 {
  var (a, b) = (a, b)
  while b != 0 { (a, b) = (b, a % b) }
  return a
}
