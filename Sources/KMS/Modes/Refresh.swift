/// A rate of pictures as an exact fraction, in lowest terms: 60000/1001 is not 60.
public struct Refresh: Hashable, Sendable, CustomStringConvertible {
  public let numerator: Int64
  public let denominator: Int64

  /// Nil for rates that are none: both numbers are positive and below 2^50.
  public init?(_ numerator: Int64, _ denominator: Int64 = 1) {
    let limit = Int64(1) << 50
    guard 1..<limit ~= numerator, 1..<limit ~= denominator else { return nil }
    let divisor = greatestCommonDivisor(numerator, denominator)
    (self.numerator, self.denominator) = (numerator / divisor, denominator / divisor)
  }

  /// A rate as people and containers round it: 23.976, 29.97 and 59.94 are meant as
  /// 24000/1001 and its kin, others to the thousandth.
  public init?(nearest value: Double) {
    guard value.isFinite, 1...1000 ~= value else { return nil }
    let whole = (value * 1.001).rounded()
    if value != value.rounded(), abs(whole / 1.001 - value) < 0.004 {
      self.init(Int64(whole) * 1000, 1001)
    } else {
      self.init(Int64((value * 1000).rounded()), 1000)
    }
  }

  /// Pictures per second.
  public var value: Double { Double(numerator) / Double(denominator) }

  /// How far a rate lies from this one, as a part of it.
  func distance(to other: Refresh) -> Double { abs(other.value / value - 1) }

  /// This many times as fast; nil beyond the limits.
  func times(_ factor: Int64) -> Refresh? { Refresh(numerator * factor, denominator) }

  /// As people write it: `60`, `23.976`.
  public var description: String {
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
