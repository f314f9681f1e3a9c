internal import VitrineTiming

/// How fast bytes come, from what came: two averages, one that forgets soon and one that forgets late,
/// of which the lower counts. A value.
///
/// So it goes down at once when a line gets slow, and up only once it has been fast for a while. The
/// averages are weighted by time, as hls.js has them, but for what comes in no time.
public struct Throughput: Hashable, Sendable {
  /// An average of which half is forgotten after so many seconds of fetching.
  private struct Average: Hashable, Sendable {
    let halfLife: Double
    var value = 0.0
    /// How much of it is known: from 0 to 1.
    var weight = 0.0

    mutating func add(_ sample: Double, seconds: Double) {
      let kept = Self.power(of: seconds / halfLife)
      value = sample * (1 - kept) + value * kept
      weight = (1 - kept) + weight * kept
    }

    /// A half, raised to `exponent`, by squaring and a short series.
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

  /// A connection's first bytes tell more of its beginning than of the line.
  private static let leastSample: Int64 = 16 << 10
  /// What came at once counts as if it had taken this long.
  private static let shortestSample = Duration.milliseconds(50)
  /// So many bytes tell as much of the line as a second of fetching does. What comes in no time would
  /// count for next to nothing: a line that is fast again would be believed slow for minutes.
  private static let fullSample: Int64 = 64 << 10
  private static let leastWeight = 1.0
  /// Before so much came, the estimate is a guess.
  private static let leastBytes: Int64 = 128 << 10
  /// In bits each second, while nothing better is known.
  private let guess: Double
  /// Plays on nearly every line.
  public static let usualGuess = 1_000_000.0

  /// `guess` is what it was for another source, in bits each second.
  public init(guess: Double? = nil) { self.guess = guess ?? Self.usualGuess }

  /// What one transfer brought, from its first byte to its last. What came out of a cache does not
  /// count.
  public mutating func note(bytes: Int64, in time: Duration) {
    guard bytes >= Self.leastSample else { return }
    let seconds = max(time, Self.shortestSample).seconds
    let rate = Double(bytes) * 8 / seconds
    let weight = bytes >= Self.fullSample ? max(seconds, Self.leastWeight) : seconds
    soon.add(rate, seconds: weight)
    late.add(rate, seconds: weight)
    self.bytes = self.bytes.addingReportingOverflow(bytes).partialValue
  }

  public var isKnown: Bool { bytes >= Self.leastBytes }

  /// In bits each second.
  public var estimate: Double {
    guard isKnown, let soon = soon.estimate, let late = late.estimate else { return guess }
    return min(soon, late)
  }
}
