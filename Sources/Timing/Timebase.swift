/// The unit of a stream's timestamps: `numerator / denominator` seconds.
package struct Timebase: Hashable, Sendable {
  package let numerator: Int32
  package let denominator: Int32

  package static let nanoseconds = Timebase(of: 1_000_000_000)

  private init(of denominator: Int32) { (numerator, self.denominator) = (1, denominator) }

  /// Returns nil unless both are positive, which a damaged file may violate.
  package init?(numerator: Int32, denominator: Int32) {
    guard numerator > 0, denominator > 0 else { return nil }
    self.numerator = numerator
    self.denominator = denominator
  }

  /// Returns the media time of a timestamp; nil if it does not fit in `Int64`.
  package func mediaTime(of timestamp: Int64) -> MediaTime? {
    let (value, overflow) = timestamp.multipliedReportingOverflow(by: Int64(numerator))
    // Half of the range is reserved for sums.
    guard !overflow, value.magnitude / UInt64(denominator) < 1 << 32 else { return nil }
    return MediaTime(value, denominator)
  }

  /// Returns the timestamp at or before a media time; nil if it does not fit.
  package func timestamp(of time: MediaTime) -> Int64? {
    let unit = Int128(numerator) * Int128(time.timescale)
    let (quotient, remainder) = (Int128(time.value) * Int128(denominator))
      .quotientAndRemainder(dividingBy: unit)
    return Int64(exactly: remainder < 0 ? quotient - 1 : quotient)
  }
}
