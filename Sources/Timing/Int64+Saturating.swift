/// Arithmetic on times that files tell: what does not fit stays at the end of the range, where it
/// would else end the program.
extension Int64 {
  public func saturatingAdd(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }

  public func saturatingSubtract(_ other: Int64) -> Int64 {
    let (difference, overflow) = subtractingReportingOverflow(other)
    return overflow ? (other < 0 ? .max : .min) : difference
  }

  /// The nearest whole number, and 0 for what is no number.
  public init(saturating value: Double) {
    // Exact as a Double: the first number that does not fit.
    let end = 9_223_372_036_854_775_808.0
    self = value.isNaN ? 0 : value >= end ? .max : value < -end ? .min : Int64(value.rounded())
  }
}
