internal import VitrineTiming

/// Estimates the bandwidth from past downloads: the lower of a fast and a slow moving average.
///
/// So the estimate drops at once when a connection becomes slow, and rises only after it has been
/// fast for a while. The averages are weighted by time like those of hls.js, except for very short
/// downloads.
package struct Throughput: Hashable, Sendable {
  /// An exponential moving average; the half-life is in seconds of downloading.
  private struct Average: Hashable, Sendable {
    let halfLife: Double
    var value = 0.0
    /// The total weight of the samples, from 0 to 1.
    var weight = 0.0

    mutating func add(_ sample: Double, seconds: Double) {
      let remembered = Self.power(of: seconds / halfLife)
      value = sample * (1 - remembered) + value * remembered
      weight = (1 - remembered) + weight * remembered
    }

    /// One half to the power of `exponent`, by squaring and a short series.
    private static func power(of exponent: Double) -> Double {
      var (whole, rest) = (Int(min(exponent, 60)), min(exponent, 60))
      rest -= Double(whole)
      var result = 1.0
      while whole > 0 {
        result /= 2
        whole -= 1
      }
      // e to the power of -x, with x below 0.7.
      let x = rest * 0.693_147_180_559_945
      return result * (1 - x + x * x / 2 - x * x * x / 6 + x * x * x * x / 24)
    }

    var estimate: Double? { weight > 0 ? value / weight : nil }
  }

  private var soon = Average(halfLife: 3)
  private var late = Average(halfLife: 9)
  private var bytes: Int64 = 0

  /// Smaller samples measure the start of the connection rather than its bandwidth.
  private static let leastSample: Int64 = 16 << 10
  /// The minimum duration of a sample.
  private static let shortestSample = Duration.milliseconds(50)
  /// A sample of this size has at least the weight of one second. Otherwise very fast downloads
  /// would hardly count, and a recovered connection would be considered slow for minutes.
  private static let fullSample: Int64 = 64 << 10
  private static let leastWeight = 1.0
  /// Until this much was downloaded, the estimate is only a guess.
  private static let leastBytes: Int64 = 128 << 10
  /// The initial estimate, in bits per second.
  private let guess: Double
  /// Suits nearly every connection.
  package static let defaultEstimate = 1_000_000.0

  /// `guess` is the estimate from another source, in bits per second.
  package init(guess: Double? = nil) { self.guess = guess ?? Self.defaultEstimate }

  /// Adds one download, from its first byte to its last. Cached data must not be counted.
  package mutating func record(bytes: Int64, in time: Duration) {
    guard bytes >= Self.leastSample else { return }
    let seconds = max(time, Self.shortestSample).seconds
    let rate = Double(bytes) * 8 / seconds
    let weight = bytes >= Self.fullSample ? max(seconds, Self.leastWeight) : seconds
    soon.add(rate, seconds: weight)
    late.add(rate, seconds: weight)
    self.bytes = self.bytes.addingReportingOverflow(bytes).partialValue
  }

  package var isKnown: Bool { bytes >= Self.leastBytes }

  /// In bits per second.
  package var estimate: Double {
    guard isKnown, let soon = soon.estimate, let late = late.estimate else { return guess }
    return min(soon, late)
  }
}
