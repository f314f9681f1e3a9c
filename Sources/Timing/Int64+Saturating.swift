/// Saturating arithmetic for numbers from files, servers and clients: a result that does not fit is
/// clamped, whereas Swift's operators would terminate the program.
extension FixedWidthInteger {
  @inlinable package static func +| (a: Self, b: Self) -> Self {
    let (sum, overflow) = a.addingReportingOverflow(b)
    return overflow ? (b < 0 ? .min : .max) : sum
  }

  @inlinable package static func -| (a: Self, b: Self) -> Self {
    let (difference, overflow) = a.subtractingReportingOverflow(b)
    return overflow ? (b < 0 ? .max : .min) : difference
  }

  @inlinable package static func *| (a: Self, b: Self) -> Self {
    let (product, overflow) = a.multipliedReportingOverflow(by: b)
    return overflow ? ((a < 0) == (b < 0) ? .max : .min) : product
  }

  @inlinable package static func +|= (a: inout Self, b: Self) { a = a +| b }
  @inlinable package static func -|= (a: inout Self, b: Self) { a = a -| b }
  @inlinable package static func *|= (a: inout Self, b: Self) { a = a *| b }
}

/// Saturating `+`, `-` and `*`, with Zig's symbols.
infix operator +| : AdditionPrecedence
infix operator -| : AdditionPrecedence
infix operator *| : MultiplicationPrecedence
infix operator +|= : AssignmentPrecedence
infix operator -|= : AssignmentPrecedence
infix operator *|= : AssignmentPrecedence

extension Int64 {
  /// Converts a C time to nanoseconds; clamped to 292 years before or after its origin.
  package init(seconds: Int64, nanoseconds: Int64) {
    self = seconds *| 1_000_000_000 +| nanoseconds
  }

  package func saturatingAdd(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }

  package func saturatingSubtract(_ other: Int64) -> Int64 {
    let (difference, overflow) = subtractingReportingOverflow(other)
    return overflow ? (other < 0 ? .max : .min) : difference
  }

  /// Rounds to the nearest integer; NaN becomes 0.
  package init(saturating value: Double) {
    // The first number that does not fit is exact as a Double.
    let end = 9_223_372_036_854_775_808.0
    self = value.isNaN ? 0 : value >= end ? .max : value < -end ? .min : Int64(value.rounded())
  }
}

extension Int {
  /// Rounds to the nearest integer; NaN becomes 0.
  package init(saturating value: Double) { self = Int(Int64(saturating: value)) }
}
