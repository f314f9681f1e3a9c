// This target does not import the C library. Only these two functions are missing, and they give
// the same bits on every board.

private let logarithmOfTwo = 0.693_147_180_559_945_309_4

/// e to the power of `x`, to about 15 digits.
package func exponential(_ x: Double) -> Double {
  guard x > -700 else { return 0 }
  guard x < 700 else { return .infinity }
  let powers = (x / logarithmOfTwo).rounded()
  let rest = x - powers * logarithmOfTwo
  // The Taylor series, from its smallest term; the argument is at most 0.35.
  let series = (1...14).reversed().reduce(1.0) { 1 + rest / Double($1) * $0 }
  return Double(sign: .plus, exponent: Int(powers), significand: series)
}

/// The natural logarithm of a positive number, to about 15 digits.
package func logarithm(_ x: Double) -> Double {
  guard x > 0, x.isFinite else { return x > 0 ? .infinity : -.infinity }
  let (power, significand) = (Double(x.exponent), x.significand)
  // ln m = 2 artanh((m - 1) / (m + 1)); the quotient is at most a third.
  let quotient = (significand - 1) / (significand + 1)
  let square = quotient * quotient
  let series = (0...18).reversed().reduce(0.0) { 1 / Double(2 * $1 + 1) + square * $0 }
  return power * logarithmOfTwo + 2 * quotient * series
}
