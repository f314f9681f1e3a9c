internal import VitrineTiming

/// An instant, in nanoseconds since 1970-01-01 00:00 UTC.
package struct Moment: Hashable, Comparable, Sendable {
  package let nanoseconds: Int64

  package init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  package init(second: Int64) {
    let (nanoseconds, isBeyond) = second.multipliedReportingOverflow(by: 1_000_000_000)
    self.nanoseconds = isBeyond ? (second < 0 ? .min : .max) : nanoseconds
  }

  /// The second that contains it.
  package var second: Int64 {
    let (whole, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    return rest < 0 ? whole -| 1 : whole
  }

  package static func < (a: Moment, b: Moment) -> Bool { a.nanoseconds < b.nanoseconds }

  package static func + (moment: Moment, seconds: Double) -> Moment {
    // Limits durations from damaged files.
    let length = Int64(saturating: (Swift.min(Swift.max(seconds, -9e9), 9e9) * 1e9).rounded())
    let (sum, isBeyond) = moment.nanoseconds.addingReportingOverflow(length)
    return Moment(nanoseconds: isBeyond ? (length < 0 ? .min : .max) : sum)
  }

  /// The seconds from `b` to `a`.
  package static func - (a: Moment, b: Moment) -> Double {
    let (difference, isBeyond) = a.nanoseconds.subtractingReportingOverflow(b.nanoseconds)
    return isBeyond ? (a < b ? -9e9 : 9e9) : Double(difference) / 1e9
  }
}
